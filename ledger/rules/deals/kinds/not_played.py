"""Cards that were dealt and never played."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ledger.rules.deals.keyboard_parts import CONTRACT, LineWriter, Parse, Parts
from ledger.rules.deals.kinds.deal import Deal, Facts, Given
from ledger.rules.deals.payout import Gains, Teller
from ledger.rules.deals.seating import Seating
from ledger.rules.scoring.scoring_table import CAUSES, ScoringRules
from ledger.rules.scoring.tariff import Tariff
from ledger.rules.site import fields
from ledger.rules.site.labels import Label, Phrase, fill

WORDS = {  # of its keyboard line
    "redeal": ("o", "om", "omgivning", "omblanding", "redeal"),
    "iron_hand": ("j", "jern", "jernhånd", "jernhaand", "iron"),
    "misdeal": ("f", "fejl", "fejlgivning", "misdeal"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class NotPlayed(Deal):
    """Cards that were dealt and never played, with the cause: a row without points, and the same dealer deals again."""

    kind: ClassVar[str] = "not_played"
    required: ClassVar[tuple[str, ...]] = ("cause",)
    counts_as: ClassVar[str] = "not_played"
    is_priced: ClassVar[bool] = False

    cause: str

    @classmethod
    def read_facts(cls, given: Given, scoring_table: ScoringRules, seating: Seating) -> Facts:
        return {"cause": fields.one_of(given["cause"], "cause", CAUSES)}

    @classmethod
    def read_line(cls, parts: Parts, at: int) -> Parse:
        """One word of the cause: "o"."""
        for word, end in parts.words(at, CONTRACT):
            for cause, words in WORDS.items():
                if word in words:
                    yield {"kind": cls.kind, "cause": cause}, end

    def write_line(self, writer: LineWriter) -> str:
        """One letter of the cause: "o"."""
        return WORDS[self.cause][0]

    def settle(self, tariff: Tariff, in_play: tuple[str, ...]) -> Gains:
        return {}, dict.fromkeys(in_play, "player"), None

    def sentence(self, teller: Teller) -> Label:
        return fill(Phrase("%(contract)s: no points, the same dealer deals again"), contract=teller.contract)

    def name(self, scoring_table: ScoringRules) -> Label:
        return CAUSES[self.cause]

    @classmethod
    def outcomes(cls, scoring_table: ScoringRules, players: Sequence[str]) -> Iterator["NotPlayed"]:
        for cause in CAUSES:
            yield NotPlayed(cause=cause)
