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


NO_PAYOUT = Payout({}, 0, {}, None)

# A bare tuple: one is made at every deal, and taken apart at once.
Gains = tuple[Mapping[str, int], Mapping[str, str], str | None]
"""Units won or lost and roles by player, of those in play, before the house is worked out, and the outcome key.

Units and roles are in the order of the seats. Units may be empty, where nobody wins or loses; nobody's role is missing.
The key is None if none was looked up.
"""
