"""A player's evenings, and the best and worst of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, NamedTuple

from django.db.models import QuerySet, Subquery

from ledger.models import Attendance, Player, Posting, Season
from ledger.queries.evenings.evening_points import PlayedEvening, points_of_evenings
from ledger.queries.site.compiled import compiled_once
from ledger.queries.statistics.figures import contract_label
from ledger.queries.statistics.played import ADJUSTMENT, counted_postings, only_deals
from ledger.queries.statistics.player_counts import PlayerCounts
from ledger.rules.site.labels import Label


class PlayerResult(NamedTuple):
    """A player's bottom line of an evening, in integer units of the season."""

    evening: PlayedEvening
    season: Season
    points: int
    deals: int


class PlayerEvening(NamedTuple):
    """A player's bottom line of an evening, and the season's total after it, in integer units of the season."""

    evening: PlayedEvening
    deals: int
    points: int
    running: int


@dataclass(frozen=True)
class DealWon:
    """A deal that a player won, and its contract without the level."""

    posting: Posting
    contract: Label


@dataclass(frozen=True)
class Records:
    """The best and worst evening, the longest run of evenings won, and the dearest deal won.

    `best` is None without an evening won, `worst` without one lost; of equal evenings the earliest counts.
    `is_unbroken` says that the run reaches to the last evening.
    """

    best: PlayerResult | None
    worst: PlayerResult | None
    run: Sequence[PlayerResult]
    is_unbroken: bool
    deal: DealWon | None


def evenings_of_player(*, player: Player, seasons: Sequence[Season]) -> list[PlayerResult]:
    """A player's bottom lines of all evenings of some seasons, the earliest first; no query for those that are kept."""
    by_season = points_of_evenings(seasons=seasons)
    pk = player.pk
    results = [
        PlayerResult(evening, season, evening.points[pk], evening.deals[pk])
        for season in seasons
        for evening in by_season[season.pk]
        if pk in evening.points
    ]
    if len(seasons) > 1:
        results.sort(key=lambda total: (total.evening.date, total.evening.number))
    return results


def evenings_of_season(evenings: Sequence[PlayerResult], season: Season) -> list[PlayerEvening]:
    """Those of a player's evenings that belong to a season, each with the total after it."""
    totals = [total for total in evenings if total.season.id == season.id]
    running = accumulate(points for *_, points, _ in totals)
    return [
        PlayerEvening(evening, deals, points, after)
        for (evening, _, points, deals), after in zip(totals, running, strict=True)
    ]


def came_without_playing(*, player: Player, season: Season) -> list[Attendance]:
    """The evenings of a season that a player watched or sent word for, the earliest first; one query."""
    return _attendance_of(player=player.pk, season=season.pk)


@compiled_once
def _attendance_of(*, player: int, season: int) -> "QuerySet[Attendance]":
    noted = Attendance.objects.filter(player=player, evening__season=season).select_related("evening")
    return noted.order_by("evening__date", "evening__number")


def records_of(*, counts: PlayerCounts, evenings: Sequence[PlayerResult]) -> Records:
    """The records among a player's deals and evenings; one query for the dearest deal."""
    unit = counts.played.unit_denominator
    evenings = [total for total in evenings if total.deals]  # balances brought along were won on no evening
    factors = {season.id: unit // season.unit_denominator for season in seasons_among(evenings)}
    points = [points * factors[season.id] for _, season, points, _ in evenings]
    # Of equal evenings the first is found, which is the earliest.
    best = evenings[points.index(max(points))] if points and max(points) > 0 else None
    worst = evenings[points.index(min(points))] if points and min(points) < 0 else None
    run = _longest_run(points)
    return Records(
        best=best,
        worst=worst,
        run=evenings[run.start : run.stop],
        is_unbroken=bool(run) and run.stop == len(points),
        deal=_dearest_won(counts),
    )


def _longest_run(points: Sequence[int]) -> range:
    """Where the longest run of points won lies, the earliest of equal ones."""
    longest, start = range(0), 0
    for index, won in enumerate(points):
        if won <= 0:
            start = index + 1
        elif index + 1 - start > len(longest):
            longest = range(start, index + 1)
    return longest


def _dearest_won(counts: PlayerCounts) -> DealWon | None:
    """The deal in which the player won most points, the earliest of equal ones; one query, none without a deal won."""
    won = [row for row in counts.alike if row.won and row.part != ADJUSTMENT]
    most = max((row.amount * row.factor for row in won), default=0)
    dearest = [row for row in won if row.amount * row.factor == most]
    if not dearest:
        return None
    first = min(dearest, key=lambda row: (row.season.starts_on, row.season.pk))
    (deal,) = _earliest_deal(player=counts.played.player.pk, season=first.season.pk, points=first.amount)
    return DealWon(deal, contract_label(deal.deal_kind, deal.contract, deal.entry.table_version.to_rules()))


@compiled_once
def _earliest_deal(*, player: int, season: int, points: int) -> "QuerySet[Any]":
    """A player's posting of the first deal of a season that gave so many points."""
    postings = only_deals(counted_postings(player=player, entry__season=season, points=points))
    in_order = postings.order_by("entry__evening__date", "entry__evening__number", "entry__number")
    # The first is told by its id: what it was is read of it alone, and not of all that gave as much.
    first = counted_postings(pk=Subquery(in_order.values("pk")[:1]))
    with_entry = first.select_related("entry__evening", "entry__season", "entry__table_version")
    return with_entry.defer("entry__deal", "entry__table_version__document")


def seasons_among(evenings: Sequence[PlayerResult]) -> tuple[Season, ...]:
    """The seasons of some evenings, the latest first."""
    seasons = {season.id: season for _, season, *_ in evenings}
    return tuple(sorted(seasons.values(), key=lambda season: (season.starts_on, season.pk), reverse=True))
