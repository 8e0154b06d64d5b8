"""Everybody's evenings of some seasons, by which a club's records, standings and attendance are told."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from math import lcm
from typing import NamedTuple

from django.db.models import Count

from ledger.models import Entry, EveningTotal, Season
from ledger.queries.seasons.periods import in_common_unit
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


def common_denominator(seasons: Sequence[Season]) -> int:
    """The denominator of a unit in which the points of all these seasons are whole numbers."""
    return lcm(*(season.unit_denominator for season in seasons))


def evenings_of_seasons(*, seasons: Sequence[Season]) -> ClubEvenings:
    """Everybody's evenings of some seasons, from the stored sums; one query."""
    denominators = [season.unit_denominator for season in seasons]
    points = in_common_unit("points", season="evening__season", denominators=denominators)
    # By name, so that of players who got the same on an evening always the same one comes first.
    in_order = ("evening__date", "evening__number", "player__sort_key", "pk")
    totals = EveningTotal.objects.filter(evening__season__in=seasons).annotate(units=points).order_by(*in_order)
    named = (f"player__{name}" for name in NamedPlayer._fields)
    share = ("evening__number", "evening__season_id", "player_id", "deals", "units")
    shares, days, players = list[EveningShare](), dict[int, date](), dict[int, NamedPlayer]()
    for day, number, season, player, deals, units, *names in totals.values_list("evening__date", *share, *named):
        shares.append(EveningShare(number, season, player, deals, units))
        days[number] = day
        players[player] = NamedPlayer(*names)
    return ClubEvenings(shares, days, players, common_denominator(seasons))


def deals_by_evening(*, seasons: Sequence[Season]) -> Mapping[int, int]:
    """The number of deals of each evening that has any, by its number; one query."""
    deals = Entry.objects.filter(season__in=seasons, kind=Entry.Kind.DEAL, reversed_by=None)
    return dict(deals.order_by().values_list("evening__number").annotate(deals=Count("pk")))
