"""Fixed pairs, scored for tricks over the book: English whist."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from ledger.rules.deals.keyboard_parts import LineWriter, Parse, Parts
from ledger.rules.deals.kinds.deal import (
    ALL_TRICKS,
    EVERYBODY,
    Box,
    BoxGroup,
    Deal,
    Facts,
    Given,
    GroupedBoxes,
    PlaceInLine,
    Words,
    all_or_none,
)
from ledger.rules.deals.payout import TAKES_NUMBER, Gains, Teller, number_in_words, trick_count
from ledger.rules.deals.seating import Seating
from ledger.rules.scoring.document import Remark
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.scoring.tariff import Tariff
from ledger.rules.site import fields
from ledger.rules.site.labels import Label, Phrase, fill, join, same
from ledger.rules.site.refusal import Refusal, gettext_noop

PAIRS = BoxGroup("pairs", Phrase("Tricks, pairs"), PlaceInLine.RESULT)

OVER_BOOK = Phrase("%(tricks)s, %(over)s above %(book)s")
FROM_OPPONENTS = Phrase("%(over)s above the book of %(book)s, %(over)s × %(price)s = %(total)s from each opponent")
FROM_HOUSE = Phrase("%(over)s above the book of %(book)s, %(over)s × %(price)s = %(total)s to each, paid by the house")


BOTH = re.compile(r"(\d{1,2}) ?- ?(\d{1,2})")


@dataclass(frozen=True, slots=True, kw_only=True)
class PairBook(Deal):
    """Two pairs, the first seat's first, and the tricks that each of them took."""

    kind: ClassVar[str] = "pair_book"
    required: ClassVar[tuple[str, ...]] = ("pairs", "pair_tricks")
    group_keys: ClassVar[tuple[str, ...]] = ("pairs",)
    parts: ClassVar[Mapping[str, Label]] = EVERYBODY
    offered_by: ClassVar[str] = "pair_book"

    pairs: tuple[tuple[str, str], tuple[str, str]]
    pair_tricks: tuple[int, int]

    @classmethod
    def contract_labels(cls, scoring_table: ScoringRules) -> Mapping[str, Label]:
        return {"": scoring_table.pair_book.label} if scoring_table.pair_book else {}

    @classmethod
    def read_facts(cls, given: Given, scoring_table: ScoringRules, seating: Seating) -> Facts:
        """Read the pairs and their tricks.

        Raises Refusal unless every player and every trick is there.
        """
        pairs = [_pair(pair, seating) for pair in fields.sequence(given["pairs"], "pairs", 2, 2)]
        if {*pairs[0], *pairs[1]} != set(seating.in_play):
            raise Refusal(gettext_noop("The two pairs must be the players of the deal."), "pairs")
        counts = fields.sequence(given["pair_tricks"], "pair_tricks", 2, 2)
        tricks = [fields.integer(count, "pair_tricks", 0, scoring_table.tricks) for count in counts]
        if sum(tricks) != scoring_table.tricks:
            raise Refusal(ALL_TRICKS, "pair_tricks", tricks=scoring_table.tricks)
        # The first seat's pair first, whichever was named so: line and control sum say the tricks in that order.
        (first, ours), (second, theirs) = sorted(
            zip(pairs, tricks, strict=True), key=lambda pair: seating.players.index(pair[0][0])
        )
        return {"pairs": (first, second), "pair_tricks": (ours, theirs)}

    def facts(self) -> dict[str, Any]:
        return {"pairs": [list(pair) for pair in self.pairs], "pair_tricks": list(self.pair_tricks)}

    @classmethod
    def read_line(cls, parts: Parts, at: int) -> Parse:
        """The tricks of both pairs: "8-5"."""
        match = BOTH.match(parts.text, at)
        if cls.is_offered(parts.scoring_table) and match:
            pairs = [list(parts.players[0::2]), list(parts.players[1::2])]
            yield {"kind": cls.kind, "pairs": pairs, "pair_tricks": [int(match[1]), int(match[2])]}, match.end()

    def write_line(self, writer: LineWriter) -> str:
        return "{}-{}".format(*self.pair_tricks)

    @classmethod
    def boxes(cls, scoring_table: ScoringRules, words: Words, seats: int) -> GroupedBoxes:
        for seats_of_pair in ("1+3", "2+4"):
            yield PAIRS, Box(seats_of_pair, written=True)

    def settle(self, tariff: Tariff, in_play: tuple[str, ...]) -> Gains:
        """The losers, or the house, pay the winners for each trick over the book."""
        units = dict.fromkeys(in_play, 0)
        for pair, amount in zip(self.pairs, tariff.pair_book[self.pair_tricks[0]], strict=True):
            units.update(dict.fromkeys(pair, amount))
        return units, dict.fromkeys(in_play, "player"), None

    def explain(self, teller: Teller) -> Label:
        """The tricks of the pair with the most, and what those above the book pay."""
        book = teller.scoring_table.pair_book
        assert book is not None
        pair, tricks = max(zip(self.pairs, self.pair_tricks, strict=True), key=lambda taken: taken[1])
        over = max(0, tricks - book.tricks)
        price, total = teller.points(book.price), teller.points(over * book.price)
        phrase = FROM_HOUSE if teller.payout.house else FROM_OPPONENTS
        paid = fill(phrase, over=over, book=book.tricks, price=price, total=total)
        return join([teller.do(TAKES_NUMBER, pair, number=trick_count(tricks)), paid], ": ")

    def sentence(self, teller: Teller) -> Label:
        """The tricks of the pair with the most."""
        book = teller.scoring_table.pair_book
        assert book is not None
        pair, tricks = max(zip(self.pairs, self.pair_tricks, strict=True), key=lambda taken: taken[1])
        over = number_in_words(tricks - book.tricks)
        taken = fill(OVER_BOOK, tricks=trick_count(tricks), over=over, book=number_in_words(book.tricks))
        return teller.tell(teller.do(TAKES_NUMBER, pair, number=taken), pair)

    def result(self, scoring_table: ScoringRules) -> Label:
        return same("-".join(map(str, self.pair_tricks)))

    @classmethod
    def outcomes(cls, scoring_table: ScoringRules, players: Sequence[str]) -> Iterator["PairBook"]:
        """Every number of tricks for the first seat's pair."""
        north, east, south, west = players
        for tricks in range(scoring_table.tricks + 1):
            yield PairBook(pairs=((north, south), (east, west)), pair_tricks=(tricks, scoring_table.tricks - tricks))

    @classmethod
    def examples(cls, scoring_table: ScoringRules, players: Sequence[str]) -> Iterator["PairBook"]:
        """Won by one trick and by three, and won by the other pair."""
        assert scoring_table.pair_book is not None
        book, tricks = scoring_table.pair_book.tricks, scoring_table.tricks
        every = list(cls.outcomes(scoring_table, players))
        for ours in (book + 1, book + 3, tricks - book - 2):
            if ours >= 0:
                yield from every[ours : ours + 1]

    def questions(self, tariff: Tariff) -> Iterator[Remark]:
        """Asked if a pair took them all."""
        return all_or_none(max(self.pair_tricks), tariff.scoring_table.tricks)

    @classmethod
    def tricks_taken(cls, data: Mapping[str, Any]) -> Sequence[int]:
        return list(data["pair_tricks"])

    @classmethod
    def tricks_written(cls, data: Mapping[str, Any]) -> int:
        """The tricks of the first seat's pair; those of the other follow from them."""
        return int(data["pair_tricks"][0])


def _pair(value: object, seating: Seating) -> tuple[str, str]:
    named = [seating.player(player, "pairs") for player in fields.sequence(value, "pairs", 2, 2)]
    first, second = sorted(named, key=seating.players.index)
    return first, second
