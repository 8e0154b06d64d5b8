"""Records among evenings, carried on from evening to evening: best and worst, longest run won, closest, best season.

Every state gives the one after an evening more, and stays as it is. Units are whole and the same for all evenings.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Generic, NamedTuple, Protocol, TypeVar


class SummedEvening(Protocol):
    """What everybody got on an evening and in how many deals, by player id; `season` is an id."""

    @property
    def number(self) -> int: ...
    @property
    def date(self) -> date: ...
    @property
    def season(self) -> int: ...
    @property
    def points(self) -> Mapping[int, int]: ...
    @property
    def deals(self) -> Mapping[int, int]: ...


EveningT = TypeVar("EveningT", bound=SummedEvening)


def is_played(evening: SummedEvening) -> bool:
    """Whether anybody played a deal on an evening, unlike a day that only has balances brought along."""
    return any(evening.deals.values())


class UnitsOfEvening(NamedTuple, Generic[EveningT]):
    """An evening and some units of it: a player's, or those from its first to its last."""

    evening: EveningT
    units: int


class PlayerRecords(NamedTuple, Generic[EveningT]):
    """The evenings that a player came to: how many, the best, the worst, and those won one after another.

    `run` are those won up to the last one, `longest` is the longest such run. Of equal ones the earliest counts.
    """

    evenings: int = 0
    most: UnitsOfEvening[EveningT] | None = None
    least: UnitsOfEvening[EveningT] | None = None
    run: tuple[EveningT, ...] = ()
    longest: tuple[EveningT, ...] = ()

    @property
    def best(self) -> EveningT | None:
        """The evening on which most was won; None without an evening won."""
        return self.most.evening if self.most and self.most.units > 0 else None

    @property
    def worst(self) -> EveningT | None:
        """The evening on which most was lost; None without an evening lost."""
        return self.least.evening if self.least and self.least.units < 0 else None

    @property
    def is_unbroken(self) -> bool:
        """Whether the longest run reaches to the last evening."""
        return bool(self.run) and self.run == self.longest

    def after(self, evening: EveningT, units: int) -> "PlayerRecords[EveningT]":
        """The records after one evening more."""
        now, run = UnitsOfEvening(evening, units), (*self.run, evening) if units > 0 else ()
        return PlayerRecords(
            evenings=self.evenings + 1,
            most=now if self.most is None or units > self.most.units else self.most,
            least=now if self.least is None or units < self.least.units else self.least,
            run=run,
            longest=run if len(run) > len(self.longest) else self.longest,
        )


@dataclass(frozen=True)
class EveningRecords(Generic[EveningT]):
    """What evenings come to: everybody's records, by player id, and units of each season, by its id and the player's.

    `count` is the number of evenings played, from `first` to `last`; the `closest` has the fewest units from its first
    player to its last, of equal ones the earliest.
    """

    count: int = 0
    first: EveningT | None = None
    last: EveningT | None = None
    closest: UnitsOfEvening[EveningT] | None = None
    players: Mapping[int, PlayerRecords[EveningT]] = field(default_factory=dict)
    sums: Mapping[int, Mapping[int, int]] = field(default_factory=dict)

    def after(self, evening: EveningT, factor: int) -> "EveningRecords[EveningT]":
        """The records after one evening more, of whose points each is `factor` units."""
        units = {player: points * factor for player, points in evening.points.items()}
        before = self.sums.get(evening.season, {})
        of_season = {**before, **{player: before.get(player, 0) + won for player, won in units.items()}}
        sums = {**self.sums, evening.season: of_season}
        if not is_played(evening):
            return replace(self, sums=sums)
        nothing: PlayerRecords[EveningT] = PlayerRecords()
        came = {player: self.players.get(player, nothing).after(evening, won) for player, won in units.items()}
        return EveningRecords(
            count=self.count + 1,
            first=self.first or evening,
            last=evening,
            closest=self._closest_with(UnitsOfEvening(evening, max(units.values()) - min(units.values()))),
            players={**self.players, **came},
            sums=sums,
        )

    def _closest_with(self, spread: UnitsOfEvening[EveningT]) -> UnitsOfEvening[EveningT] | None:
        # An evening of nothing but noughts was not close, nobody had won anything yet.
        is_closer = spread.units and (self.closest is None or spread.units < self.closest.units)
        return spread if is_closer else self.closest


class Held(NamedTuple, Generic[EveningT]):
    """A player's record on an evening."""

    player: int
    evening: EveningT
    units: int


class HeldRun(NamedTuple, Generic[EveningT]):
    """Evenings that a player won one after another; `is_unbroken` says that they reach to the player's last."""

    player: int
    evenings: Sequence[EveningT]
    is_unbroken: bool


class SeasonSum(NamedTuple):
    """A player's units of a season."""

    season: int
    player: int
    units: int


@dataclass(frozen=True)
class ClubRecords(Generic[EveningT]):
    """A club's records; None where there is none. `best` was won and `worst` lost."""

    best: Held[EveningT] | None
    worst: Held[EveningT] | None
    closest: UnitsOfEvening[EveningT] | None
    run: HeldRun[EveningT] | None
    season: SeasonSum | None


def club_records(records: EveningRecords[EveningT], players: Iterable[int]) -> ClubRecords[EveningT]:
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


def _place(evening: SummedEvening) -> tuple[date, int]:
    """Where an evening stands among others."""
    return evening.date, evening.number
