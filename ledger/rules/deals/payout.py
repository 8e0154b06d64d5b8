"""What a settled deal pays."""

from collections.abc import Mapping
from typing import NamedTuple


class Payout(NamedTuple):
    """Units won or lost and roles by player, for everybody at the table; with `house` the units sum to 0.

    `key` is the outcome key looked up in the tariff, None if none was needed.
    """

    units: Mapping[str, int]
    house: int
    roles: Mapping[str, str]
    key: str | None


class Gains(NamedTuple):
    """Units won or lost and roles by player, of those in play, before the house is worked out.

    Both are in the order of the seats. `units` may be empty, where nobody wins or loses; none is missing from `roles`.
    """

    units: Mapping[str, int]
    roles: Mapping[str, str]
    key: str | None = None
