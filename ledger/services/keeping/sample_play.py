"""How the sample club plays: what its members bid and take, drawn from a seeded generator with human odds."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, TypeVar

from ledger.rules.scoring.scoring_table import ScoringRules

Choice = TypeVar("Choice")
Players = Mapping[str, "Habits"]

# Every table of odds below: how often each choice is made, relative to the others beside it.
KINDS = {"trick": 845, "nolo": 132, "passed_out": 23}
ATTACHMENTS = {"plain": 26, "vip": 31, "gode": 13, "halve": 12, "sans": 9, "staerke": 5, "kvarte": 4}
TURNS = {1: 55, 2: 31, 3: 14}
LEVELS = {
    "plain": {8: 25, 9: 50, 10: 23, 11: 2},
    "kvarte": {7: 30, 8: 55, 9: 15},
    "vip2": {8: 75, 9: 25},
    "vip3": {8: 100},
}
OTHER_LEVELS = {7: 2, 8: 50, 9: 40, 10: 8}
TRUMPS = {
    "plain": {"hearts": 38, "diamonds": 32, "spades": 30},
    "gode": {"clubs": 1},
    "staerke": {"spades": 1},
    "sans": {"none": 1},
    "vip": {"clubs": 22, "spades": 24, "hearts": 25, "diamonds": 25, "none": 4},
}
OTHER_TRUMPS = {"clubs": 1, "spades": 1, "hearts": 1, "diamonds": 1}
WHOSE_ACE = {"partner": 91, "self_called": 5, "ace_in_cat": 4}
OVER_OR_UNDER = {-3: 1, -2: 7, -1: 19, 0: 34, 1: 25, 2: 11, 3: 3}
NOLO = {"sol": 48, "ren_sol": 29, "bordlaegger": 15, "ren_bordlaegger": 8}
PLAYERS_ON_IT = {"sol": {1: 64, 2: 30, 3: 6}, "ren_sol": {1: 85, 2: 15}}
TRICKS_TOO_MANY = {1: 78, 2: 17, 3: 5}
NOLO_LOST_PERCENT = 34


@dataclass(frozen=True)
class Habits:
    """How somebody plays: `skill` about 0 turns close deals, `daring` and `nolo` are how readily they bid."""

    skill: int
    daring: int
    nolo: int


@dataclass(frozen=True)
class Play:
    """A table of players in seat order, by the text that stands for each in a deal."""

    random: Random
    rules: ScoringRules
    seated: Players

    def deals(self, *, rounds: int) -> list[dict[str, Any]]:
        """An evening's deals as data: everyone deals `rounds` times, and sits out then if a fifth."""
        return [self._deal(dealer) for _ in range(rounds) for dealer in self.seated]

    def _deal(self, dealer: str) -> dict[str, Any]:
        is_fifth = len(self.seated) > self.rules.seats.max
        players = {player: habits for player, habits in self.seated.items() if not is_fifth or player != dealer}
        kind = self._draw(KINDS)
        played = {"trick": self._trick, "nolo": self._nolo}.get(kind, _nothing)(players)
        return {"kind": kind, "dealer": dealer, **played}

    def _trick(self, players: Players) -> dict[str, Any]:
        declarer = self._draw({player: habits.daring for player, habits in players.items()})
        attachment = self._draw(ATTACHMENTS)
        turn = {"vip_turn": self._draw(TURNS)} if attachment == "vip" else {}
        level = self._draw(LEVELS.get(f"{attachment}{turn.get('vip_turn', '')}", OTHER_LEVELS))
        partner = self._partner(players, declarer, attachment)
        return {
            "level": level,
            "attachment": attachment,
            **turn,
            "trump": self._draw(TRUMPS.get(attachment, OTHER_TRUMPS)),
            "declarer": declarer,
            **partner,
            "tricks": self._tricks(players, level, {declarer, partner["partner"]}),
        }

    def _partner(self, players: Players, declarer: str, attachment: str) -> dict[str, str | None]:
        if attachment == "kvarte":
            return {"partner": None, "alone": "declared"}
        whose = self._draw(WHOSE_ACE)
        if whose != "partner":
            return {"partner": None, "alone": whose}
        return {"partner": self.random.choice([player for player in players if player != declarer])}

    def _tricks(self, players: Players, level: int, side: set[str | None]) -> int:
        """What the declaring side takes: near its level, and a trick more or less where skill tells."""
        lift = sum(habits.skill if player in side else -habits.skill for player, habits in players.items())
        nudge = self.random.randrange(100) < 5 * abs(lift)
        tricks = level + self._draw(OVER_OR_UNDER) + (nudge if lift > 0 else -nudge)
        return min(tricks, self.rules.tricks)

    def _nolo(self, players: Players) -> dict[str, Any]:
        contract = self._draw(NOLO)
        most = self.rules.nolo[contract].max_tricks
        willing = {player: habits.nolo for player, habits in players.items()}
        on_it = []
        for _ in range(self._draw(PLAYERS_ON_IT.get(contract, {1: 1}))):
            player = self._draw(willing)
            del willing[player]
            on_it.append({"player": player, "tricks": self._few_tricks(most, players[player].skill)})
        return {"contract": contract, "participants": on_it}

    def _few_tricks(self, most: int, skill: int) -> int:
        if self.random.randrange(100) < NOLO_LOST_PERCENT - 2 * skill:
            return most + self._draw(TRICKS_TOO_MANY)
        return self.random.randint(0, most)

    def _draw(self, odds: Mapping[Choice, int]) -> Choice:
        return self.random.choices(list(odds), weights=list(odds.values()))[0]


def _nothing(_players: Players) -> dict[str, Any]:
    """All there is to say of a deal that everybody passed."""
    return {}
