"""The course of everybody's points through a period."""

from bisect import bisect_right
from collections.abc import Mapping
from itertools import accumulate
from typing import NamedTuple

from ledger.queries.seasons.periods import Period


class PointsCourse(NamedTuple):
    """A player's total after each tick, in the period's integer units, and whether the player was there since the last.

    `before` is the total before the first tick: the opening balance, and of a period that is cut the earlier evenings.
    """

    totals: tuple[int, ...]
    was_there: tuple[bool, ...]
    before: int = 0


def courses(*, period: Period, sums: Mapping[int, int], most: int | None = None) -> Mapping[int, PointsCourse]:
    """Everybody's course through a period, by player id; `sums` are the points at its end.

    One query for all seasons together, none for one. Each evening is a tick, or if there are more than `most`, each of
    so many stretches of evenings. Entries posted since the period and the sums were read are left out.
    """
    evenings, factors = period.evenings, period.factors
    count = len(evenings) if most is None else min(most, len(evenings))
    points = {player: [0] * count for player in sums}
    was_there = {player: [False] * count for player in sums}
    for tick, evening in zip(_ticks(len(evenings), count), evenings, strict=True):
        factor = factors[evening.season]
        for player, units in evening.points.items():
            if player in points:  # a deal may have been posted since the sums were read
                points[player][tick] += units * factor
                was_there[player][tick] = True
    by_player = {}
    for player, at_end in sums.items():
        before = at_end - sum(points[player])
        _, *totals = accumulate(points[player], initial=before)
        by_player[player] = PointsCourse(tuple(totals), tuple(was_there[player]), before)
    return by_player


def _ticks(evenings: int, count: int) -> list[int]:
    """Which of `count` stretches each of so many evenings is in."""
    ends = [(tick + 1) * evenings // count for tick in range(count)]
    return [bisect_right(ends, index) for index in range(evenings)]
