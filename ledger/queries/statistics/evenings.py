"""A player's evenings, and the best and worst of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from itertools import chain
from math import gcd
from typing import Any, NamedTuple

from django.db.models import QuerySet, Subquery

from ledger.models import Attendance, Player, Season
from ledger.models.clubs.persons import entered_as, persons_shown
from ledger.queries.evenings.evening_points import (
    EveningList,
    PlayedEvening,
    brought_along,
    points_of_evenings,
    state_of_days,
    together_in_order,
)
from ledger.queries.site.compiled import compiled_once
from ledger.queries.site.in_parts import InParts
from ledger.queries.statistics.carried import Carried, Derived
from ledger.queries.statistics.figures import contract_label
from ledger.queries.statistics.played import ADJUSTMENT, common_denominator, counted_postings, only_deals
from ledger.queries.statistics.player_counts import PlayedAlike, PlayerCounts
from ledger.rules.site.labels import Label
from ledger.rules.statistics.records import EveningRecords, PlayerRecords

MOST_KEPT = 300  # seasons, of some hundred kilobytes where there are 400 evenings


class PlayerEvening(NamedTuple):
    """A player's bottom line of an evening, and the season's total after it, in integer units of the season.

    `divisor` is the greatest that divides the points of all evenings of the player up to this one but the first.
    """

    evening: PlayedEvening
    deals: int
    points: int
    running: int
    divisor: int


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
        contract = contract_label(posting.deal_kind, posting.contract, entry.table_version.to_rules())
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


PlayerEvenings = InParts[PlayerEvening]
RowsByPlayer = Mapping[int, PlayerEvenings]
NO_ROWS: RowsByPlayer = {}
NO_EVENINGS = PlayerEvenings()


@dataclass(frozen=True)
class _KeptRows:
    """What is kept of everybody's evenings of a season."""

    carried: Carried[RowsByPlayer] = field(default_factory=lambda: Carried(NO_ROWS, _rows_after))
    rows: Derived[RowsByPlayer] = field(default_factory=Derived)


class _KeptRecords:
    """What is kept of the records of some seasons, by the factors that make each season's units those of all."""

    def __init__(self, factors: Mapping[int, int]) -> None:
        def add(records: EveningRecords[PlayedEvening], evening: PlayedEvening) -> EveningRecords[PlayedEvening]:
            return records.after(evening, factors[evening.season])

        self.carried = Carried(EveningRecords[PlayedEvening](), add)
        self.records: Derived[EveningRecords[PlayedEvening]] = Derived()


@lru_cache(maxsize=MOST_KEPT)
def _rows_kept(_season: int) -> _KeptRows:
    return _KeptRows()


@lru_cache(maxsize=MOST_KEPT)
def _records_kept(factors: tuple[tuple[int, int], ...]) -> _KeptRecords:
    return _KeptRecords(dict(factors))


def forget_records() -> None:
    """Forget all records and rows of evenings, for whoever measures or tests how they are told."""
    for kept in (_rows_kept, _records_kept, _dearest_kept):
        kept.cache_clear()


def evenings_of_player(*, player: Player, seasons: Sequence[Season]) -> dict[Season, PlayerEvenings]:
    """A player's evenings, the earliest first, of each season that has any; no query for those that are kept."""
    by_season = points_of_evenings(seasons=seasons)
    rows = {season: _rows_of(season.pk, by_season[season.pk]).get(player.pk) for season in seasons}
    return {season: of_season for season, of_season in rows.items() if of_season}


def evenings_together(by_season: Mapping[Season, PlayerEvenings], *, factors: Mapping[int, int]) -> PlayerEvenings:
    """A player's evenings of some seasons as those of one, in units that `factors` make of each season's, by its id."""
    rows: list[PlayerEvening] = []
    every = chain.from_iterable(by_season.values())
    for row in sorted(every, key=lambda row: (row.evening.date, row.evening.number)):
        points = row.points * factors[row.evening.season]
        running, divisor = _so_far(rows[-1], points) if rows else (points, 0)
        rows.append(row._replace(points=points, running=running, divisor=divisor))
    return PlayerEvenings.of(rows)


def _rows_of(season: int, evenings: EveningList) -> RowsByPlayer:
    kept = _rows_kept(season)
    return kept.rows.of((evenings,), lambda: kept.carried.through(evenings))


def _rows_after(rows: RowsByPlayer, evening: PlayedEvening) -> RowsByPlayer:
    """Everybody's rows after one evening more."""
    now = dict(rows)
    for player, points in evening.points.items():
        before = rows.get(player, NO_EVENINGS)
        running, divisor = _so_far(before[-1], points) if before else (points, 0)
        row = PlayerEvening(evening, evening.deals[player], points, running, divisor)
        now[player] = before.with_more([row])
    return now


def _so_far(last: PlayerEvening, points: int) -> tuple[int, int]:
    """The total and the divisor after an evening that follows the last of others."""
    return last.running + points, gcd(last.divisor, points)


def records_of_seasons(*, seasons: Sequence[Season]) -> EveningRecords[PlayedEvening]:
    """The records of some seasons, in a unit that makes all their points whole; no query for evenings that are kept."""
    evenings = points_of_evenings(seasons=seasons)
    unit = common_denominator(seasons)
    kept = _records_kept(tuple((season.pk, unit // season.unit_denominator) for season in seasons))

    def tell() -> EveningRecords[PlayedEvening]:
        return kept.carried.through(together_in_order(evenings.values()), settled=number_settled(seasons, evenings))

    return kept.records.of(tuple(evenings.values()), tell)


def number_settled(seasons: Sequence[Season], evenings: Mapping[int, EveningList]) -> int:
    """The number of evenings of closed seasons, which nearly always come before those of open ones."""
    return sum(len(evenings[season.pk]) for season in seasons if season.closed_at)


def brought_by(player: Player, *, season: Season) -> int:
    """A player's opening balance of a season, in its units; the queries are those of `evenings_of_player`."""
    return brought_along(seasons=[season])[season.pk].get(player.pk, 0)


def came_without_playing(*, player: Player, season: Season) -> list[Attendance]:
    """The evenings of a season that a player watched or sent word for, the earliest first; one query."""
    noted = [row for pk in entered_as(player.pk) for row in _attendance_of(player=pk, season=season.pk)]
    # One who was noted under two names came once.
    by_evening = {row.evening_id: row for row in reversed(noted)}
    return sorted(by_evening.values(), key=lambda row: (row.evening.date, row.evening.number))


@compiled_once
def _attendance_of(*, player: int, season: int) -> "QuerySet[Attendance]":
    noted = Attendance.objects.filter(player=player, evening__season=season).select_related("evening")
    return noted.order_by("evening__date", "evening__number")


def records_of(*, counts: PlayerCounts, seasons: Sequence[Season]) -> Records:
    """The records among a player's evenings of some seasons, and the counted deals; one query for the dearest deal."""
    player, by_id = counts.played.player.pk, {season.pk: season for season in seasons}
    nothing: PlayerRecords[PlayedEvening] = PlayerRecords()
    among = records_of_seasons(seasons=seasons).players.get(player, nothing)

    def won(evening: PlayedEvening | None) -> WonEvening | None:
        return WonEvening(evening, by_id[evening.season], evening.points[player]) if evening else None

    is_unbroken = among.is_unbroken and any(season.closed_at is None for season in seasons)
    return Records(won(among.best), won(among.worst), among.longest, is_unbroken, _dearest_won(counts))


@dataclass(frozen=True)
class KeptDeal:
    """Where a deal lies that somebody won, told by some counts.

    It is `told` again by other counts, and `found` again if an entry more was counted among those that won as much.
    """

    told: Derived[DealWon | None] = field(default_factory=Derived)
    found: Derived[DealWon | None] = field(default_factory=Derived)


def dearest_kept(seasons: Sequence[Season], player: int | None) -> KeptDeal:
    """Where the deal lies by which a player or anybody won most in some seasons, while their evenings' days stay."""
    return _dearest_kept(tuple((season.pk, state_of_days(season)) for season in seasons), player)


@lru_cache(maxsize=10 * MOST_KEPT)
def _dearest_kept(_seasons: tuple[tuple[int, str], ...], _player: int | None) -> KeptDeal:
    return KeptDeal()


def _dearest_won(counts: PlayerCounts) -> DealWon | None:
    """The deal in which the player won most points, the earliest of equal ones.

    No query unless an entry was written since that gave or took as much, otherwise one, none without a deal won.
    """
    kept = dearest_kept(counts.played.counted_seasons, counts.played.player.pk)
    return kept.told.of(counts.counted, lambda: _tell_dearest(counts, kept))


def _tell_dearest(counts: PlayerCounts, kept: KeptDeal) -> DealWon | None:
    won = [row for row in counts.alike if row.won and row.part != ADJUSTMENT]
    most = max((row.amount * row.factor for row in won), default=0)
    dearest = [row for row in won if row.amount * row.factor == most]
    if not dearest:
        return None
    amounts = {(row.season.pk, row.amount) for row in dearest}
    alike = [sums for season, amount in amounts for sums in counts.with_amount(season, amount)]
    return kept.found.of((persons_shown(), *alike), lambda: _find_dearest(counts, dearest))


def _find_dearest(counts: PlayerCounts, dearest: Sequence[PlayedAlike]) -> DealWon | None:
    first = min(dearest, key=lambda row: (row.season.starts_on, row.season.pk))
    place = {"season": first.season.pk, "points": first.amount}
    names = entered_as(counts.played.player.pk)
    postings = [posting for player in names for posting in _earliest_deal(player=player, **place)]
    # None if it was taken back since it was counted.
    return next(map(DealWon.of, sorted(postings, key=_when)), None)


def _when(posting: Any) -> tuple[date, int, int]:
    return posting.entry.evening.date, posting.entry.evening.number, posting.entry.number


@compiled_once
def _earliest_deal(*, player: int, season: int, points: int) -> "QuerySet[Any]":
    """A player's posting of the first deal of a season that gave so many points; none where no deal did."""
    postings = only_deals(counted_postings(player=player, entry__season=season, points=points))
    in_order = postings.order_by("entry__evening__date", "entry__evening__number", "entry__number")
    # The first is told by its id: what it was is read of it alone, and not of all that gave as much.
    first = counted_postings(pk=Subquery(in_order.values("pk")[:1]))
    with_entry = first.select_related("entry__evening", "entry__season", "entry__table_version")
    return with_entry.defer("entry__deal", "entry__table_version__document")
