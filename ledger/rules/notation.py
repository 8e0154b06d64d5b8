"""The keyboard line, “hurtiglinje”: a deal typed in a few keys, and a deal written as such a line.

    183        seat 1 in 8 with seat 3, just made          1sol3-     1 in sol, made; 3 went along and was beaten
    19v3+      1 in 9 vip with 3, one over                 p          passed out
    19v2k3     the vip won in its 2nd turn, with clubs     !2         a penalty to seat 2
    1101--     1 in 10, his own partner, two down          8-5        tricks to the two pairs
    1100       1 in 10, the ace lay in the cat             m1 1 5 6   everyone for himself, tricks by seat
    1123 9     1 in 12 with 3, nine tricks taken           = -72 24 24 24 ; duestraf      points moved, with why
    o  j  f    redeal, iron hand, misdeal         1sol-!     1 in sol, beaten, and the play was stopped
    19v3 e2    the ace was called by 2            183 ; tæt  a note, behind any deal

Seats are counted clockwise from 1. Letters are the beginning of a name in the table, or its initials ("rs" for ren
sol). Behind a deal "@2" names its dealer, "@0" says that nobody knows who dealt, "~2" names who sits out; without them
the caller's dealer counts, and who sits out when that one deals. A trump that changes nothing can be noted as "*h".
The same lines are the text of an evening (evening_text.py), and are read back identically.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ledger.rules.deals import deal_data, read_deal
from ledger.rules.kinds import Deal
from ledger.rules.notation_writing import (
    CALLED_BY,
    IN_CAT,
    NOT_PLAYED,
    NOTE,
    PASSED,
    POT,
    STOPPED,
    UNKNOWN,
    Away,
    nobody_away,
    written,
)
from ledger.rules.refusal import Refusal, gettext_noop
from ledger.rules.spelling import Spelling
from ledger.rules.table import Column, Table
from ledger.rules.vocabulary import Label

LONGEST_LINE = 200  # without what is behind a semicolon, which has a length of its own
MOST_HOPES = 3
OR = {"da": " eller ", "en": " or "}
SEAT = Label("en plads fra 1 til {}", "a seat from 1 to {}")
LEVEL = Label("et trin", "a level")
CONTRACT = Label("en melding", "a contract")
TURN = Label("vip-turen", "the vip turn")
PARTNER = Label("makkers plads", "the partner's seat")
RESULT = Label("stik som + eller -", "tricks as + or -")
COUNT = Label("et antal stik", "a number of tricks")
END = Label("slutningen", "the end")
AMOUNT = Label("et beløb til hver plads", "an amount for each seat")
WHY = Label("en bemærkning efter ;", "a note after ;")
REASON = Label("en grund efter ;", "a reason after ;")

EXPECTED = gettext_noop("At “%(rest)s” %(expected)s was expected.")
EXPECTED_MORE = gettext_noop("After “%(read)s” %(expected)s is missing.")
TOO_LONG = gettext_noop("The line is too long.")
TWO_WAYS = gettext_noop("The line can be read in two ways: %(one)s or %(other)s.")

LETTERS = re.compile(r"[a-zæøå_]+")
POINTS = re.compile(r"[+-]?[\d.,/]+")
SPACE = re.compile(r"\s")  # a tab from a spreadsheet, a no-break space from a word processor
MINUS = str.maketrans("\N{MINUS SIGN}\N{EN DASH}", "--")
Data = dict[str, Any]
Parse = Iterator[tuple[Any, int]]


class NotationFault(Refusal):
    """A line that cannot be read; `at` is the place of the first character that does not fit, counted from 0."""

    def __init__(self, message: str, at: int, **params: object) -> None:
        super().__init__(message, "line", **params)
        self.at = at


class Notation:
    """The lines of one table; made once, since its names are worked out then."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.spelling = Spelling(table)

    def read(self, line: str, players: Sequence[str], dealer: str | None = None, away: Away = nobody_away) -> Deal:
        """The deal that a line says, played at a table of `players` in seat order; `dealer` where it names none.

        `away` says who sits out by who deals, where the line does not.

        Raises NotationFault for a line that cannot be read, and Refusal, with the deal's own key as its field, for a
        deal that nobody can have played.
        """
        if len(line.partition(NOTE)[0]) > LONGEST_LINE:
            raise NotationFault(TOO_LONG, LONGEST_LINE)
        reader = _Reader(line, self.table, self.spelling, players)
        found = list(reader.deals())
        if not found:
            raise reader.fault()
        deals = _different(read_deal(_dealt(data, dealer, away), self.table, players) for data in found)
        if len(deals) > 1:
            one, other = (self.write(deal, players, dealer, away) for deal in deals[:2])
            raise NotationFault(TWO_WAYS, 0, one=one, other=other)
        return deals[0]

    def write(self, deal: Deal, players: Sequence[str], dealer: str | None = None, away: Away = nobody_away) -> str:
        """The shortest line that is read back as the same deal where `dealer` would deal, and `away` sit out.

        Points moved come back as the same amounts, though an odd spelling ("1⅛") as the usual one.
        """
        return written(deal, self.table, self.spelling, players, dealer, away)

    def words(self) -> Mapping[str, Mapping[str, str]]:
        """The fewest letters for everything that a line can name, by kind and code: {"attachment": {"vip": "v"}}."""
        return self.spelling.words


class _Reader:
    """Every way to read a line; it remembers how far it came and what it would have liked to see there."""

    def __init__(self, line: str, table: Table, spelling: Spelling, players: Sequence[str]) -> None:
        said, self.mark, note = line.partition(NOTE)
        self.text = SPACE.sub(" ", said).rstrip().translate(MINUS).lower()
        self.note = note.strip()
        self.line = line
        self.table = table
        self.players = players
        self.spelling = spelling
        self.furthest = 0
        self.expected: list[Label] = []

    def deals(self) -> Iterator[Data]:
        """Every deal, as data, that the whole line can be."""
        ways: tuple[Callable[[int], Parse], ...] = (
            self._not_played,
            self._trick,
            self._nolo,
            self._free_for_all,
            self._pair_book,
            self._role,
            self._penalty,
        )
        for way in ways:
            for data, at in way(self._space(0)):
                for seating, end in self._seating(at):
                    if self._ends(end):
                        yield {**data, **seating, **({"note": self.note} if self.note else {})}
        yield from self._adjustment()

    def fault(self) -> NotationFault:
        """What was missing at the first character that does not fit."""
        read, rest = self.line[: self.furthest].strip(), self.line[self.furthest :].strip()
        many, named = len(self.players), self.expected[:MOST_HOPES] or [SEAT]
        expected = Label(*(joint.join(each[language] for each in named) for language, joint in OR.items()))
        message = EXPECTED if rest else EXPECTED_MORE
        filled = Label(expected.da.format(many), expected.en.format(many))
        return NotationFault(message, self.furthest, read=read, rest=rest[:20], expected=filled)

    # --- the kinds of deal, each from a place on; a reading is what it is and where it ends

    def _not_played(self, at: int) -> Parse:
        for word, end in self._words(at, CONTRACT):
            if word in PASSED:
                yield {"kind": "passed_out"}, end
            for cause, names in NOT_PLAYED.items():
                if word in names:
                    yield {"kind": "not_played", "cause": cause}, end

    def _trick(self, at: int) -> Parse:
        for declarer, after_seat in self._seat(at):
            for level, after_level in self._level(after_seat):
                for column, after_name in self._column(after_level):
                    for extras, after_extras in self._extras(column, after_name):
                        for side, after_side in self._partner(column, declarer, after_extras):
                            for result, end in self._result_and_caller(after_side, level):
                                turn = {"vip_turn": column.vip_turn} if column.vip_turn else {}
                                data = {"kind": "trick", "level": level, "attachment": column.attachment, **turn}
                                yield {**data, **extras, "declarer": declarer, **side, **result}, end

    def _nolo(self, at: int) -> Parse:
        for declarer, after_seat in self._seat(at):
            for code, after_name in self._named("nolo", after_seat, CONTRACT):
                for joined, end in self._participants([declarer], code, after_name):
                    data = {"kind": "nolo", "contract": code, "participants": joined}
                    yield data, end
                    if self.text.startswith(STOPPED, last := self._space(end)):
                        yield {**data, "stopped": True}, last + len(STOPPED)

    def _participants(self, on_it: list[str], code: str, at: int) -> Parse:
        """The result of the last player on a nolo, and of those who went along."""
        for tricks, end in self._own_result(at, code):
            one = {"player": on_it[-1], "tricks": tricks}
            yield [one], end
            for joiner, after in self._seat(self._space(end)):
                if joiner not in on_it:
                    for others, last in self._participants([*on_it, joiner], code, after):
                        yield [one, *others], last

    def _free_for_all(self, at: int) -> Parse:
        if not self.table.free_for_all:
            return
        for word, end in self._words(at, CONTRACT):
            if word in POT:
                for counts, last in self._counts(end):
                    tricks = {player: int(n) for player, n in zip(self.players, counts, strict=True) if n != "."}
                    yield {"kind": "free_for_all", "tricks": tricks}, last

    def _counts(self, at: int) -> Parse:
        texts: list[str] = []
        for _player in self.players:
            match = re.compile(r"\d{1,2}|\.").match(self.text, at := self._space(at))
            if match is None:
                self._miss(at, COUNT)
                return
            texts.append(match[0])
            at = match.end()
        yield texts, at

    def _pair_book(self, at: int) -> Parse:
        match = re.compile(r"(\d{1,2}) ?- ?(\d{1,2})").match(self.text, at)
        if self.table.pair_book and match:
            pairs = [list(self.players[0::2]), list(self.players[1::2])]
            yield {"kind": "pair_book", "pairs": pairs, "pair_tricks": [int(match[1]), int(match[2])]}, match.end()

    def _role(self, at: int) -> Parse:
        for maker, after_seat in self._seat(at):
            for code, end in self._named("role", after_seat, CONTRACT):
                data = {"kind": "role_table", "maker": maker, "outcome": code}
                yield {**data, "partner": None}, end
                for partner, last in self._seat(end):
                    yield {**data, "partner": partner}, last

    def _penalty(self, at: int) -> Parse:
        if not self.table.penalties or not self.text.startswith("!", at):
            return
        for player, end in self._seat(at + 1):
            only = list(self.table.penalties) if len(self.table.penalties) == 1 else []
            for code in only:
                yield {"kind": "penalty", "penalty": code, "player": player}, end
            for code, last in self._named("penalty", end, CONTRACT):
                yield {"kind": "penalty", "penalty": code, "player": player}, last

    def _adjustment(self) -> Iterator[Data]:
        at = self._space(0)
        if not self.text.startswith("=", at):
            return
        amounts, at = {}, at + 1
        for player in self.players:
            match = POINTS.match(self.text, at := self._space(at))
            if match is None:
                self._miss(at, AMOUNT)
                return
            if match[0] != ".":
                amounts[player] = match[0].lstrip("+")
            at = match.end()
        at = self._space(at)
        if at == len(self.text) and self.note:
            yield {"kind": "adjustment", "amounts": amounts, "reason": self.note}
        else:
            self._miss(at, REASON)

    # --- the parts of a line

    def _seat(self, at: int) -> Parse:
        text = self.text[at : at + 1]
        if text.isdecimal() and 1 <= int(text) <= len(self.players):
            yield self.players[int(text) - 1], at + 1
        else:
            self._miss(at, SEAT)

    def _level(self, at: int) -> Parse:
        for level in self.table.levels:
            if self.text.startswith(str(level), at):
                yield level, at + len(str(level))
        if len(self.table.levels) == 1:
            yield self.table.levels[0], at
        self._miss(at, LEVEL)

    def _column(self, at: int) -> Parse:
        """A column by its attachment and, where it has one, its turn; the plain one needs no letters."""
        named: Iterable[tuple[str, int]] = self._named("attachment", at, CONTRACT)
        for attachment, after_name in [*named, *([("plain", at)] if "plain" in self.table.attachments else [])]:
            for column in self.table.columns:
                if column.attachment == attachment:
                    turn = "" if column.vip_turn is None else str(column.vip_turn)
                    if self.text.startswith(turn, after_name):
                        yield column, after_name + len(turn)
                    else:
                        self._miss(after_name, TURN)

    def _extras(self, column: Column, at: int) -> Parse:
        """What else was said of a deal: a trump, with a star where it changes nothing, and a knock."""
        for trump, after_trump in self._trump(column, at):
            yield trump, after_trump
            for flag, end in self._named("flag", after_trump, PARTNER):
                if flag in self.table.flags:
                    yield {**trump, "flag": flag}, end

    def _trump(self, column: Column, at: int) -> Parse:
        yield {}, at
        starred = self.text.startswith("*", at)
        counted = self.table.counted_trumps(column.attachment)
        for trump, end in self._named("trump", at + starred, PARTNER):
            if starred or trump in counted:
                yield {"trump": trump}, end

    def _partner(self, column: Column, declarer: str, at: int) -> Parse:
        if column.alone == "forced":
            yield {"partner": None, "alone": "declared"}, at
        elif self.table.partner == "fixed":
            yield {}, at
        elif self.text.startswith(IN_CAT, at):
            yield {"partner": None, "alone": "ace_in_cat"}, at + 1
        else:
            for partner, end in self._seat(at):
                alone = {"partner": None, "alone": "self_called"} if partner == declarer else {"partner": partner}
                yield alone, end
            self._miss(at, PARTNER)

    def _result_and_caller(self, at: int, level: int) -> Parse:
        """The tricks taken, and who called the ace where the line says so."""
        for tricks, end in self._result(at, level):
            yield {"tricks": tricks}, end
            if self.text.startswith(CALLED_BY, after := self._space(end)):
                for caller, last in self._seat(after + len(CALLED_BY)):
                    yield {"tricks": tricks, "called_by": caller}, last

    def _result(self, at: int, level: int) -> Parse:
        """The tricks taken: "++", "+2", "--", "-2" against the level, " 10" or "=10" in all, or just made."""
        match = re.compile(r"(\++|-+)(\d{0,2})|(?: +(?:= *)?|=)(\d{1,2})").match(self.text, at)
        if match is None:
            self._miss(at, RESULT)
            yield level, at
        elif match[3]:
            yield int(match[3]), match.end()
        elif not (match[2] and len(match[1]) > 1):
            size = int(match[2]) if match[2] else len(match[1])
            yield max(-1, level + (size if match[1][0] == "+" else -size)), match.end()

    def _own_result(self, at: int, code: str) -> Parse:
        """A nolo player's tricks: at the limit, "-" for each one beyond, "+" for each fewer, or "=3" in all."""
        nolo = self.table.nolo[code]
        match = re.compile(r"(\+*)(-*)(?:=(\d{1,2}))?").match(self.text, at)
        assert match is not None
        if match[3]:
            yield int(match[3]), match.end()
        else:
            self._miss(match.end(), RESULT)
            yield nolo.max_tricks - len(match[1]) + len(match[2]), match.end()

    def _seating(self, at: int) -> Parse:
        """Who deals and who sits out, where the line says so."""
        yield {}, at
        yield from self._away(at)
        for dealt, after_dealer in self._dealer(at):
            yield dealt, after_dealer
            for away, end in self._away(after_dealer):
                yield {**dealt, **away}, end

    def _dealer(self, at: int) -> Parse:
        at = self._space(at)
        if self.text.startswith("@", at):
            if self.text.startswith(UNKNOWN, at + 1):
                yield {"dealer": None}, at + 2
            for dealer, end in self._seat(at + 1):
                yield {"dealer": dealer}, end

    def _away(self, at: int) -> Parse:
        at = self._space(at)
        if self.text.startswith("~", at):
            away, at = [], at + 1
            while found := next(self._seat(at), None):
                away.append(found[0])
                at = found[1]
            if away:
                yield {"sits_out": away}, at

    def _named(self, kind: str, at: int, expected: Label) -> Parse:
        for word, end in self._words(at, expected):
            code = self.spelling.meant(kind, word)
            if code is not None:
                yield code, end

    def _words(self, at: int, expected: Label) -> Iterator[tuple[str, int]]:
        """The letters from a place on, then ever fewer of them, since two names may stand together."""
        match = LETTERS.match(self.text, at)
        for end in range(match.end(), at, -1) if match else ():
            yield self.text[at:end], end
        self._miss(at, expected)

    def _space(self, at: int) -> int:
        while self.text.startswith(" ", at):
            at += 1
        return at

    def _ends(self, at: int) -> bool:
        """Whether the line ends here, but for a note; a semicolon without one is half a line."""
        at = self._space(at)
        self._miss(at, END)
        if at == len(self.text) and self.mark and not self.note:
            self._miss(self.line.index(NOTE) + 1, WHY)
            return False
        return at == len(self.text)

    def _miss(self, at: int, expected: Label) -> None:
        """Remember the furthest place where something else was hoped for, and everything that was hoped for there."""
        if at > self.furthest:
            self.furthest, self.expected = at, []
        if at == self.furthest and expected not in self.expected:
            self.expected.append(expected)


def _dealt(data: Data, dealer: str | None, away: Away) -> Data:
    """The deal with its dealer and who sits out, where nobody is named and the kind of deal has them."""
    if data["kind"] == "adjustment":
        return data
    dealer = data.get("dealer", dealer)
    sits_out = data.get("sits_out", list(away(dealer)) if dealer else [])
    return {**data, **({"dealer": dealer} if dealer else {}), **({"sits_out": sits_out} if sits_out else {})}


def _different(deals: Iterable[Deal]) -> list[Deal]:
    found: list[Deal] = []
    for deal in deals:
        if deal_data(deal) not in [deal_data(other) for other in found]:
            found.append(deal)
    return found
