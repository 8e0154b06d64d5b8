"""Everybody's evenings of some seasons, by which a club's records, milestones and attendance are told."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from math import lcm

from ledger.models import EveningTotal, Player, Season
from ledger.queries.seasons.periods import in_common_unit
from ledger.rules.statistics.records import EveningShare


@dataclass(frozen=True)
class NamedPlayer:
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
    """Everybody's evenings of some seasons, from the stored sums; two queries."""
    points = in_common_unit(
        "points", season="evening__season", denominators=[season.unit_denominator for season in seasons]
    )
    totals = EveningTotal.objects.filter(evening__season__in=seasons)
    # By name, so that of players who got the same on an evening always the same one comes first.
    in_order = totals.order_by("evening__date", "evening__number", "player__sort_key", "pk")
    columns = ("evening__date", "evening__number", "evening__season_id", "player_id", "deals", "units")
    rows = in_order.annotate(units=points).values_list(*columns)
    shares, days = list[EveningShare](), dict[int, date]()
    for day, *share in rows:
        shares.append(EveningShare(*share))
        days[shares[-1].evening] = day
    known = Player.objects.filter(totals__evening__season__in=seasons).distinct()
    players = {pk: NamedPlayer(*names) for pk, *names in known.values_list("pk", "name", "slug", "sort_key")}
    return ClubEvenings(shares, days, players, common_denominator(seasons))
