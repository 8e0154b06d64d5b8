"""Who was there on which evening of a season, and who won it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from ledger.rules.statistics.records import EveningShare, when_played


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

    @property
    def won(self) -> int:
        """The number of evenings that the player won, alone or together with others."""
        return self.evenings.count(Presence.WON)


@dataclass(frozen=True)
class Attendances:
    """The numbers of the evenings in their order, and everybody's presence, whoever came most first."""

    evenings: tuple[int, ...]
    players: tuple[PlayerPresence, ...]

    @property
    def counts(self) -> list[int]:
        """How many came to each evening."""
        columns = zip(*(player.evenings for player in self.players), strict=True)
        return [len(column) - column.count(Presence.AWAY) for column in columns]


def attendances_among(shares: Sequence[EveningShare]) -> Attendances:
    """The attendance of evenings, the earliest first; who came equally often stay in the order of the shares."""
    shares = when_played(shares)
    numbers = tuple(dict.fromkeys(share.evening for share in shares))
    most: dict[int, int] = {}
    for share in shares:
        most[share.evening] = max(share.points, most.get(share.evening, share.points))
    by_player: dict[int, dict[int, Presence]] = {}
    for share in shares:
        is_won = 0 < share.points == most[share.evening]
        by_player.setdefault(share.player, {})[share.evening] = Presence.WON if is_won else Presence.THERE
    players = [
        PlayerPresence(player, tuple(came.get(number, Presence.AWAY) for number in numbers))
        for player, came in by_player.items()
    ]
    return Attendances(numbers, tuple(sorted(players, key=lambda player: -player.count)))
