"""Everybody's evenings of some seasons, by which a club's records, standings and attendance are told."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from ledger.models import Player, Season
from ledger.queries.evenings.evening_points import in_order, points_of_evenings
from ledger.queries.statistics.club.contract_counts import common_denominator
from ledger.rules.statistics.records import EveningShare


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


def evenings_of_seasons(*, seasons: Sequence[Season]) -> ClubEvenings:
    """Everybody's evenings of some seasons; one query for the names, and those for evenings that are not kept."""
    by_season = points_of_evenings(seasons=seasons)
    evenings = in_order(evening for of_season in by_season.values() for evening in of_season)
    players = names_of({player for evening in evenings for player in evening.points})
    # By name, so that of players who got the same on an evening always the same one comes first.
    by_name = {pk: (player.sort_key, pk) for pk, player in players.items()}
    unit = common_denominator(seasons)
    factors = {season.pk: unit // season.unit_denominator for season in seasons}
    return ClubEvenings(
        shares=[
            EveningShare(number, season, player, deals[player], points[player] * factors[season])
            for _, number, _, season, _, points, deals in evenings
            for player in sorted(points, key=by_name.__getitem__)
        ],
        days={evening.number: evening.date for evening in evenings},
        players=players,
        unit_denominator=unit,
    )


def names_of(players: Collection[int]) -> dict[int, NamedPlayer]:
    """The names of players by id; one query, none for nobody."""
    rows = Player.objects.filter(pk__in=players).values_list("pk", *NamedPlayer._fields) if players else ()
    return {pk: NamedPlayer(*names) for pk, *names in rows}
