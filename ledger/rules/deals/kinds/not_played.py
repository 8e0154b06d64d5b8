"""Cards that were dealt and never played."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from ledger.rules.deals.kinds.deal import Deal
from ledger.rules.deals.payout import Gains, Payout
from ledger.rules.deals.seating import Seating
from ledger.rules.deals.steps import Nothing
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.scoring.tariff import Tariff
from ledger.rules.scoring.vocabulary import CAUSES
from ledger.rules.site import fields
from ledger.rules.site.labels import Label


@dataclass(frozen=True, slots=True, kw_only=True)
class NotPlayed(Deal):
    """Cards that were dealt and never played, and the cause: a row without points; the same dealer deals again."""

    kind: ClassVar[str] = "not_played"
    required: ClassVar[tuple[str, ...]] = ("cause",)
    counts_as: ClassVar[str] = "not_played"
    is_priced: ClassVar[bool] = False

    cause: str

    @classmethod
    def read_facts(
        cls, given: Mapping[str, object], scoring_table: ScoringRules, seating: Seating
    ) -> Mapping[str, Any]:
        """The cause. Raises Refusal."""
        return {"cause": fields.one_of(given["cause"], "cause", CAUSES)}

    def facts(self) -> dict[str, Any]:
        """The cause."""
        return {"cause": self.cause}

    def settle(self, tariff: Tariff, in_play: tuple[str, ...]) -> Gains:
        """Nobody pays."""
        return Gains({}, dict.fromkeys(in_play, "player"))

    def steps(self, scoring_table: ScoringRules, payout: Payout) -> tuple[Nothing]:
        """Nothing, and the same dealer deals again."""
        return (Nothing(again=True),)

    def name(self, scoring_table: ScoringRules) -> Label:
        """The cause."""
        return CAUSES[self.cause]

    @classmethod
    def outcomes(cls, scoring_table: ScoringRules, players: Sequence[str]) -> Iterator["NotPlayed"]:
        """Every cause."""
        for cause in CAUSES:
            yield NotPlayed(cause=cause)
