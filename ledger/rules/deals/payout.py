"""What a settled deal pays."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Payout:
    """Units won or lost and the role by player, for everybody at the table; together with `house` the units sum to 0.

    `line` is the outcome line of the tariff that was looked up, None where none was needed.
    """

    units: Mapping[str, int]
    house: int
    roles: Mapping[str, str]
    line: str | None


@dataclass(frozen=True)
class Gains:
    """Units won or lost and the role by player, of those in play alone, before the house is known.

    Where a player is missing from `units`, nothing is won or lost.
    """

    units: Mapping[str, int]
    roles: Mapping[str, str]
    line: str | None = None
