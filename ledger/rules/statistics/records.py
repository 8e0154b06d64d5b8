"""Records among evenings: best, worst, longest run won, closest, best season, who was there."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from functools import cached_property
from itertools import groupby
from operator import attrgetter
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


_units = attrgetter("units")


@dataclass
class PlayerRecords:
    """The evenings that a player, by id, `came` to, in order of date. Of equal records the earliest counts."""

    player: int
    came: list[Held] = field(default_factory=list)

    @property
    def best(self) -> Held | None:
        """The evening on which most was won; None without an evening won."""
        return max((held for held in self.came if held.units > 0), key=_units, default=None)

    @property
    def worst(self) -> Held | None:
        """The evening on which most was lost; None without an evening lost."""
        return min((held for held in self.came if held.units < 0), key=_units, default=None)

    @cached_property
    def longest(self) -> list[PlayedEvening]:
        """The longest run of evenings won one after another."""
        runs = [list(run) for is_won, run in groupby(self.came, lambda held: held.units > 0) if is_won]
        return [held.evening for held in max(runs, key=len, default=[])]

    @property
    def is_unbroken(self) -> bool:
        """Whether the longest run reaches to the last evening."""
        return bool(self.longest) and self.longest[-1] is self.came[-1].evening


class EveningRecords(NamedTuple):
    """The records among the `evenings` that were played: everybody's, by player id, and of the `closest` its spread.

    The closest has the fewest units from its first player to its last, of equal ones the earliest. `sums` are the units
    of each season, by its id and the player's.
    """

    evenings: Sequence[PlayedEvening]
    closest: Held | None
    players: Mapping[int, PlayerRecords]
    sums: Mapping[int, Counter[int]]


def evening_records(evenings: Iterable[PlayedEvening], factors: Mapping[int, int]) -> EveningRecords:
    """The records of evenings in order of date, in units that the `factors` make of each season's points, by its id."""
    played, spreads = [], []
    players: dict[int, PlayerRecords] = {}
    sums: dict[int, Counter[int]] = {}
    for evening in evenings:
        units = {player: points * factors[evening.season] for player, points in evening.points.items()}
        sums.setdefault(evening.season, Counter()).update(units)
        if is_played(evening):
            played.append(evening)
            spreads.append(Held(evening, max(units.values()) - min(units.values())))
            for player, won in units.items():
                players.setdefault(player, PlayerRecords(player)).came.append(Held(evening, won, player))
    # An evening of nothing but noughts was not close, nobody had won anything yet.
    closest = min((held for held in spreads if held.units), key=_units, default=None)
    return EveningRecords(played, closest, players, sums)


@dataclass(frozen=True)
class ClubRecords:
    """A club's records; None where there is none. `best` was won, `worst` lost, and `run` is whose run was longest.

    `season` is a season and a player, by id, and the units of that player in it.
    """

    best: Held | None
    worst: Held | None
    closest: Held | None
    run: PlayerRecords | None
    season: tuple[int, int, int] | None


def club_records(records: EveningRecords, players: Collection[int]) -> ClubRecords:
    """The records of a club among its players, of equal ones the earliest, and of these the first of `players`."""
    by_player = [records.players[pk] for pk in players if pk in records.players]
    best = filter(None, (mine.best for mine in by_player))
    worst = filter(None, (mine.worst for mine in by_player))
    runs = [mine for mine in by_player if mine.longest]
    won: list[tuple[int, int, int]] = []
    for season, units in records.sums.items():
        in_order = [(season, pk, units[pk]) for pk in players]
        won += [of_season for of_season in in_order if of_season[2] > 0]
    return ClubRecords(
        best=min(best, key=lambda held: (-held.units, _place(held.evening)), default=None),
        worst=min(worst, key=lambda held: (held.units, _place(held.evening)), default=None),
        closest=records.closest,
        run=min(runs, key=lambda mine: (-len(mine.longest), [*map(_place, mine.longest)]), default=None),
        season=max(won, key=lambda of_season: of_season[2], default=None),
    )


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
