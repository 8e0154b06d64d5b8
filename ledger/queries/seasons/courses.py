"""The course of everybody's points through a period."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, NamedTuple

from django.db.models import QuerySet

from ledger.models import Club, EveningTotal, Season
from ledger.queries.seasons.periods import MOST_READ, Period, PlayedEvening
from ledger.queries.seasons.standings import played_latest_first
from ledger.queries.site.compiled import compiled_once


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


def courses(
    *,
    period: Period,
    sums: Mapping[int, int],
    most: int | None = None,
    points: Iterable[tuple[int, int, int]] | None = None,
) -> Mapping[int, PointsCourse]:
    """Everybody's course through a period, by player id; `sums` are the points at its end.

    `points` are everybody's on each evening, as (player id, evening id, the period's units); one query without them.

    Each evening is a tick, or if there are more than `most`, each of so many stretches of evenings. Entries posted
    since the period and the sums were read are left out.
    """
    evenings = period.evenings
    count = len(evenings) if most is None else min(most, len(evenings))
    ends = [(tick + 1) * len(evenings) // count for tick in range(count)]
    ticks = {evening.pk: bisect_right(ends, index) for index, evening in enumerate(evenings)}
    by_player = {player: _PointsByTick([0] * count, [False] * count) for player in sums}
    for player, evening, units in _points_by_evening(period) if points is None else points:
        by_tick, tick = by_player.get(player), ticks.get(evening)
        # A deal may have been posted since the evenings and sums were read.
        if by_tick is not None and tick is not None:
            by_tick.points[tick] += units
            by_tick.was_there[tick] = True
    return {player: by_tick.course(sums[player]) for player, by_tick in by_player.items()}


def season_courses(*, club: Club, season: Season) -> tuple[Period, Mapping[int, PointsCourse]]:
    """A whole season and everybody's course through its latest evenings, by player id.

    One query; a second, for what there was before, if the season has more than MOST_READ evenings.
    """
    rows = [(PlayedEvening(*evening), player, points) for player, points, *evening in _latest_points(season=season.pk)]
    evenings = tuple(dict.fromkeys(evening for evening, *_ in rows))
    ticks = {evening.pk: tick for tick, evening in enumerate(evenings[-MOST_READ:])}
    by_player: dict[int, dict[int, int]] = {}
    for evening, player, points in rows:
        if evening.pk in ticks:
            by_player.setdefault(player, {})[ticks[evening.pk]] = points
    is_cut = len(evenings) > MOST_READ
    sums = dict(season.totals.values_list("player_id", "points")) if is_cut else _sum_up(by_player)
    period = Period(club=club, season=season, evenings=evenings[-MOST_READ:], is_cut=is_cut)
    return period, {player: course_of(by_player.get(player, {}), len(ticks), at_end) for player, at_end in sums.items()}


def course_of(by_tick: Mapping[int, int], count: int, at_end: int) -> PointsCourse:
    """The course of a player with these points at some of `count` ticks, and the total `at_end`; no query."""
    points = [by_tick.get(tick, 0) for tick in range(count)]
    return _PointsByTick(points, [tick in by_tick for tick in range(count)]).course(at_end)


def _sum_up(by_player: Mapping[int, Mapping[int, int]]) -> dict[int, int]:
    return {player: sum(by_tick.values()) for player, by_tick in by_player.items()}


@compiled_once
def _latest_points(*, season: int) -> "QuerySet[EveningTotal, tuple[Any, ...]]":
    # One evening more than is used, which tells that there are others.
    latest = played_latest_first(season=season).values("pk")[: MOST_READ + 1]
    in_order = EveningTotal.objects.filter(evening__in=latest).order_by("evening__date", "evening__number", "pk")
    return in_order.values_list("player_id", "points", *(f"evening__{name}" for name in PlayedEvening._fields))


def _points_by_evening(period: Period) -> Iterable[tuple[int, int, int]]:
    """Everybody's points on each of a period's evenings: (player id, evening id, the period's units)."""
    if period.season is not None and period.is_whole and len(period.evenings) <= MOST_READ:
        return _points_on_latest_evenings(season=period.season.pk)
    return period.totals.values_list("player_id", "evening_id", period.points)


@compiled_once
def _points_on_latest_evenings(*, season: int) -> "QuerySet[EveningTotal, tuple[Any, ...]]":
    latest = played_latest_first(season=season).values("pk")[:MOST_READ]
    return EveningTotal.objects.filter(evening__in=latest).values_list("player_id", "evening_id", "points")
