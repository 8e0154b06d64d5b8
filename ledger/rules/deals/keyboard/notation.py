"""The keyboard line, “hurtiglinje”: a deal typed in a few keys, and a deal written as such a line.

    183        seat 1 in 8 with seat 3, just made          1sol3-     1 in sol, made; 3 went along and was beaten
    19v3+      1 in 9 vip with 3, one over                 p          passed out
    19v2k3     the vip won in its 2nd turn, with clubs     !2         a penalty to seat 2
    1101--     1 in 10, his own partner, two down          8-5        tricks to the two pairs
    1100       1 in 10, the ace lay in the cat             m1 1 5 6   everyone for himself, tricks by seat
    1123 9     1 in 12 with 3, nine tricks taken           = -72 24 24 24 ; duestraf      points moved, with why
    o  j  f    redeal, iron hand, misdeal         1sol-!     1 in sol, beaten, and the play was stopped
    19v3 e2    the ace was called by 2            183 ; tæt  a note, behind any deal

Spaces may stand between the parts ("1 9 v 3 +"). A space and a number behind a whole contract are the tricks in all
("183 10"); where they could be a seat, as in "1sol 2", the line is refused, and "1sol=2" or "1sol2" says which. Seats
are counted clockwise from 1; who sits there may be named instead ("Anna 9 Carl +"). Letters are the beginning of a name
in the table, or its initials ("rs" for ren sol). Behind a deal "@2" names its dealer, "@0" says that nobody knows who
dealt, "~2" names who sits out; without them the caller's dealer counts, and who sits out when that one deals. A trump
that changes nothing can be noted as "*h". The same lines are the text of an evening (evening_text.py), and are read
back identically.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from ledger.rules.deals.keyboard.parts import AMOUNT, CONTRACT, COUNT, REASON, Data, NotationFault, Parse, Parts, called
from ledger.rules.deals.keyboard.spelling import Spelling
from ledger.rules.deals.keyboard.writing import NOT_PLAYED, NOTE, PASSED, POT, STOPPED, Away, nobody_away, written
from ledger.rules.deals.kinds import Deal
from ledger.rules.deals.reading import deal_data, read_deal
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site.refusal import gettext_noop

LONGEST_LINE = 200  # without what is behind a semicolon, which has a length of its own

TOO_LONG = gettext_noop("The line is too long.")
TWO_WAYS = gettext_noop("The line can be read in two ways: %(one)s or %(other)s.")

POINTS = re.compile(r"[+-]?[\d.,/]+")


class Notation:
    """The lines of one table; made once, since its names are worked out then.

    `names` has what players are called, by player; without it only their seats can be typed.
    """

    def __init__(self, scoring_table: ScoringRules, names: Mapping[str, str] = MappingProxyType({})) -> None:
        self.scoring_table = scoring_table
        self.names = names
        self.spelling = Spelling(scoring_table)

    def read(self, line: str, players: Sequence[str], dealer: str | None = None, away: Away = nobody_away) -> Deal:
        """The deal that a line says, played at a table of `players` in seat order; `dealer` where it names none.

        `away` says who sits out by who deals, where the line does not.

        Raises NotationFault for a line that cannot be read, and Refusal, with the deal's own key as its field, for a
        deal that nobody can have played.
        """
        if len(line.partition(NOTE)[0]) > LONGEST_LINE:
            raise NotationFault(TOO_LONG, LONGEST_LINE)
        reader = _LineReader(line, self.scoring_table, self.spelling, players, called(players, self.names))
        found = list(reader.deals())
        if not found:
            raise reader.fault()
        deals = _different(read_deal(_dealt(data, dealer, away), self.scoring_table, players) for data in found)
        if len(deals) > 1:
            one, other = (self.write(deal, players, dealer, away) for deal in deals[:2])
            raise NotationFault(TWO_WAYS, 0, one=one, other=other)
        return deals[0]

    def write(self, deal: Deal, players: Sequence[str], dealer: str | None = None, away: Away = nobody_away) -> str:
        """The shortest line that is read back as the same deal where `dealer` would deal, and `away` sit out.

        Points moved come back as the same amounts, though an odd spelling ("1⅛") as the usual one.
        """
        return written(deal, self.scoring_table, self.spelling, players, dealer, away)

    def words(self) -> Mapping[str, Mapping[str, str]]:
        """The fewest letters for everything that a line can name, by kind and code: {"attachment": {"vip": "v"}}."""
        return self.spelling.words


class _LineReader(Parts):
    """Every way to read a line."""

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
                        if column.alone == "forced" and self._is_unclear(after_extras, may_be_two=False):
                            continue
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
        if not self.scoring_table.free_for_all:
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
        if self.scoring_table.pair_book and match:
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
        if not self.scoring_table.penalties or not self.text.startswith("!", at):
            return
        for player, end in self._seat(at + 1):
            only = list(self.scoring_table.penalties) if len(self.scoring_table.penalties) == 1 else []
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
