"""A club's own numbers, which are the same wherever the club's file is read."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from ledger.rules.clubs import with_numbers
from ledger.rules.deals.settling import WORDS_OF_A_DEAL, with_players


def spelt_moment(moment: datetime) -> str:
    """A moment as digests and files spell it, the same on every database: "2026-09-03T19:30:00+00:00"."""
    return moment.astimezone(UTC).isoformat()


@dataclass(frozen=True)
class OwnNumbers:
    """A club's own numbers by the ids that its rows have here: players, seasons, evenings, and users as its writers.

    Ids are given anew wherever a club arrives; digests and the club's file speak of these numbers only. What is not
    the club's has none: "?" and the id, which no number is equal to.
    """

    players: Mapping[int, int] = field(default_factory=dict)
    seasons: Mapping[int, int] = field(default_factory=dict)
    evenings: Mapping[int, int] = field(default_factory=dict)
    writers: Mapping[int, int] = field(default_factory=dict)

    def player(self, pk: int | None) -> int | str | None:
        """A player's number; None for the house."""
        return None if pk is None else self.players.get(pk, f"?{pk}")

    def season(self, pk: int) -> int | str:
        """A season's number."""
        return self.seasons.get(pk, f"?{pk}")

    def evening(self, pk: int) -> int | str:
        """An evening's number."""
        return self.evenings.get(pk, f"?{pk}")

    def writer(self, pk: int) -> int | str:
        """An author's number."""
        return self.writers.get(pk, f"?{pk}")

    def deal(self, deal: Mapping[str, Any]) -> dict[str, Any]:
        """A deal as data with players by number, also in its texts."""
        numbered = with_players(deal, self._player_as_text)
        # Only what is a text: the audit spells deals that were tampered with, which may hold anything.
        words = {name: self.text(numbered[name]) for name in WORDS_OF_A_DEAL if isinstance(numbered.get(name), str)}
        return numbered | words

    def text(self, text: str) -> str:
        """A kept text with mentions by number."""
        return with_numbers(text, self.players)

    def _player_as_text(self, player: str) -> str:
        return self._by_text.get(player, f"?{player}")

    @cached_property
    def _by_text(self) -> dict[str, str]:
        """The players' numbers by id as deals spell it."""
        return {str(pk): str(number) for pk, number in self.players.items()}
