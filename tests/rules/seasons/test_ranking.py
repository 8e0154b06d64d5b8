"""Places with ties."""

import pytest

from ledger.rules.seasons import on_podium, places


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ([], []),
        ([5], [1]),
        ([10, 30, 20], [3, 1, 2]),
        ([30, 30, 10, 10], [1, 1, 3, 3]),
        ([0, 0, 0], [1, 1, 1]),
        ([-5, 12, -5, 20, 12], [4, 2, 4, 1, 2]),
    ],
)
def test_equal_totals_share_the_better_place(totals, expected):
    assert places(totals) == expected


@pytest.mark.parametrize(
    ("ranked", "count"),
    [([], 0), ([1], 1), ([1, 2, 3, 4], 3), ([1, 1, 3, 3], 2), ([1, 2, 2, 2], 1), ([1, 1, 1, 1], 0)],
)
def test_who_shares_a_place_stands_on_the_podium_with_all_who_share_it(ranked, count):
    assert on_podium(ranked) == count
