"""A player's evenings, and the best and worst of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, groupby
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS
from django.db.models import QuerySet

from ledger.models import Attendance, EveningTotal, Player, Posting, Season
from ledger.queries.seasons.periods import PlayedEvening
from ledger.queries.site.compiled import compiled_once
from ledger.queries.statistics.figures import contract_label
from ledger.queries.statistics.played import ADJUSTMENT, counted_postings, only_deals
from ledger.queries.statistics.player_counts import PlayerCounts
from ledger.rules.site.labels import Label

SEASON_FIELDS = [field.attname for field in Season._meta.concrete_fields]  # the id first


class PlayerResult(NamedTuple):
    """A player's bottom line of an evening, in integer units of the season."""

    evening: PlayedEvening
    season: Season
    points: int
    deals: int


@dataclass(frozen=True)
class PlayerEvening:
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


def evenings_of_player(*, player: Player) -> list[PlayerResult]:
    """A player's bottom lines of all evenings, the earliest first; one query."""
    seasons: dict[int, Season] = {}
    results = []
    for points, deals, *columns in _results(player=player.pk):
        evening, of_season = columns[: len(PlayedEvening._fields)], columns[len(PlayedEvening._fields) :]
        if of_season[0] not in seasons:
            seasons[of_season[0]] = Season.from_db(DEFAULT_DB_ALIAS, SEASON_FIELDS, of_season)
        results.append(PlayerResult(PlayedEvening(*evening), seasons[of_season[0]], points, deals))
    return results


@compiled_once
def _results(*, player: int) -> "QuerySet[EveningTotal, tuple[Any, ...]]":
    in_order = EveningTotal.objects.filter(player=player).order_by("evening__date", "evening__number")
    of_season = (f"evening__season__{name}" for name in SEASON_FIELDS)
    of_evening = (f"evening__{name}" for name in PlayedEvening._fields)
    return in_order.values_list("points", "deals", *of_evening, *of_season)


def evenings_of_season(evenings: Sequence[PlayerResult], season: Season) -> list[PlayerEvening]:
    """Those of a player's evenings that belong to a season, each with the total after it."""
    totals = [total for total in evenings if total.season == season]
    running = accumulate(total.points for total in totals)
    return [
        PlayerEvening(evening=total.evening, deals=total.deals, points=total.points, running=after)
        for total, after in zip(totals, running, strict=True)
    ]


def came_without_playing(*, player: Player, season: Season) -> list[Attendance]:
    """The evenings of a season that a player watched or sent word for, the earliest first; one query."""
    noted = Attendance.objects.filter(player=player, evening__season=season).select_related("evening")
    return list(noted.order_by("evening__date", "evening__number"))


def records_of(*, counts: PlayerCounts, evenings: Sequence[PlayerResult]) -> Records:
    """The records among a player's deals and evenings; one query for the dearest deal."""
    # Like max(), a stable sort keeps the earliest of equal evenings.
    by_points = sorted(evenings, key=_points)
    runs = [list(run) for is_won, run in groupby(evenings, key=lambda total: total.points > 0) if is_won]
    longest = max(runs, key=len, default=[])
    best = max(evenings, key=_points, default=None)
    worst = by_points[0] if by_points else None
    return Records(
        best=best if best and best.points > 0 else None,
        worst=worst if worst and worst.points < 0 else None,
        run=longest,
        is_unbroken=bool(longest) and longest[-1] == evenings[-1],
        deal=_dearest_won(counts),
    )


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
    with_entries = postings.select_related("entry__evening", "entry__season", "entry__table_version")
    in_order = with_entries.order_by("entry__evening__date", "entry__evening__number", "entry__number")
    return in_order.defer("entry__deal", "entry__table_version__document")[:1]


def seasons_among(evenings: Sequence[PlayerResult]) -> tuple[Season, ...]:
    """The seasons of some evenings, the latest first."""
    seasons = {total.season.pk: total.season for total in evenings}
    return tuple(sorted(seasons.values(), key=lambda season: (season.starts_on, season.pk), reverse=True))


def _points(total: PlayerResult) -> Fraction:
    return Fraction(total.points, total.season.unit_denominator)
