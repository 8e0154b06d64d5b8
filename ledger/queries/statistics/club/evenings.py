"""Everybody's evenings of some seasons, by which a club's records, standings and attendance are told."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import NamedTuple

from django.db.models import Count

from ledger.models import Entry, EveningTotal, Player, Season
from ledger.queries.statistics.club.contract_counts import common_denominator
from ledger.rules.statistics.records import EveningShare

MOST_KEPT = 300  # closed seasons, of some ten kilobytes


class NamedPlayer(NamedTuple):
    """A player as lists name them."""

    name: str
    slug: str
    sort_key: str


@dataclass(frozen=True)
class ClubEvenings:
    """Everybody's evenings of some seasons, the earliest first, in units of 1/`unit_denominator` point.

    `days` are the evenings' days by their numbers, `players` everybody who was there, by id.
    """

    shares: Sequence[EveningShare]
    days: Mapping[int, date]
    players: Mapping[int, NamedPlayer]
    unit_denominator: int


class _Share(NamedTuple):
    """A row of the stored sums: what a player got on an evening, in units of its season."""

    day: date
    evening: int
    season: int
    player: int
    deals: int
    points: int


@dataclass
class _KeptRows:
    """Where the rows of a closed season lie once they are read; they never change, as the database's guards hold."""

    rows: tuple[_Share, ...] | None = None


@lru_cache(maxsize=MOST_KEPT)
def _place(_season: int, _closed_at: datetime, _head: str) -> _KeptRows:
    # By the time too: a club restored from a backup may close the same book again, after an evening was moved.
    return _KeptRows()


def forget_evenings() -> None:
    """Forget what was read of closed seasons, for whoever measures or tests the reading."""
    _place.cache_clear()


def evenings_of_seasons(*, seasons: Sequence[Season]) -> ClubEvenings:
    """Everybody's evenings of some seasons, from the stored sums; two queries at most, one for the names."""
    rows = _rows_of(seasons)
    players = _names({row.player for row in rows})
    # By name, so that of players who got the same on an evening always the same one comes first.
    rows.sort(key=lambda row: (row.day, row.evening, players[row.player].sort_key, row.player))
    unit = common_denominator(seasons)
    factors = {season.pk: unit // season.unit_denominator for season in seasons}
    return ClubEvenings(
        shares=[
            EveningShare(row.evening, row.season, row.player, row.deals, row.points * factors[row.season])
            for row in rows
        ],
        days={row.evening: row.day for row in rows},
        players=players,
        unit_denominator=unit,
    )


def _rows_of(seasons: Sequence[Season]) -> list[_Share]:
    """The rows of some seasons; a query for those that are open, or not kept."""
    places = {
        season.pk: _place(season.pk, season.closed_at, season.head) if season.closed_at else _KeptRows()
        for season in seasons
    }
    asked = [pk for pk, place in places.items() if place.rows is None]
    read: dict[int, list[_Share]] = {pk: [] for pk in asked}
    if asked:
        columns = ("evening__date", "evening__number", "evening__season_id", "player_id", "deals", "points")
        totals = EveningTotal.objects.filter(evening__season__in=asked).order_by().values_list(*columns)
        for row in map(_Share._make, totals):
            read[row.season].append(row)
    for pk, rows in read.items():
        places[pk].rows = tuple(rows)
    return [row for place in places.values() for row in place.rows or ()]


def _names(players: Collection[int]) -> dict[int, NamedPlayer]:
    """The names of players by id; one query, none for nobody."""
    rows = Player.objects.filter(pk__in=players).values_list("pk", *NamedPlayer._fields) if players else ()
    return {pk: NamedPlayer(*names) for pk, *names in rows}


def deals_by_evening(*, seasons: Sequence[Season]) -> Mapping[int, int]:
    """The number of deals of each evening that has any, by its number; one query."""
    deals = Entry.objects.filter(season__in=seasons, kind=Entry.Kind.DEAL, reversed_by=None)
    return dict(deals.order_by().values_list("evening__number").annotate(deals=Count("pk")))
