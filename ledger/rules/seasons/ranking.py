"""Places from totals; equal totals share the better place."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeVar

Points = TypeVar("Points", int, Fraction, int | Fraction)


def places(totals: Sequence[Points]) -> list[int]:
    """The place of each total, highest first, in the order given: [30, 10, 30] gives [1, 3, 1]."""
    ranked = sorted(totals, reverse=True)
    first_at: dict[Points, int] = {}
    for place, total in enumerate(ranked, start=1):
        first_at.setdefault(total, place)
    return [first_at[total] for total in totals]
