"""Who sits out when more players sit at a table than play."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Generic

from ledger.rules.deals.seating import NOT_AT_THE_TABLE, TOO_FEW_PLAYERS, PlayerT, dealer_after
from ledger.rules.site.refusal import Refusal

WAYS = ("dealer", "even")


@dataclass(frozen=True)
class PlayedDeal(Generic[PlayerT]):
    """What sitting out needs of a deal: everyone at the table, the dealer, and those who played."""

    at_table: tuple[PlayerT, ...]
    dealer: PlayerT
    in_play: tuple[PlayerT, ...]


def sits_out(
    players: Sequence[PlayerT],
    dealer: PlayerT,
    play: int,
    way: str = "dealer",
    history: Sequence[PlayedDeal[PlayerT]] = (),
) -> tuple[PlayerT, ...]:
    """Who sits out a deal of `players`, clockwise from the dealer; nobody if there are no more than `play`.

    The dealer always sits out, so everybody does in turn. Of six players one more does, of seven two more: by `way`
    "dealer" the next ones clockwise; by "even" those who have played most beyond their share of the deals they were
    there for, so that somebody who came late is not made to catch up. Among equals those sit out who leave the ones
    that have met least to play together, and among equals there too the next ones clockwise. `history` holds the deals
    at this table in any order, without those that nobody played (a redeal).
    Raises Refusal (field "players") for fewer players than play, and (field "dealer") for a dealer who is not there.
    """
    if len(players) < play:
        raise Refusal(TOO_FEW_PLAYERS, "players", least=play)
    if dealer not in players:
        raise Refusal(NOT_AT_THE_TABLE, "dealer", player=dealer)
    at, away = players.index(dealer), len(players) - play
    clockwise = (*players[at:], *players[:at])
    if way == "dealer" or away < 2:
        return clockwise[:away]
    return (dealer, *_due_to_sit_out(clockwise, away - 1, history))


def coming(
    players: Sequence[PlayerT],
    dealer: PlayerT,
    play: int,
    way: str = "dealer",
    history: Sequence[PlayedDeal[PlayerT]] = (),
    deals: int | None = None,
) -> list[tuple[PlayerT, ...]]:
    """Who sits out each of the next `deals` (None for a full round), dealt clockwise in turn.

    Assumes that everybody stays and every deal is played.
    Raises Refusal as `sits_out` does.
    """
    known, plan = list(history), []
    for _deal in range(len(players) if deals is None else deals):
        away = sits_out(players, dealer, play, way, known)
        plan.append(away)
        known.append(PlayedDeal(tuple(players), dealer, tuple(player for player in players if player not in away)))
        dealer = dealer_after(dealer, players)
    return plan


def _due_to_sit_out(
    clockwise: Sequence[PlayerT], away: int, history: Sequence[PlayedDeal[PlayerT]]
) -> tuple[PlayerT, ...]:
    """Who sits out beside the dealer, the first of `clockwise`."""
    dealer, *others = clockwise
    # A dealer who sits out counts as playing: that is everybody's turn once a round, and no reason to be chosen.
    ahead = _beyond_share([(deal.at_table, frozenset({*deal.in_play, deal.dealer})) for deal in history], 1)
    met = _beyond_share([(deal.at_table, frozenset(deal.in_play)) for deal in history], 2)
    due = {player: ahead[frozenset({player})] for player in clockwise}

    def merit(out: tuple[PlayerT, ...]) -> tuple[Fraction, Fraction, Fraction]:
        stay = [player for player in others if player not in out]
        # Whoever deals next cannot be chosen then, so they must not be left as the only one whose turn it is.
        then = sorted(due[player] + (player not in out) for player in (*others[1:], dealer))
        meetings = sum((met[frozenset(pair)] for pair in combinations(stay, 2)), Fraction())
        return sum((due[player] for player in out), Fraction()), sum(then[-away:], Fraction()), -meetings

    return max(combinations(others, away), key=merit)


Part = tuple[tuple[PlayerT, ...], frozenset[PlayerT]]


def _beyond_share(deals: Iterable[Part[PlayerT]], size: int) -> Mapping[frozenset[PlayerT], Fraction]:
    """The deals beyond their share that each player (size 1) or pair (size 2) took part in.

    A deal is everyone at the table and those who took part. With 4 of 6 taking part, the share is 4/6 for a player and
    4/6 x 3/5 for two.
    """
    beyond: defaultdict[frozenset[PlayerT], Fraction] = defaultdict(Fraction)
    for (at_table, part), times in Counter(deals).items():
        share = Fraction(comb(len(part), size), comb(len(at_table), size))
        for group in combinations(at_table, size):
            beyond[frozenset(group)] += times * (part.issuperset(group) - share)
    return beyond
