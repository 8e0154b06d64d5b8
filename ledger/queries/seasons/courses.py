"""The course of everybody's points through a period."""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from ledger.queries.seasons.periods import Period


@dataclass(frozen=True)
class PointsCourse:
    """A player's total after each tick, in the period's integer units, and whether the player was there since the last.

    `before` is the total before the first tick, which is 0 unless the period is cut.
    """

    totals: tuple[int, ...]
    was_there: tuple[bool, ...]
    before: int = 0


class _PointsByTick(NamedTuple):
    """A player's points in each stretch of a course, and whether the player was there."""

    points: list[int]
    was_there: list[bool]

    def course(self, at_end: int) -> PointsCourse:
        before = at_end - sum(self.points)
        _, *totals = accumulate(self.points, initial=before)
        return PointsCourse(tuple(totals), tuple(self.was_there), before)


def courses(*, period: Period, sums: Mapping[int, int], most: int | None = None) -> Mapping[int, PointsCourse]:
    """Everybody's course through a period, by player id; `sums` are the points at its end.

    One query for all seasons together, none for one. Each evening is a tick, or if there are more than `most`, each of
    so many stretches of evenings. Entries posted since the period and the sums were read are left out.
    """
    evenings = period.evenings
    count = len(evenings) if most is None else min(most, len(evenings))
    ends = [(tick + 1) * len(evenings) // count for tick in range(count)]
    by_player = {player: _PointsByTick([0] * count, [False] * count) for player in sums}
    factors = period.factors
    for index, evening in enumerate(evenings):
        tick, factor = bisect_right(ends, index), factors[evening.season]
        for player, units in evening.points.items():
            # A deal may have been posted since the sums were read.
            if by_tick := by_player.get(player):
                by_tick.points[tick] += units * factor
                by_tick.was_there[tick] = True
    return {player: by_tick.course(sums[player]) for player, by_tick in by_player.items()}


def course_of(by_tick: Mapping[int, int], count: int, at_end: int) -> PointsCourse:
    """The course of a player with these points at some of `count` ticks, and the total `at_end`; no query."""
    points = [by_tick.get(tick, 0) for tick in range(count)]
    return _PointsByTick(points, [tick in by_tick for tick in range(count)]).course(at_end)
