"""A player's evenings with the best of them, or the milestones of a club."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, chain
from typing import Any, NamedTuple

from django.db.models import Count, OrderBy, Subquery

from ledger.models import Attendance, Entry, Player, Season
from ledger.models.clubs.persons import entered_as
from ledger.queries.evenings.neighbours import evenings_of_seasons
from ledger.queries.statistics.figures import (
    common_denominator,
    contract_label,
    counted_postings,
    in_common_unit,
    only_deals,
)
from ledger.rules.evenings.figures import PlayedEvening
from ledger.rules.statistics.records import EveningRecords, PlayerRecords, evening_records
from ledger.rules.statistics.story import Milestone, Tally, TonightsPlayer, milestones_by_name, milestones_of


class PlayerEvening(NamedTuple):
    """A player's bottom line of an evening, and the season's total after it, in integer units of the season."""

    evening: PlayedEvening
    deals: int
    points: int
    running: int


PlayerEvenings = Sequence[PlayerEvening]


def evenings_of_player(*, player: Player, seasons: Sequence[Season]) -> dict[Season, PlayerEvenings]:
    """A player's evenings, the earliest first, of each season that has any; one query."""
    rows: dict[Season, PlayerEvenings] = {}
    evenings = evenings_of_seasons(seasons=seasons)
    for season in seasons:
        came = [evening for evening in evenings if evening.season == season.pk and player.pk in evening.points]
        totals = accumulate(evening.points[player.pk] for evening in came)
        if came:
            rows[season] = [
                PlayerEvening(evening, evening.deals[player.pk], evening.points[player.pk], running)
                for evening, running in zip(came, totals, strict=True)
            ]
    return rows


def evenings_together(by_season: Mapping[Season, PlayerEvenings], *, factors: Mapping[int, int]) -> PlayerEvenings:
    """A player's evenings of some seasons as those of one, in the unit that `factors` make of each season's, by id."""
    every = chain.from_iterable(by_season.values())
    in_order = sorted(every, key=lambda row: (row.evening.date, row.evening.number))
    points = [row.points * factors[row.evening.season] for row in in_order]
    return [
        row._replace(points=units, running=running)
        for row, units, running in zip(in_order, points, accumulate(points), strict=True)
    ]


def records_of_seasons(*, seasons: Sequence[Season]) -> EveningRecords:
    """The records of some seasons, in a unit that makes all their points whole; one query."""
    return evening_records(evenings_of_seasons(seasons=seasons), factors_of(seasons))


def factors_of(seasons: Collection[Season]) -> dict[int, int]:
    """What brings the units of each season, by its id, to one in which the points of all these seasons are whole."""
    unit = common_denominator(seasons)
    return {season.pk: unit // season.unit_denominator for season in seasons}


def came_without_playing(*, player: Player, season: Season) -> list[Attendance]:
    """The evenings of a season that a player watched or sent word for, the earliest first; one query."""
    of_season = Attendance.objects.filter(evening__season=season).select_related("evening")
    noted = [row for pk in entered_as(player.pk) for row in of_season.filter(player=pk)]
    # One who was noted under two names came once.
    by_evening = {row.evening_id: row for row in reversed(noted)}
    return sorted(by_evening.values(), key=lambda row: (row.evening.date, row.evening.number))


def records_of(
    *, player: Player, evenings: Mapping[Season, PlayerEvenings], seasons: Sequence[Season]
) -> PlayerRecords:
    """The records among a player's `evenings` of some seasons, in a unit that makes all these seasons' points whole."""
    came = [row.evening for season in seasons for row in evenings.get(season, ())]
    came.sort(key=lambda evening: (evening.date, evening.number))
    return evening_records(came, factors_of(seasons)).players.get(player.pk, PlayerRecords(player.pk))


def dearest_deal(*, seasons: Sequence[Season], **whose: Any) -> Any:
    """The posting by which somebody won most in a deal, the earliest of equal ones; one query, None if nobody won.

    `contract` is what was played, without the level.
    """
    won = only_deals(counted_postings(entry__season__in=seasons, points__gt=0, **whose))
    in_order = won.order_by(
        OrderBy(in_common_unit("points", seasons), descending=True),
        *("entry__season__starts_on", "entry__season"),
        *("entry__evening__date", "entry__evening__number", "entry__number", "seat"),
    )
    # The first is told by its id: what it was is read of it alone.
    first = counted_postings(pk=Subquery(in_order.values("pk")[:1]))
    with_entry = first.select_related("entry__evening", "entry__season", "entry__table_version")
    dearest = with_entry.defer("entry__deal", "entry__table_version__document").first()
    if dearest:
        scoring_table = dearest.entry.table_version.to_rules()
        dearest.contract = contract_label(dearest.contract_kind, dearest.code, scoring_table)
    return dearest


# A club's milestones, evening by evening.


EveningBrought = tuple[PlayedEvening, Sequence[Milestone]]
"""An evening and its milestones."""


def milestones_of_club(*, seasons: Sequence[Season]) -> list[EveningBrought]:
    """What each evening of all a club's seasons brought, the earliest first; those that brought nothing are left out.

    Without names; two queries.
    """
    denominators = {season.pk: season.unit_denominator for season in seasons}
    deals = dict(
        Entry.objects.standing()
        .filter(season__in=seasons, kind=Entry.Kind.DEAL)
        .order_by()
        .values_list("evening")
        .annotate(Count("pk"))
    )
    club, tallies = Tally(), defaultdict[int, Tally](Tally)
    brought: list[EveningBrought] = []
    for evening in evenings_of_seasons(seasons=seasons):
        tonight = {}
        for pk, units in evening.points.items():
            points = Fraction(units, denominators[evening.season])
            tonight[pk] = TonightsPlayer(evening.deals[pk], points, tallies[pk])
        played = deals.get(evening.pk, 0)
        if milestones := milestones_of(club=club, deals=played, players=tonight):
            brought.append((evening, milestones))
        club.add(deals=played, points=max(player.points for player in tonight.values()))
        for player in tonight.values():
            player.before.add(deals=player.deals, points=player.points)
    return brought


def with_names(brought: Iterable[EveningBrought]) -> list[EveningBrought]:
    """Evenings with their milestones by the players' names, the most important first; one query."""
    brought = [*brought]
    everybody = set[int]()
    for _, milestones in brought:
        everybody |= {milestone.player for milestone in milestones if milestone.player is not None}
    players = names_of(everybody)
    names = {pk: player.name for pk, player in players.items()}
    return [(evening, milestones_by_name(milestones, names)) for evening, milestones in brought]


def names_of(players: Collection[int]) -> dict[int, Player]:
    """Players by id, in the order of their names; one query, none for nobody."""
    # Not by the database: whoever is shown by initials stands where these do.
    by_name = sorted(Player.objects.filter(pk__in=players), key=lambda player: (player.sort_key, player.pk))
    return {player.pk: player for player in by_name}
