"""A club's records among everybody's evenings: best and worst, closest, longest run won, most points in a season."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple


class EveningShare(NamedTuple):
    """What a player got on an evening, in whole units that are the same for all that are compared.

    `season` and `player` are ids, `evening` is the evening's number.
    """

    evening: int
    season: int
    player: int
    deals: int
    points: int


class SeasonSum(NamedTuple):
    """A player's points of a season, in the units of its evenings."""

    season: int
    player: int
    points: int


class ClosestEvening(NamedTuple):
    """An evening, and the units from its first to its last."""

    evening: int
    units: int


@dataclass(frozen=True)
class ClubRecords:
    """A club's records; None or empty where there is none, and of equal ones the earliest.

    `best` was won and `worst` lost; `run` are the evenings on which a player won points, one after another of those
    that the player came to, and `is_unbroken` says that it reaches to the last of them.
    """

    best: EveningShare | None
    worst: EveningShare | None
    closest: ClosestEvening | None
    run: Sequence[EveningShare]
    is_unbroken: bool
    season: SeasonSum | None


def when_played(shares: Sequence[EveningShare]) -> Sequence[EveningShare]:
    """Those of evenings on which anybody played a deal, unlike a day that only has balances brought along."""
    played = {share.evening for share in shares if share.deals}
    return [share for share in shares if share.evening in played]


def records_among(shares: Sequence[EveningShare]) -> ClubRecords:
    """The records among everybody's evenings, the earliest evening first."""
    played = when_played(shares)
    best = max(played, key=lambda share: share.points, default=None)
    worst = min(played, key=lambda share: share.points, default=None)
    run, is_unbroken = longest_run(played)
    return ClubRecords(
        best=best if best and best.points > 0 else None,
        worst=worst if worst and worst.points < 0 else None,
        closest=_closest(played),
        run=run,
        is_unbroken=is_unbroken,
        season=_best_season(shares),
    )


def longest_run(shares: Iterable[EveningShare]) -> tuple[Sequence[EveningShare], bool]:
    """The longest run of evenings that a player won points on, and whether it reaches to the player's last evening."""
    by_player: dict[int, list[EveningShare]] = defaultdict(list)
    for share in shares:
        by_player[share.player].append(share)
    runs = [list(run) for mine in by_player.values() for is_won, run in groupby(mine, lambda s: s.points > 0) if is_won]
    if not runs:
        return (), False
    longest = max(len(run) for run in runs)
    run = min((run for run in runs if len(run) == longest), key=lambda run: [share.evening for share in run])
    return run, run[-1] == by_player[run[0].player][-1]


def _closest(shares: Sequence[EveningShare]) -> ClosestEvening | None:
    evenings = [(number, [share.points for share in of_evening]) for number, of_evening in _by_evening(shares)]
    spreads = [ClosestEvening(number, max(points) - min(points)) for number, points in evenings if len(points) > 1]
    # An evening of nothing but noughts was not close, nobody had won anything yet.
    return min((spread for spread in spreads if spread.units), key=lambda spread: spread.units, default=None)


def _by_evening(shares: Sequence[EveningShare]) -> Iterable[tuple[int, Iterable[EveningShare]]]:
    return groupby(shares, lambda share: share.evening)


def _best_season(shares: Iterable[EveningShare]) -> SeasonSum | None:
    sums: dict[tuple[int, int], int] = defaultdict(int)
    for share in shares:
        sums[share.season, share.player] += share.points
    (season, player), points = max(sums.items(), key=lambda item: item[1], default=((0, 0), 0))
    return SeasonSum(season, player, points) if points > 0 else None
