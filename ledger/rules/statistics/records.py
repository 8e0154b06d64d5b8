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


class Held(NamedTuple):
    """A record on an evening: the units of a player, by id, or without one from its first player to its last."""

    evening: PlayedEvening
    units: int
    player: int = 0


@dataclass
class PlayerRecords:
    """The evenings that a player, by id, came to: how many, most and least units, and those won one after another.

    `run` are those won up to the last one, `longest` is the longest such run. Of equal ones the earliest counts.
    """

    player: int
    evenings: int = 0
    most: Held | None = None
    least: Held | None = None
    run: list[PlayedEvening] = field(default_factory=list)
    longest: Sequence[PlayedEvening] = ()

    @property
    def best(self) -> Held | None:
        """The evening on which most was won; None without an evening won."""
        return self.most if self.most and self.most.units > 0 else None

    @property
    def worst(self) -> Held | None:
        """The evening on which most was lost; None without an evening lost."""
        return self.least if self.least and self.least.units < 0 else None

    @property
    def is_unbroken(self) -> bool:
        """Whether the longest run reaches to the last evening."""
        return bool(self.run) and self.run is self.longest

    def add(self, evening: PlayedEvening, units: int) -> None:
        """Count an evening more."""
        now = Held(evening, units, self.player)
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
    """The records among evenings: everybody's, by player id, and units of each season, by its id and the player's.

    `count` is the number of evenings played, from `first` to `last`; the `closest` has the fewest units from its first
    player to its last, of equal ones the earliest.
    """

    count: int = 0
    first: PlayedEvening | None = None
    last: PlayedEvening | None = None
    closest: Held | None = None
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
        records.first = records.first or evening
        records.last = evening
        for player, won in units.items():
            records.players.setdefault(player, PlayerRecords(player)).add(evening, won)
        spread = max(units.values()) - min(units.values())
        # An evening of nothing but noughts was not close, nobody had won anything yet.
        if spread and (records.closest is None or spread < records.closest.units):
            records.closest = Held(evening, spread)
    return records


class SeasonSum(NamedTuple):
    """A player's units of a season."""

    season: int
    player: int
    units: int


@dataclass(frozen=True)
class ClubRecords:
    """A club's records; None where there is none. `best` was won, `worst` lost, and `run` is whose run was longest."""

    best: Held | None
    worst: Held | None
    closest: Held | None
    run: PlayerRecords | None
    season: SeasonSum | None


def club_records(records: EveningRecords, players: Iterable[int]) -> ClubRecords:
    """The records of a club among its players', of equal ones the earliest, and of these the first of `players`."""
    in_order = list(players)
    by_player = [records.players[pk] for pk in in_order if pk in records.players]
    best = [mine.best for mine in by_player if mine.best]
    worst = [mine.worst for mine in by_player if mine.worst]
    runs = [mine for mine in by_player if mine.longest]
    won = []
    for season, of_season in records.sums.items():
        for pk in in_order:
            if of_season[pk] > 0:
                won.append(SeasonSum(season, pk, of_season[pk]))
    highest = min(best, key=lambda held: (-held.units, _place(held.evening)), default=None)
    lowest = min(worst, key=lambda held: (held.units, _place(held.evening)), default=None)
    longest = min(runs, key=lambda mine: (-len(mine.longest), [*map(_place, mine.longest)]), default=None)
    most = max(won, key=lambda season_sum: season_sum.units, default=None)
    return ClubRecords(highest, lowest, records.closest, longest, most)


def _place(evening: PlayedEvening) -> tuple[date, int]:
    """A sort key by the day."""
    return evening.date, evening.number


# Who was there on which evening of a season, and who won it.


class Presence(StrEnum):
    """Whether somebody was away on an evening, there, or won it."""

    AWAY = "away"
    THERE = "there"
    WON = "won"


def presences_on(evenings: Sequence[PlayedEvening]) -> dict[int, list[Presence]]:
    """Everybody's presence on evenings, in their order, by player id."""
    by_player: dict[int, list[Presence]] = {}
    for index, evening in enumerate(evenings):
        most = max(evening.points.values())
        for player, units in evening.points.items():
            presences = by_player.setdefault(player, [Presence.AWAY] * len(evenings))
            presences[index] = Presence.WON if 0 < units == most else Presence.THERE
    return by_player
