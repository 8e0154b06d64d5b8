"""Places from totals; equal totals share the better place."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeVar

Points = TypeVar("Points", int, Fraction, int | Fraction)
PODIUM = 3


def places(totals: Sequence[Points]) -> list[int]:
    """The place of each total, highest first, in the order given: [30, 10, 30] gives [1, 3, 1]."""
    ranked = sorted(totals, reverse=True)
    first_at: dict[Points, int] = {}
    for place, total in enumerate(ranked, start=1):
        first_at.setdefault(total, place)
    return [first_at[total] for total in totals]


def on_podium(ranked: Sequence[int]) -> int:
    """How many of these places, best first, stand on the podium: as far as all who share one find room."""
    count = min(PODIUM, len(ranked))
    while 0 < count < len(ranked) and ranked[count] == ranked[count - 1]:
        count -= 1
    return count
