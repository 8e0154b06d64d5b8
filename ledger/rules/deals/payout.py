"""What a settled deal pays."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Payout:
    """Units won or lost and roles by player, for everybody at the table; with `house` the units sum to 0.

    `line` is the outcome line looked up in the tariff, None if none was needed.
    """

    units: Mapping[str, int]
    house: int
    roles: Mapping[str, str]
    line: str | None


@dataclass(frozen=True)
class Gains:
    """Units won or lost and roles by player, of those in play, before the house is worked out.

    A player missing from `units` wins and loses nothing.
    """

    units: Mapping[str, int]
    roles: Mapping[str, str]
    line: str | None = None
