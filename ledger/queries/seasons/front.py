"""A club's front page: the latest evening, the result of the last one played, and who leads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import F, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from ledger.models import Evening, EveningTotal, Membership, Season, SeasonTotal
from ledger.models.clubs.persons import persons_shown
from ledger.queries.deals.history import HistoryStep, last_deals
from ledger.queries.evenings.approval import APPROVED, approval_state
from ledger.queries.evenings.neighbours import MOST_READ, latest_evenings, played_latest_first
from ledger.queries.evenings.result import PlayerPlace
from ledger.queries.seasons.ranking import results_of
from ledger.queries.seasons.standings import TAKES_PART, Period, PointsCourse, courses
from ledger.rules.seasons import RuleResult, places

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
    """A season at a glance; two queries, one more where the club's own rule ranks, and one for evenings not kept."""
    latest, played = _latest_and_last_played(season, today)
    rows = _by_person(list(_sums_and_evening(season=season.pk, evening=played.pk if played else None)))
    results = results_of(season=season)
    first = (_first_by_rule(rows, results) or _best_first(rows, "season_points"))[:count]
    return SeasonFront(
        latest=latest,
        is_approved=latest is not None and latest.state == APPROVED,
        next_deal=1 + ((latest and latest.last_number) or 0),
        played=played,
        result=tuple(_player_place(place, row, "evening_points") for place, row in _best_first(rows, "evening_points")),
        top=tuple(_player_place(place, row, "season_points") for place, row in first),
        courses=_courses(season, {row["player_id"]: row["season_points"] for _, row in first}),
        players=len(rows),
        is_by_rule=any(result.place for result in results.values()),
    )


def _sums_and_evening(*, season: int, evening: int | None) -> "QuerySet[SeasonTotal, Any]":
    """Everybody's points of a season and of one of its evenings, null for those who were not there."""
    by_player = SeasonTotal.objects.filter(TAKES_PART, season=season).values(
        "player_id", "player__name", "player__slug", "player__sort_key"
    )
    on_evening = EveningTotal.objects.filter(evening=evening, player=OuterRef("player")).values("points")
    return by_player.annotate(season_points=F("points"), evening_points=Subquery(on_evening))


def _by_person(rows: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
    """The rows with players who are shown as one added up."""
    if not persons_shown():
        return rows
    together: dict[int, dict[str, Any]] = {}
    for row in rows:
        person = together.setdefault(row["player_id"], {**row, "season_points": 0, "evening_points": None})
        person["season_points"] += row["season_points"]
        if row["evening_points"] is not None:
            person["evening_points"] = (person["evening_points"] or 0) + row["evening_points"]
    return list(together.values())


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
    newest, earliest = of_season.order_by("-date", "-number"), of_season.order_by("date", "-number")
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
        latest = evening if evening.pk == evening.latest_pk else latest
        played = evening if evening.pk == evening.played_pk else played
    return latest, played


def _first(evenings: QuerySet[Evening]) -> Subquery:
    return Subquery(evenings.values("pk")[:1])


def _courses(season: Season, sums: Mapping[int, int]) -> tuple[PointsCourse, ...]:
    """The courses of some players with their season's `sums`, in its units, over the evenings that any of them played.

    They go no further back than the MOST_READ latest evenings, which are asked for only if they are not kept.
    """
    latest = latest_evenings(seasons=[season])[-MOST_READ:]
    played = [evening for evening in latest if not sums.keys().isdisjoint(evening.points)]
    period = Period(season.club, (season,), season, tuple(played))
    return tuple(courses(period=period, sums=sums).values())


def _best_first(rows: Sequence[Mapping[str, Any]], amount: str) -> list[tuple[int, Mapping[str, Any]]]:
    """The places of those who have an amount, best first, then by name; equal amounts share a place."""
    having = [row for row in rows if row[amount] is not None]
    ranked = sorted(having, key=lambda row: (-row[amount], row["player__sort_key"]))
    return [*zip(places([row[amount] for row in ranked]), ranked, strict=True)]


def _first_by_rule(
    rows: Sequence[Mapping[str, Any]], results: Mapping[int, RuleResult]
) -> list[tuple[int, Mapping[str, Any]]]:
    """Those who have a place by the rule, best first, then by name; nobody without a rule."""
    by_name = sorted((row for row in rows if row["player_id"] in results), key=lambda row: row["player__sort_key"])
    placed = [(place, row) for row in by_name if (place := results[row["player_id"]].place)]
    return sorted(placed, key=lambda at: at[0])


def _player_place(place: int, row: Mapping[str, Any], amount: str) -> PlayerPlace:
    return PlayerPlace(place=place, name=row["player__name"], slug=row["player__slug"], points=row[amount])
