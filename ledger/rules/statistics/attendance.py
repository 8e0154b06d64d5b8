"""Who was there on which evening of a season, and who won it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from ledger.rules.evenings.played_evening import PlayedEvening


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
