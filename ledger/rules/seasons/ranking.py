"""Places from totals; equal totals share the better place."""

from collections.abc import Sequence


def places(totals: Sequence[int]) -> list[int]:
    """The place of each total, highest first, in the order given: [30, 10, 30] gives [1, 3, 1]."""
    ranked = sorted(totals, reverse=True)
    first_at: dict[int, int] = {}
    for place, total in enumerate(ranked, start=1):
        first_at.setdefault(total, place)
    return [first_at[total] for total in totals]
