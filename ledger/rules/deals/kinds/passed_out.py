"""A deal in which everybody passed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ledger.rules.deals.keyboard_parts import CONTRACT, LineWriter, Parse, Parts
from ledger.rules.deals.kinds.deal import OTHER, Box, Deal, GroupedBoxes, Words
from ledger.rules.deals.payout import Gains, Teller
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.scoring.tariff import Tariff
from ledger.rules.site.labels import Label, Phrase, fill

WORDS = ("p", "pas", "passet", "passed")  # of its keyboard line
PASSED_OUT = Phrase("Passed out")


@dataclass(frozen=True, slots=True, kw_only=True)
class PassedOut(Deal):
    """Everybody passed: a row without points."""

    kind: ClassVar[str] = "passed_out"
    counts_as: ClassVar[str] = "passed_out"
    is_priced: ClassVar[bool] = False

    @classmethod
    def read_line(cls, parts: Parts, at: int) -> Parse:
        """One word: "p"."""
        return (({"kind": cls.kind}, end) for word, end in parts.words(at, CONTRACT) if word in WORDS)

    def write_line(self, writer: LineWriter) -> str:
        """One letter: "p"."""
        return WORDS[0]

    @classmethod
    def boxes(cls, scoring_table: ScoringRules, words: Words, seats: int) -> GroupedBoxes:
        yield OTHER, Box(WORDS[0], Phrase("passed out"))

    def settle(self, tariff: Tariff, in_play: tuple[str, ...]) -> Gains:
        return {}, dict.fromkeys(in_play, "player"), None

    def sentence(self, teller: Teller) -> Label:
        return fill(Phrase("%(contract)s: no points"), contract=teller.contract)

    def name(self, scoring_table: ScoringRules) -> Label:
        return PASSED_OUT

    @classmethod
    def outcomes(cls, scoring_table: ScoringRules, players: Sequence[str]) -> Iterator["PassedOut"]:
        yield PassedOut()
