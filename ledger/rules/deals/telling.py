"""What a kind explains a payout with: the contract in words, numbers in points, and the players' names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ledger.rules.deals.payout import Payout
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site.labels import Label, enumeration, join, same
from ledger.rules.site.points import in_points


@dataclass(frozen=True, slots=True)
class Teller:
    """A settled deal: its contract with asides, its scoring table and payout, and the players' names where known."""

    contract: Label
    scoring_table: ScoringRules
    payout: Payout
    names: Mapping[str, str]

    def name(self, player: str) -> Label:
        """A player's name."""
        return same(self.names.get(player, player))

    def names_of(self, players: Sequence[str]) -> Label:
        """Players' names: "Anders, Bodil og Carl"."""
        return enumeration([self.name(player) for player in players])

    def points(self, units: int) -> Label:
        """Units in points."""
        return in_points(units, self.scoring_table.unit_denominator)

    def amounts(self, units: Mapping[str, int]) -> Label:
        """What each player wins or loses: "Anders −1, Bodil +1"."""
        return join([self._amount(player, moved) for player, moved in units.items()], ", ")

    def after_contract(self, words: Label) -> Label:
        """Words behind the contract: "Regulering: ..."."""
        return join([self.contract, words], ": ")

    def _amount(self, player: str, units: int) -> Label:
        return join([self.name(player), same(" +" if units > 0 else " "), self.points(units)], "")
