"""Periods: the evenings that standings count, of a season, some of them, one alone, or all that a club ever played."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from math import lcm
from typing import Any, NamedTuple

from django.db.models import Case, Count, Exists, F, IntegerField, OuterRef, QuerySet, Sum, When
from django.db.models.expressions import Combinable

from ledger.models import Club, Evening, EveningTotal, Season
from ledger.queries.seasons.standings import PLAYER, Standing, played_latest_first, rank_players, standings
from ledger.queries.site.compiled import compiled_once

MOST_READ = 60  # evenings: more than a club holds in a season that meets every week


class PlayedEvening(NamedTuple):
    """An evening with an entry in the book."""

    pk: int
    number: int
    date: date
    place: str


@dataclass(frozen=True)
class Period:
    """Some of a club's evenings in order of date: of a season, or if that is None, of all.

    `is_whole` says that no evening is left out, `is_cut` that only the latest evenings of a whole season were read.
    """

    club: Club
    season: Season | None
    evenings: tuple[PlayedEvening, ...]
    is_whole: bool = True
    is_cut: bool = False

    @cached_property
    def denominators(self) -> list[int]:
        """The denominators of the units in which its seasons count; one query for all seasons."""
        if self.season is not None:
            return [self.season.unit_denominator]
        return list(self.club.seasons.order_by().values_list("unit_denominator", flat=True).distinct())

    @property
    def begins(self) -> date:
        """The day of its first evening; if the season is cut, the day on which the season begins."""
        return self.season.starts_on if self.season and self.is_cut else self.evenings[0].date

    @property
    def unit_denominator(self) -> int:
        """The denominator of a unit in which all its points are whole numbers."""
        return lcm(*self.denominators)

    @property
    def points(self) -> Combinable:
        """An evening total's points in the period's unit, as an expression for the database."""
        return in_common_unit("points", season="evening__season", denominators=self.denominators)

    @property
    def totals(self) -> QuerySet[EveningTotal]:
        """Everybody's bottom lines of its evenings."""
        if self.is_whole and self.season is not None:
            return EveningTotal.objects.filter(evening__season=self.season).order_by()
        return EveningTotal.objects.filter(evening__in=[evening.pk for evening in self.evenings]).order_by()


def in_common_unit(points: str, *, season: str, denominators: Collection[int]) -> Combinable:
    """A column of points of several seasons in a common unit, as an expression for the database.

    `points` and `season` are the look-ups of the column and its season, `denominators` those of all the seasons.
    """
    if len(set(denominators)) <= 1:
        return F(points)
    common = lcm(*denominators)
    cases = (When(**{f"{season}__unit_denominator": unit}, then=F(points) * (common // unit)) for unit in denominators)
    return Case(*cases, output_field=IntegerField())


def latest_of(*, club: Club, season: Season) -> Period:
    """A whole season, read no further back than its MOST_READ latest evenings; one query."""
    # One row more than is used, which tells that there are others.
    rows = _latest_evenings(season=season.pk)
    evenings = tuple(PlayedEvening(*row) for row in reversed(rows[:MOST_READ]))
    return Period(club=club, season=season, evenings=evenings, is_cut=len(rows) > MOST_READ)


@compiled_once
def _latest_evenings(*, season: int) -> "QuerySet[Evening, tuple[Any, ...]]":
    return played_latest_first(season=season).values_list(*PlayedEvening._fields)[: MOST_READ + 1]


def period_of(*, club: Club, season: Season | None) -> Period:
    """A whole season, or all seasons of a club; one query."""
    with_entries = Exists(EveningTotal.objects.filter(evening=OuterRef("pk")))
    evenings = Evening.objects.filter(with_entries, **({"season": season} if season else {"club": club}))
    rows = evenings.order_by("date", "number").values_list(*PlayedEvening._fields)
    return Period(club=club, season=season, evenings=tuple(PlayedEvening(*row) for row in rows))


def narrow_to(period: Period, evenings: Iterable[PlayedEvening]) -> Period:
    """The part of a period with only the given evenings."""
    kept = tuple(evenings)
    return replace(period, evenings=kept, is_whole=period.is_whole and kept == period.evenings)


def period_standings(*, period: Period) -> list[Standing]:
    """The standings of a period in its own unit; two queries, and one more over all seasons."""
    if period.is_whole and period.season is not None:
        return standings(season=period.season)
    by_player: Any = period.totals.values_list(*PLAYER)
    sums = list(by_player.annotate(evenings=Count("id"), all_deals=Sum("deals"), sum=Sum(period.points)))
    # None for a period of one evening, which has no earlier one to have changed from.
    last = EveningTotal.objects.filter(evening__in=[evening.pk for evening in period.evenings[1:][-1:]])
    return rank_players(sums, dict(last.values_list("player_id", period.points)))
