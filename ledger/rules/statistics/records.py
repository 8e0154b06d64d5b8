"""Records among evenings: best, worst, longest run won, closest, best season, who was there."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from ledger.rules.evenings.figures import PlayedEvening


def is_played(evening: PlayedEvening) -> bool:
    """Whether anybody played on an evening, unlike a day on which only points were moved."""
    return evening.is_totals or any(evening.deals.values())


class UnitsOfEvening(NamedTuple):
    """An evening and some units of it: a player's, or those from its first to its last."""

    evening: PlayedEvening
    units: int


@dataclass
class PlayerRecords:
    """The evenings that a player came to: how many, the best, the worst, and those won one after another.

    `run` are those won up to the last one, `longest` is the longest such run. Of equal ones the earliest counts.
    """

    evenings: int = 0
    most: UnitsOfEvening | None = None
    least: UnitsOfEvening | None = None
    run: list[PlayedEvening] = field(default_factory=list)
    longest: Sequence[PlayedEvening] = ()

    @property
    def best(self) -> PlayedEvening | None:
        """The evening on which most was won; None without an evening won."""
        return self.most.evening if self.most and self.most.units > 0 else None

    @property
    def worst(self) -> PlayedEvening | None:
        """The evening on which most was lost; None without an evening lost."""
        return self.least.evening if self.least and self.least.units < 0 else None

    @property
    def is_unbroken(self) -> bool:
        """Whether the longest run reaches to the last evening."""
        return bool(self.run) and self.run is self.longest

    def add(self, evening: PlayedEvening, units: int) -> None:
        """Count an evening more."""
        now = UnitsOfEvening(evening, units)
        self.evenings += 1
        self.most = now if self.most is None or units > self.most.units else self.most
        self.least = now if self.least is None or units < self.least.units else self.least
        if units <= 0:
            self.run = []
        else:
            self.run.append(evening)
            self.longest = self.run if len(self.run) > len(self.longest) else self.longest


@dataclass
class EveningRecords:
    """What evenings come to: everybody's records, by player id, and units of each season, by its id and the player's.

    `count` is the number of evenings played, from `first` to `last`; the `closest` has the fewest units from its first
    player to its last, of equal ones the earliest.
    """

    count: int = 0
    first: PlayedEvening | None = None
    last: PlayedEvening | None = None
    closest: UnitsOfEvening | None = None
    players: dict[int, PlayerRecords] = field(default_factory=dict)
    sums: dict[int, Counter[int]] = field(default_factory=dict)


def evening_records(evenings: Iterable[PlayedEvening], factors: Mapping[int, int]) -> EveningRecords:
    """The records of evenings in order of date, in units that the `factors` make of each season's points, by its id."""
    records = EveningRecords()
    for evening in evenings:
        units = {player: points * factors[evening.season] for player, points in evening.points.items()}
        records.sums.setdefault(evening.season, Counter()).update(units)
        if not is_played(evening):
            continue
        records.count += 1
        records.first, records.last = records.first or evening, evening
        for player, won in units.items():
            records.players.setdefault(player, PlayerRecords()).add(evening, won)
        spread = max(units.values()) - min(units.values())
        # An evening of nothing but noughts was not close, nobody had won anything yet.
        if spread and (records.closest is None or spread < records.closest.units):
            records.closest = UnitsOfEvening(evening, spread)
    return records


class Held(NamedTuple):
    """A player's record on an evening."""

    player: int
    evening: PlayedEvening
    units: int


class HeldRun(NamedTuple):
    """Evenings that a player won one after another; `is_unbroken` says that they reach to the player's last."""

    player: int
    evenings: Sequence[PlayedEvening]
    is_unbroken: bool


class SeasonSum(NamedTuple):
    """A player's units of a season."""

    season: int
    player: int
    units: int


@dataclass(frozen=True)
class ClubRecords:
    """A club's records; None where there is none. `best` was won and `worst` lost."""

    best: Held | None
    worst: Held | None
    closest: UnitsOfEvening | None
    run: HeldRun | None
    season: SeasonSum | None


def club_records(records: EveningRecords, players: Iterable[int]) -> ClubRecords:
    """The records of a club among its players', of equal ones the earliest, and of these the first of `players`."""
    in_order = list(players)
    by_player = [(pk, records.players[pk]) for pk in in_order if pk in records.players]
    best = [Held(pk, *mine.most) for pk, mine in by_player if mine.most and mine.most.units > 0]
    worst = [Held(pk, *mine.least) for pk, mine in by_player if mine.least and mine.least.units < 0]
    runs = [HeldRun(pk, mine.longest, mine.is_unbroken) for pk, mine in by_player if mine.longest]
    won = [
        SeasonSum(season, pk, of_season[pk])
        for season, of_season in records.sums.items()
        for pk in in_order
        if of_season.get(pk, 0) > 0
    ]
    return ClubRecords(
        best=min(best, key=lambda held: (-held.units, _place(held.evening)), default=None),
        worst=min(worst, key=lambda held: (held.units, _place(held.evening)), default=None),
        closest=records.closest,
        run=min(runs, key=lambda run: (-len(run.evenings), [*map(_place, run.evenings)]), default=None),
        season=max(won, key=lambda season_sum: season_sum.units, default=None),
    )


def _place(evening: PlayedEvening) -> tuple[date, int]:
    """Where an evening stands among others."""
    return evening.date, evening.number


# Who was there on which evening of a season, and who won it.


class Presence(StrEnum):
    """Whether somebody was away on an evening, there, or won it."""

    AWAY = "away"
    THERE = "there"
    WON = "won"


@dataclass(frozen=True)
class PlayerPresence:
    """A player, by id, and the presence on each evening."""

    player: int
    evenings: tuple[Presence, ...]

    @property
    def count(self) -> int:
        """The number of evenings that the player came to."""
        return sum(presence is not Presence.AWAY for presence in self.evenings)


def presences_on(evenings: Sequence[PlayedEvening]) -> list[PlayerPresence]:
    """Everybody's presence on evenings, in their order."""
    away = [Presence.AWAY] * len(evenings)
    by_player: dict[int, list[Presence]] = {}
    for index, evening in enumerate(evenings):
        most = max(evening.points.values())
        for player, units in evening.points.items():
            is_won = 0 < units == most
            by_player.setdefault(player, away.copy())[index] = Presence.WON if is_won else Presence.THERE
    return [PlayerPresence(player, tuple(presences)) for player, presences in by_player.items()]
