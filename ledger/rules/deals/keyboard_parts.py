"""The parts of a keyboard line: seats, levels, contracts, results, a hint where one is missing."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import Any

from ledger.rules.scoring.scoring_table import TRUMPS, ScoringRules
from ledger.rules.site.labels import Label, Phrase, fill
from ledger.rules.site.refusal import Refusal, gettext_noop

IN_CAT = "0"
UNKNOWN = "0"
STOPPED = "!"
BEATEN_SIGN = "-?"  # of a nolo whose tricks nobody counted
CALLED_BY = "e"  # for "es"
NOTE = ";"

Away = Callable[[str], tuple[str, ...]]


def nobody_away(_dealer: str) -> tuple[str, ...]:
    """That nobody sits out, or nobody but the dealer."""
    return ()


@dataclass(frozen=True)
class LineWriter:
    """Writes what a deal names: `seats` by player, `words` by kind and code: {"nolo": {"sol": "s"}}."""

    scoring_table: ScoringRules
    words: Mapping[str, Mapping[str, str]]
    seats: Mapping[str, str]


FOLDED = str.maketrans({"æ": "ae", "ø": "oe", "å": "aa"})

Names = Mapping[str, frozenset[str]]


class Spelling:
    """The names that a line may give, by what they name and code: {"nolo": {"sol": ...}}."""

    def __init__(self, names: Mapping[str, Names]) -> None:
        self.names = names

    @cached_property
    def words(self) -> Mapping[str, Mapping[str, str]]:
        """The shortest spelling of everything that a line can name: {"attachment": {"vip": "v"}}."""
        return {kind: {code: self._shortest(kind, code) for code in names} for kind, names in self.names.items()}

    def code_for(self, kind: str, word: str) -> str | None:
        """The one code whose name is the word, or begins with it; None where there is none or more than one."""
        folded, names = word.translate(FOLDED).replace("_", ""), self.names[kind]
        exact = [code for code, spelt in names.items() if folded in spelt]
        begun = [code for code, spelt in names.items() if any(name.startswith(folded) for name in spelt)]
        whole = [code for code in begun if "_" not in code]
        for matches in (exact, begun, whole):
            if len(matches) == 1:
                return matches[0]
        return None

    def _shortest(self, kind: str, code: str) -> str:
        """The fewest letters that mean a code."""
        begun = {name[:length] for name in self.names[kind][code] for length in range(1, len(name) + 1)}
        meant = [word for word in begun if self.code_for(kind, word) == code]
        return min(meant, key=lambda word: (len(word), word))


def names_of(code: str, label: Label | None = None) -> frozenset[str]:
    """What may be typed for a code: written together, by its initials, or by its Danish name."""
    parts = [part for part in re.split(r"[ _-]", code.lower().translate(FOLDED)) if part]
    danish = "".join(re.findall(r"[a-z]+", label["da"].lower().translate(FOLDED))) if label else ""
    initials = "".join(part[0] for part in parts)
    return frozenset(name for name in ("".join(parts), initials if len(parts) > 1 else "", danish) if name)


MOST_HOPES = 3
SEAT_OR_NAME = Phrase("a seat from 1 to %(seats)s or a name")
LEVEL = Phrase("a level from %(low)s to %(high)s")
CONTRACT = Phrase("a contract")
TURN = Phrase("the vip turn")
PARTNER = Phrase("the partner's seat")
RESULT = Phrase("tricks as + or -")
COUNT = Phrase("a number of tricks")
END = Phrase("the end")
AMOUNT = Phrase("an amount for each seat")
REASON = Phrase("a reason after ;")

EXPECTED = gettext_noop("At “%(rest)s” %(expected)s was expected.")
EXPECTED_MORE = gettext_noop("After “%(read)s” %(expected)s is missing.")
TRICKS_OR_SEAT = gettext_noop(
    "Is “%(number)s” the tricks or a seat? Write %(tricks)s for the tricks, %(seat)s for the seat."
)
SAY_TRICKS = gettext_noop("Is “%(number)s” the tricks? Then write %(tricks)s.")
TRUMP_NEEDS_STAR = gettext_noop(
    "As trump %(trump)s changes no price here. Write *%(letters)s to note it, or leave it out."
)
NO_TURN = gettext_noop("%(contract)s has no turn here: leave out “%(turn)s”.")
TOO_MANY = gettext_noop("%(level)d + %(more)d is %(sum)d, and there are only %(all)d tricks.")
TOO_FEW = gettext_noop("%(level)d - %(less)d is less than no trick.")
NOBODY_AWAY = gettext_noop("All %(count)d at the table play: leave out who sits out.")

LETTERS = re.compile(r"[a-zæøå_]+")
TURN_AND_TRUMP = re.compile(r" *(\d) *\*?(?!e)[a-zæøå]")  # "e" names who called
SPACE = re.compile(r"\s")  # a tab from a spreadsheet, a no-break space from a word processor
MINUS = str.maketrans("\N{MINUS SIGN}\N{EN DASH}", "--")
Data = dict[str, Any]
Parse = Iterator[tuple[Any, int]]
Step = Callable[[Data, int], Parse]
"""Every way to read a part from an index on, by what was said before it."""


class NotationFault(Refusal):
    """A line that cannot be read; `at` is the index of the first character that does not fit."""

    def __init__(self, message: str, at: int, field: str = "line", **params: object) -> None:
        super().__init__(message, field, **params)
        self.at = at


class Parts:
    """Readers of a line's parts, each giving every way to read it; remembers what was expected, and how far on."""

    def __init__(
        self,
        line: str,
        scoring_table: ScoringRules,
        spelling: Spelling,
        players: Sequence[str],
        named: Mapping[str, str],
    ) -> None:
        typed, self.mark, note = line.partition(NOTE)
        self.text = _plain(typed).rstrip()
        self.note = note.strip()
        self.line = line
        self.scoring_table = scoring_table
        self.players = players
        self.spelling = spelling
        self.names = named
        self.seat_label = fill(SEAT_OR_NAME if named else Phrase("a seat from 1 to %(seats)s"), seats=len(players))
        low, high = (scoring_table.levels[0], scoring_table.levels[-1]) if scoring_table.levels else (0, 0)
        self.level_label = fill(LEVEL, low=low, high=high)
        self.furthest = 0
        self.expected: list[Label] = []
        self.hints: list[tuple[int, NotationFault]] = []  # how far they reach, and what would help

    def fault(self) -> NotationFault:
        """The fault of the line: a hint, or what was expected at the first character that does not fit."""
        for reach, hint in self.hints:
            if reach >= self.furthest:
                return hint
        read, rest = self.line[: self.furthest].strip(), self.line[self.furthest :].strip()
        hopes = self.expected[:MOST_HOPES] or [self.seat_label]
        expected = reduce(lambda before, last: fill(Phrase("%(one)s or %(other)s"), one=before, other=last), hopes)
        message = EXPECTED if rest else EXPECTED_MORE
        return NotationFault(message, self.furthest, read=read, rest=rest[:20], expected=expected)

    # --- each part from a place on; a reading is what it is and where it ends

    def seat(self, at: int) -> Parse:
        """A seat by its number or by the player's name; a space may precede it."""
        at = self.space(at)
        text = self.text[at : at + 1]
        if text.isdecimal() and 1 <= int(text) <= len(self.players):
            yield self.players[int(text) - 1], at + 1
            return
        for name, player in self.names.items():
            end = at + len(name)
            if self.text.startswith(name, at) and not self.text[end : end + 1].isalpha():
                yield player, end
        self.miss(at, self.seat_label)

    def in_turn(self, facts: Data, at: int, *steps: Step) -> Parse:
        """Every way to read parts one behind the other, with what they say added to what was said."""
        if not steps:
            yield facts, at
            return
        for more, end in steps[0](facts, at):
            yield from self.in_turn({**facts, **more}, end, *steps[1:])

    def declarer(self, _facts: Data, at: int) -> Parse:
        for player, end in self.seat(at):
            yield {"declarer": player}, end

    def level(self, _facts: Data, at: int) -> Parse:
        spaced = self.space(at)
        for level in self.scoring_table.levels:
            if self.text.startswith(str(level), spaced):
                yield {"level": level}, spaced + len(str(level))
        if len(self.scoring_table.levels) == 1:
            yield {"level": self.scoring_table.levels[0]}, at
        self.miss(spaced, self.level_label)

    def column(self, _facts: Data, at: int) -> Parse:
        """A column by its attachment and its turn, if it has one; the plain column needs no letters."""
        named = [*self.codes("attachment", at, CONTRACT), ("plain", at)]
        for attachment, after_name in named:
            for column in self.scoring_table.columns:
                if column.attachment == attachment:
                    turn = str(column.vip_turn or "")
                    start = self.space(after_name) if turn else after_name
                    if column.trump == "turned" and not turn and (seen := TURN_AND_TRUMP.match(self.text, start)):
                        self._hint(seen.end(), NO_TURN, seen.start(1), contract=column.label, turn=seen[1])
                    if self.text.startswith(turn, start):
                        yield {"attachment": attachment, "vip_turn": column.vip_turn}, start + len(turn)
                    else:
                        self.miss(start, TURN)

    def by_seat(self, at: int, pattern: re.Pattern[str], expected: Label) -> Parse:
        """What matches a pattern for each seat, by player; a full stop for whoever has none."""
        given = {}
        for player in self.players:
            match = pattern.match(self.text, at := self.space(at))
            if match is None:
                self.miss(at, expected)
                return
            if match[0] != ".":
                given[player] = match[0].lstrip("+")
            at = match.end()
        yield given, at

    def trump(self, facts: Data, at: int) -> Parse:
        """A trump, starred if it changes nothing, or none."""
        yield {}, at
        at = self.space(at)
        starred = self.text.startswith("*", at)
        counted = self.scoring_table.counted_trumps(facts["attachment"])
        for trump, end in self.codes("trump", at + starred, PARTNER):
            if starred or trump in counted:
                yield {"trump": trump}, end
            elif not self.text[end : end + 1].isalpha():  # "kvarte" is no clubs where there is no kvarte
                letters = {"letters": self.spelling.words["trump"][trump]}
                self._hint(at, TRUMP_NEEDS_STAR, at, trump=TRUMPS[trump], **letters)

    def flag(self, _facts: Data, at: int) -> Parse:
        """A knock, or none."""
        yield {}, at
        for flag, end in self.codes("flag", at, PARTNER):
            if flag in self.scoring_table.flags:
                yield {"flag": flag}, end

    def side(self, facts: Data, at: int) -> Parse:
        """The partner, where the contract has one and the pairs are not fixed."""
        column = self.scoring_table.column(facts["attachment"], facts["vip_turn"])
        if column and column.alone == "forced":
            if not self.is_unclear(at, may_be_two=False):
                yield {"partner": None, "alone": "declared"}, at
        elif self.scoring_table.partner == "fixed":
            yield {}, at
        else:
            yield from self.partner(facts, at)
            self.miss(self.space(at), PARTNER)

    def partner(self, facts: Data, at: int) -> Parse:
        """The partner's seat, the declarer's own, or that of the cat."""
        at = self.space(at)
        if self.text.startswith(IN_CAT, at):
            yield {"partner": None, "alone": "ace_in_cat"}, at + len(IN_CAT)
        for partner, end in self.seat(at):
            if partner == facts["declarer"]:
                yield {"partner": None, "alone": "self_called"}, end
            else:
                yield {"partner": partner}, end

    def caller(self, _facts: Data, at: int) -> Parse:
        """Who called the ace, if the line says so."""
        yield {}, at
        after = self.space(at)
        is_word = after == at and self.text[at - 1 : at].isalpha()  # "kvarte" is no "kvart" called by somebody
        if self.text.startswith(CALLED_BY, after) and not is_word:
            for caller, end in self.seat(after + len(CALLED_BY)):
                yield {"called_by": caller}, end

    def tricks(self, facts: Data, at: int) -> Parse:
        """The tricks taken: "++", "+2", "--", "-2" against the level, " 10" or "=10" in all; nothing for just made."""
        level = facts["level"]
        match = re.compile(r" *(\++|-+) ?(\d{0,2})|(?: +(?:= *)?|=)(\d{1,2})").match(self.text, at)
        if match is None:
            self.miss(self.space(at), RESULT)
            yield {"tricks": level}, at
        elif match[3]:
            yield {"tricks": int(match[3])}, match.end()
        elif not (match[2] and len(match[1]) > 1):
            size = int(match[2]) if match[2] else len(match[1])
            tricks = level + size if match[1][0] == "+" else level - size
            if 0 <= tricks <= self.scoring_table.tricks:
                yield {"tricks": tricks}, match.end()
            elif tricks > 0:
                params = {"level": level, "more": size, "sum": tricks, "all": self.scoring_table.tricks}
                self._hint(match.end(), TOO_MANY, match.start(1), "tricks", **params)
            else:
                self._hint(match.end(), TOO_FEW, match.start(1), "tricks", level=level, less=size)

    def own_result(self, at: int, code: str) -> Parse:
        """A nolo player's tricks: "-" for each one beyond the limit, "+" for each fewer, or "=3" in all.

        Nothing says that it was made, or "-?" that it was lost, without the tricks; where a price goes by the tricks,
        nothing is the limit.
        """
        nolo = self.scoring_table.nolo[code]
        if self.text.startswith(BEATEN_SIGN, after := self.space(at)):
            yield {"made": False}, after + len(BEATEN_SIGN)
        match = re.compile(r" *(\+*)(-*)(?: *= *(\d{1,2}))?").match(self.text, at)
        assert match is not None
        if match[3]:
            yield {"tricks": int(match[3])}, match.end()
        elif match[1] or match[2]:
            self.miss(match.end(), RESULT)
            yield {"tricks": nolo.max_tricks - len(match[1]) + len(match[2])}, match.end()
        elif not self.is_unclear(at, may_be_two=True):
            self.miss(self.space(at), RESULT)
            if nolo.is_priced_by_tricks(made=True):
                yield {"tricks": nolo.max_tricks}, at
            else:
                yield {"made": True}, at

    def is_unclear(self, at: int, *, may_be_two: bool) -> bool:
        """Whether a space and a number follow that could mean the tricks as well as a seat.

        If nobody can be named there (`may_be_two` is false), only a number that some seat has is unclear.
        """
        match = re.compile(r" +(\d{1,2})(?!\d)").match(self.text, at)
        if match is None:
            return False
        is_seat = match[1] in map(str, range(1, len(self.players) + 1))
        if not (is_seat or may_be_two):
            return False
        head, number = self.line[:at].strip(), match[1]
        message = TRICKS_OR_SEAT if is_seat and may_be_two else SAY_TRICKS
        ways = {"seat": f"{head}{number}"} if is_seat and may_be_two else {}
        self._hint(len(self.text), message, match.start(1), number=number, tricks=f"{head}={number}", **ways)
        return True

    def dealer(self, _facts: Data, at: int) -> Parse:
        """Who dealt, if the line says so."""
        yield {}, at
        at = self.space(at)
        if self.text.startswith("@", at):
            if self.text.startswith(UNKNOWN, at + 1):
                yield {"dealer": None}, at + 2
            for dealer, end in self.seat(at + 1):
                yield {"dealer": dealer}, end

    def away(self, _facts: Data, at: int) -> Parse:
        """Who sat out, if the line says so."""
        yield {}, at
        start = self.space(at)
        if self.text.startswith("~", start):
            away, at = [], start + 1
            while seat := next(self.seat(at), None):
                away.append(seat[0])
                at = seat[1]
            if away and len(self.players) <= self.scoring_table.seats.max and self.text[at : at + 1] in ("", " ", "@"):
                self._hint(len(self.text), NOBODY_AWAY, start, count=len(self.players))
            elif away:
                yield {"sits_out": away}, at

    def codes(self, kind: str, at: int, expected: Label) -> Parse:
        for word, end in self.words(at, expected):
            code = self.spelling.code_for(kind, word)
            if code is not None:
                yield code, end

    def words(self, at: int, expected: Label) -> Iterator[tuple[str, int]]:
        """The letters from an index on, then ever fewer of them, since two names may touch."""
        at = self.space(at)
        match = LETTERS.match(self.text, at)
        if match:
            for end in range(match.end(), at, -1):
                yield self.text[at:end], end
        self.miss(at, expected)

    def space(self, at: int) -> int:
        return len(self.text) - len(self.text[at:].lstrip(" "))

    def ends(self, at: int) -> bool:
        """Whether only a note may follow; a semicolon without a note is an unfinished line."""
        at = self.space(at)
        self.miss(at, END)
        if at == len(self.text) and self.mark and not self.note:
            self.miss(self.line.index(NOTE) + 1, Phrase("a note after ;"))
            return False
        return at == len(self.text)

    def _hint(self, reach: int, message: str, at: int, field: str = "line", **params: object) -> None:
        """Remember a hint for a line that gets this far and is not a deal."""
        self.hints.append((reach, NotationFault(message, at, field, **params)))

    def miss(self, at: int, expected: Label) -> None:
        """Remember the furthest index where something else was expected, and all that was expected there."""
        if at > self.furthest:
            self.furthest, self.expected = at, []
        if at == self.furthest and expected not in self.expected:
            self.expected.append(expected)


def players_by_name(players: Sequence[str], names: Mapping[str, str]) -> dict[str, str]:
    """The players by their names in a line: the full name, and its first word if nobody else has it."""
    whole = {player: _plain(names[player]).strip() for player in players if player in names}
    first = Counter(name.partition(" ")[0] for name in whole.values())
    by_name = {}
    for player, name in whole.items():
        first_word = name.partition(" ")[0]
        if first[first_word] == 1:
            by_name[first_word] = player
    full_names = list(whole.values())
    by_name |= {name: player for player, name in whole.items() if full_names.count(name) == 1}
    longest_first = sorted(by_name, key=len, reverse=True)
    # A name that begins with a digit would be read as a seat.
    return {name: by_name[name] for name in longest_first if name and name[0].isalpha()}


def _plain(text: str) -> str:
    """Small letters, one kind of space and of minus."""
    return SPACE.sub(" ", text).translate(MINUS).lower()
