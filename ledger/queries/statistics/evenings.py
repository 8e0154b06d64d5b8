"""A player's evenings with the best of them, or the milestones of a club."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, chain
from typing import Any, NamedTuple

from django.db.models import Count, OrderBy, Subquery

from ledger.models import Attendance, Entry, Player, Season
from ledger.models.clubs.persons import entered_as
from ledger.queries.evenings.neighbours import EveningList, evenings_of_seasons, opening_balances
from ledger.queries.statistics.figures import (
    common_denominator,
    contract_label,
    counted_postings,
    in_common_unit,
    only_deals,
)
from ledger.rules.evenings.figures import PlayedEvening
from ledger.rules.site.labels import Label
from ledger.rules.statistics.records import EveningRecords, PlayerRecords, evening_records
from ledger.rules.statistics.story import ClubTally, Milestone, milestones_by_name


class PlayerEvening(NamedTuple):
    """A player's bottom line of an evening, and the season's total after it, in integer units of the season."""

    evening: PlayedEvening
    deals: int
    points: int
    running: int


class DealWon(NamedTuple):
    """A deal that a player won, by its evening's number and its own, with the contract without the level."""

    player: int
    evening: int
    number: int
    points: int
    unit_denominator: int
    contract: Label

    @classmethod
    def of(cls, posting: Any) -> "DealWon":
        """The deal of a counted posting."""
        entry = posting.entry
        contract = contract_label(posting.contract_kind, posting.code, entry.table_version.to_rules())
        denominator = entry.season.unit_denominator
        return cls(posting.player_id, entry.evening.number, entry.number, posting.points, denominator, contract)


class WonEvening(NamedTuple):
    """What a player won or lost on an evening, in integer units of its season."""

    evening: PlayedEvening
    season: Season
    points: int


@dataclass(frozen=True)
class Records:
    """A player's best and worst evening, the longest run of evenings won, and the dearest deal won.

    `best` is None without an evening won, `worst` without one lost; of equal evenings the earliest counts.
    `is_unbroken` says that the run reaches to the last evening, and may go on in an open season.
    """

    best: WonEvening | None
    worst: WonEvening | None
    run: Sequence[PlayedEvening]
    is_unbroken: bool
    deal: DealWon | None


PlayerEvenings = Sequence[PlayerEvening]


def evenings_of_player(*, player: Player, seasons: Sequence[Season]) -> dict[Season, PlayerEvenings]:
    """A player's evenings, the earliest first, of each season that has any; one query."""
    evenings = evenings_of_seasons(seasons=seasons)
    rows = {
        season: _rows_of(player.pk, [evening for evening in evenings if evening.season == season.pk])
        for season in seasons
    }
    return {season: of_season for season, of_season in rows.items() if of_season}


def evenings_together(by_season: Mapping[Season, PlayerEvenings], *, factors: Mapping[int, int]) -> PlayerEvenings:
    """A player's evenings of some seasons as those of one, in units that `factors` make of each season's, by its id."""
    every = chain.from_iterable(by_season.values())
    in_order = sorted(every, key=lambda row: (row.evening.date, row.evening.number))
    points = [row.points * factors[row.evening.season] for row in in_order]
    return [
        PlayerEvening(evening=row.evening, deals=row.deals, points=units, running=running)
        for row, units, running in zip(in_order, points, accumulate(points), strict=True)
    ]


def _rows_of(player: int, evenings: EveningList) -> PlayerEvenings:
    """A player's rows of those evenings of a season that they came to."""
    came = [evening for evening in evenings if player in evening.points]
    totals = accumulate(evening.points[player] for evening in came)
    return [
        PlayerEvening(evening, evening.deals[player], evening.points[player], running)
        for evening, running in zip(came, totals, strict=True)
    ]


def records_of_seasons(*, seasons: Sequence[Season]) -> EveningRecords:
    """The records of some seasons, in a unit that makes all their points whole; one query."""
    return evening_records(evenings_of_seasons(seasons=seasons), _factors(seasons))


def _factors(seasons: Sequence[Season]) -> dict[int, int]:
    unit = common_denominator(seasons)
    return {season.pk: unit // season.unit_denominator for season in seasons}


def brought_by(player: Player, *, season: Season) -> int:
    """A player's opening balance of a season, in its units; one query."""
    return opening_balances(seasons=[season])[season.pk].get(player.pk, 0)


def came_without_playing(*, player: Player, season: Season) -> list[Attendance]:
    """The evenings of a season that a player watched or sent word for, the earliest first; one query."""
    of_season = Attendance.objects.filter(evening__season=season).select_related("evening")
    noted = [row for pk in entered_as(player.pk) for row in of_season.filter(player=pk)]
    # One who was noted under two names came once.
    by_evening = {row.evening_id: row for row in reversed(noted)}
    return sorted(by_evening.values(), key=lambda row: (row.evening.date, row.evening.number))


def records_of(*, player: Player, evenings: Mapping[Season, PlayerEvenings], seasons: Sequence[Season]) -> Records:
    """The records among a player's evenings of some seasons, and the deals of these; one query for the dearest deal."""
    factors, by_id = _factors(seasons), {season.pk: season for season in seasons}
    rows = evenings_together({season: evenings[season] for season in seasons if season in evenings}, factors=factors)
    came = [row.evening for row in rows]
    among = evening_records(came, factors).players.get(player.pk, PlayerRecords())

    def won(evening: PlayedEvening | None) -> WonEvening | None:
        return WonEvening(evening, by_id[evening.season], evening.points[player.pk]) if evening else None

    deal = dearest_deal(seasons=seasons, player__in=entered_as(player.pk))
    is_unbroken = among.is_unbroken and any(season.closed_at is None for season in seasons)
    return Records(won(among.best), won(among.worst), among.longest, is_unbroken, deal)


def dearest_deal(*, seasons: Sequence[Season], **whose: Any) -> DealWon | None:
    """The deal by which somebody won most, the earliest of equal ones; one query."""
    won = only_deals(counted_postings(entry__season__in=seasons, points__gt=0, **whose))
    in_order = won.order_by(
        OrderBy(in_common_unit("points", seasons), descending=True),
        *("entry__season__starts_on", "entry__season"),
        *("entry__evening__date", "entry__evening__number", "entry__number", "seat"),
    )
    # The first is told by its id: what it was is read of it alone.
    first = counted_postings(pk=Subquery(in_order.values("pk")[:1]))
    with_entry = first.select_related("entry__evening", "entry__season", "entry__table_version")
    return next(map(DealWon.of, with_entry.defer("entry__deal", "entry__table_version__document")), None)


# A club's milestones, evening by evening.


class EveningBrought(NamedTuple):
    """An evening and its milestones."""

    evening: PlayedEvening
    milestones: Sequence[Milestone]


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
    tally, brought = ClubTally(), []
    for evening in evenings_of_seasons(seasons=seasons):
        unit = denominators[evening.season]
        shares = {pk: (evening.deals[pk], Fraction(units, unit)) for pk, units in evening.points.items()}
        if milestones := tally.add(deals=deals.get(evening.pk, 0), shares=shares):
            brought.append(EveningBrought(evening, milestones))
    return brought


def with_names(brought: Iterable[EveningBrought]) -> list[EveningBrought]:
    """Evenings with their milestones by the players' names, the most important first; one query."""
    brought = [*brought]
    players = names_of({item.player for _, items in brought for item in items if item.player is not None})
    names = {pk: player.name for pk, player in players.items()}
    return [EveningBrought(evening, milestones_by_name(milestones, names)) for evening, milestones in brought]


def names_of(players: Collection[int]) -> dict[int, Player]:
    """Players by id, in the order of their names; one query, none for nobody."""
    # Not by the database: whoever is shown by initials stands where these do.
    by_name = sorted(Player.objects.filter(pk__in=players), key=lambda player: (player.sort_key, player.pk))
    return {player.pk: player for player in by_name}
