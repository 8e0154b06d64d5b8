"""Points moved by agreement."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from ledger.rules.deals.kinds.deal import Deal
from ledger.rules.deals.payout import Gains, Payout
from ledger.rules.deals.seating import read_player
from ledger.rules.deals.steps import Moved
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.scoring.tariff import Tariff
from ledger.rules.site import fields
from ledger.rules.site.labels import Label
from ledger.rules.site.points import read_points
from ledger.rules.site.refusal import Refusal, gettext_noop

LONGEST_REASON = 200

ADJUSTMENT = Label("Regulering", "Adjustment")

NOT_ZERO_SUM = gettext_noop("The amounts must add up to 0.")
AMOUNT_NOT_EXACT = gettext_noop('Write amounts as whole numbers or as text such as "-0,25".')
NO_AMOUNT = gettext_noop("Give at least two players an amount.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjustment(Deal):
    """Points moved by agreement, with the reason: `amounts` as they were typed, `units` as they count."""

    kind: ClassVar[str] = "adjustment"
    required: ClassVar[tuple[str, ...]] = ("amounts", "reason")
    share_keys: ClassVar[tuple[str, ...]] = ("amounts",)
    counts_as: ClassVar[str] = "adjustment"
    is_priced: ClassVar[bool] = False
    is_dealt: ClassVar[bool] = False

    amounts: Mapping[str, int | str]
    reason: str
    units: Mapping[str, int]

    @classmethod
    def read(cls, data: Mapping[str, object], scoring_table: ScoringRules, players: tuple[str, ...]) -> Self:
        """Read the amounts and the reason. Raises Refusal unless they add up to 0."""
        given = fields.record(data, None, required=("kind", *cls.required))
        typed = fields.record(given["amounts"], "amounts", optional=None)
        amounts = {read_player(player, "amounts", players): _amount(amount, player) for player, amount in typed.items()}
        if len(amounts) < 2:
            raise Refusal(NO_AMOUNT, "amounts")
        units = {
            player: read_points(str(amount), scoring_table.unit_denominator, f"amounts.{player}")
            for player, amount in amounts.items()
        }
        if sum(units.values()):
            raise Refusal(NOT_ZERO_SUM, "amounts")
        return cls(amounts=amounts, reason=fields.words(given["reason"], "reason", LONGEST_REASON), units=units)

    def facts(self) -> dict[str, Any]:
        """The amounts as they were typed, and the reason."""
        return {"amounts": dict(self.amounts), "reason": self.reason}

    def settle(self, tariff: Tariff, in_play: tuple[str, ...]) -> Gains:
        """What was agreed."""
        return Gains(self.units, dict.fromkeys(in_play, "player"))

    def steps(self, scoring_table: ScoringRules, payout: Payout) -> tuple[Moved]:
        """What was moved, and why."""
        return (Moved(self.reason, tuple(self.units.items())),)

    def name(self, scoring_table: ScoringRules) -> Label:
        """That points were moved."""
        return ADJUSTMENT


def _amount(value: object, player: str) -> int | str:
    if isinstance(value, str):
        return value
    if type(value) is int and abs(value) < 10**fields.MOST_DIGITS:
        return value
    raise Refusal(AMOUNT_NOT_EXACT, f"amounts.{player}")
