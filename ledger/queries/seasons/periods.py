"""Which evenings a list of standings counts: a season's, some of them, one alone, or all that the club ever played."""

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
    """An evening with a line in the book."""

    pk: int
    number: int
    date: date
    place: str


@dataclass(frozen=True)
class Period:
    """Some of a club's evenings, the first one first by date: of a season or, where it is None, of all.

    `is_whole` says that none of them is left out, `is_cut` that of a whole season its latest evenings alone are read.
    """

    club: Club
    season: Season | None
    evenings: tuple[PlayedEvening, ...]
    is_whole: bool = True
    is_cut: bool = False

    @cached_property
    def denominators(self) -> list[int]:
        """The units that the points of its seasons are counted in; one query for all seasons."""
        if self.season is not None:
            return [self.season.unit_denominator]
        return list(self.club.seasons.order_by().values_list("unit_denominator", flat=True).distinct())

    @property
    def begins(self) -> date:
        """The day of its first evening; of a season that is cut, the day it was to begin."""
        return self.season.starts_on if self.season and self.is_cut else self.evenings[0].date

    @property
    def unit_denominator(self) -> int:
        """The part of a point that all its points are whole numbers of."""
        return lcm(*self.denominators)

    @property
    def points(self) -> Combinable:
        """An evening total's points in the period's own unit, as the database works it out."""
        return in_common_unit("points", season="evening__season", denominators=self.denominators)

    @property
    def totals(self) -> QuerySet[EveningTotal]:
        """Everybody's bottom lines of its evenings."""
        if self.is_whole and self.season is not None:
            return EveningTotal.objects.filter(evening__season=self.season).order_by()
        return EveningTotal.objects.filter(evening__in=[evening.pk for evening in self.evenings]).order_by()


def in_common_unit(points: str, *, season: str, denominators: Collection[int]) -> Combinable:
    """A column of points of several seasons, in units of which all theirs are whole numbers.

    `points` and `season` are the look-ups of the column and of its season, `denominators` those of every season.
    """
    if len(set(denominators)) <= 1:
        return F(points)
    common = lcm(*denominators)
    cases = (When(**{f"{season}__unit_denominator": unit}, then=F(points) * (common // unit)) for unit in denominators)
    return Case(*cases, output_field=IntegerField())


def latest_of(*, club: Club, season: Season) -> Period:
    """A whole season, of which the latest evenings alone are read where it has more than MOST_READ; one query."""
    rows = _latest_evenings(season=season.pk)
    evenings = tuple(PlayedEvening(*row) for row in reversed(rows[:MOST_READ]))
    return Period(club=club, season=season, evenings=evenings, is_cut=len(rows) > MOST_READ)


@compiled_once
def _latest_evenings(*, season: int) -> "QuerySet[Evening, tuple[Any, ...]]":
    return played_latest_first(season=season).values_list(*PlayedEvening._fields)[: MOST_READ + 1]


def period_of(*, club: Club, season: Season | None) -> Period:
    """A whole season, or all seasons of a club; one query."""
    with_lines = Exists(EveningTotal.objects.filter(evening=OuterRef("pk")))
    evenings = Evening.objects.filter(with_lines, **({"season": season} if season else {"club": club}))
    rows = evenings.order_by("date", "number").values_list(*PlayedEvening._fields)
    return Period(club=club, season=season, evenings=tuple(PlayedEvening(*row) for row in rows))


def narrow_to(period: Period, evenings: Iterable[PlayedEvening]) -> Period:
    """The part of a period that has only these of its evenings."""
    kept = tuple(evenings)
    return replace(period, evenings=kept, is_whole=period.is_whole and kept == period.evenings)


def period_standings(*, period: Period) -> list[Standing]:
    """The standings of a period, in its own unit; two queries, and one more over all seasons.

    Where there is but one evening, nothing has changed since another.
    """
    if period.is_whole and period.season is not None:
        return standings(season=period.season)
    by_player: Any = period.totals.values_list(*PLAYER)
    sums = list(by_player.annotate(evenings=Count("id"), all_deals=Sum("deals"), sum=Sum(period.points)))
    last = EveningTotal.objects.filter(evening__in=[evening.pk for evening in period.evenings[1:][-1:]])
    return rank_players(sums, dict(last.values_list("player_id", period.points)))
