"""A club's front page: the latest evening, the result of the last one played, and who leads."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Max, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from ledger.models import Evening, Membership, Season
from ledger.queries.deals.history import HistoryStep, last_deals
from ledger.queries.evenings.approval import APPROVED, approval_state
from ledger.queries.evenings.neighbours import MOST_READ, latest_evenings, played_latest_first
from ledger.queries.evenings.result import PlayerPlace
from ledger.queries.seasons.ranking import rank_by_rule
from ledger.queries.seasons.standings import Period, PointsCourse, courses, standings
from ledger.rules.seasons import places

LAST_EVENINGS = 2  # enough for a new evening's first deals to stand before the end of the one before


@dataclass(frozen=True)
class SeasonFront:
    """A season at a glance: its latest evening, the last one with deals and its result, and the first players.

    `latest` is tonight's evening or the last one held, or one to come if none was held. `is_approved` says whether it
    is approved, `next_deal` the number of its next deal. `courses` are those of the players in `top`, in season units
    evening by evening; `players` is how many there are, and `is_by_rule` says that the club's rule ranks.
    """

    latest: Evening | None
    is_approved: bool
    next_deal: int
    played: Evening | None
    result: tuple[PlayerPlace, ...]
    top: tuple[PlayerPlace, ...]
    courses: tuple[PointsCourse, ...]
    players: int
    is_by_rule: bool


def season_front(*, season: Season, today: date, count: int = 5) -> SeasonFront:
    """A season at a glance; its standings and three queries at most."""
    latest, played = _latest_and_last_played(season, today)
    ranking = rank_by_rule(season=season, rows=standings(season=season))
    placed = [row for row in ranking.standings if row.rank is not None]
    # Where the rule gives nobody a place yet, the points do.
    first = (placed or ranking.standings)[:count]
    there = [row for row in ranking.standings if row.change is not None]
    there.sort(key=lambda row: (-(row.change or 0), row.sort_key))
    won = [row.change or 0 for row in there]
    result = []
    for place, row, points in zip(places(won), there, won, strict=True):
        result.append(PlayerPlace(place, row.name, row.slug, points))
    top = [PlayerPlace(row.rank or row.place, row.name, row.slug, row.points) for row in first]
    last_number = latest.last_number if latest else None
    return SeasonFront(
        latest=latest,
        is_approved=latest is not None and latest.state == APPROVED,
        next_deal=1 + (last_number or 0),
        played=played,
        result=tuple(result),
        top=tuple(top),
        courses=_courses(season, {row.player_id: row.points for row in first}),
        players=len(ranking.standings),
        is_by_rule=ranking.is_by_rule and bool(placed),
    )


def latest_deals(*, season: Season) -> list[HistoryStep]:
    """The last deals of the last two evenings played; at most three queries."""
    return last_deals(season=season, evenings=played_latest_first(season=season)[:LAST_EVENINGS])


def is_on_a_board(*, user: AbstractBaseUser | AnonymousUser) -> bool:
    """Whether a user is a member of any club; at most one query."""
    return user.is_authenticated and Membership.objects.filter(user_id=user.pk).exists()


def _latest_and_last_played(season: Season, today: date) -> tuple[Any, Any]:
    """The latest evening and the latest with deals, often the same; one query.

    Each has the `state` left by its last approval or reopening.
    """
    of_season = Evening.objects.filter(season=season)
    newest = of_season.order_by("-date", "-number")
    earliest = of_season.order_by("date", "-number")
    # Each by the index of a season's evenings, not by sorting them. One to come is the latest only if none was held.
    latest_pk = Coalesce(_first(newest.filter(date__lte=today)), _first(earliest))
    played_pk = _first(played_latest_first(season=season))
    either = of_season.filter(Q(pk=latest_pk) | Q(pk=played_pk))
    latest = played = None
    evenings = either.annotate(
        latest_pk=latest_pk, played_pk=played_pk, state=approval_state(), last_number=Max("entries__number")
    )
    for evening in evenings:
        evening.season = season
        if evening.pk == evening.latest_pk:
            latest = evening
        if evening.pk == evening.played_pk:
            played = evening
    return latest, played


def _first(evenings: QuerySet[Evening]) -> Subquery:
    return Subquery(evenings.values("pk")[:1])


def _courses(season: Season, sums: Mapping[int, int]) -> tuple[PointsCourse, ...]:
    """The courses of some players through the season's evenings that any of them played, by their `sums` of the season.

    They go no further back than the MOST_READ latest evenings.
    """
    latest = latest_evenings(seasons=[season])[-MOST_READ:]
    played = [evening for evening in latest if not sums.keys().isdisjoint(evening.points)]
    period = Period(season.club, (season,), season, tuple(played))
    return tuple(courses(period=period, sums=sums).values())
