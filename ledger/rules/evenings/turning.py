"""What an evening's points tell: the deal that turned it, and the pair that won most together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class DealPoints:
    """The integer units that a deal gave everybody of it, by id, and who declared it with whom; None for nobody."""

    number: int
    units: Mapping[int, int]
    declarer: int | None = None
    partner: int | None = None


@dataclass(frozen=True)
class Turn:
    """The last deal after which the winners led alone to the end.

    `before` has everybody's units before it, `leaders` those who led then. `is_first` where nothing had been won or
    lost before: they led from the first deal that counted.
    """

    number: int
    winners: tuple[int, ...]
    leaders: tuple[int, ...]
    before: Mapping[int, int]
    is_first: bool


@dataclass(frozen=True)
class PairResult:
    """Two players' deals as declarer and partner: how many, how many they won by, and their units together."""

    players: tuple[int, int]
    deals: int
    won: int
    units: int


def running_totals(deals: Sequence[DealPoints], players: Sequence[int]) -> list[dict[int, int]]:
    """Everybody's units before the first deal and after each."""
    totals = [dict.fromkeys(players, 0)]
    for deal in deals:
        totals.append({player: units + deal.units.get(player, 0) for player, units in totals[-1].items()})
    return totals


def turn_of(deals: Sequence[DealPoints], players: Sequence[int]) -> Turn | None:
    """The deal that turned an evening, its deals in their order; None where nobody won it.

    Several have won it together only where they had the same after every deal, as a fixed pair has.
    """
    totals = running_totals(deals, players)
    leaders = [_leaders(units) for units in totals]
    winners = leaders[-1]
    if any(len({units[winner] for winner in winners}) > 1 for units in totals) or len(winners) == len(players):
        return None
    after = len(deals)
    # Ends before the first deal at the latest, where everybody leads with nothing.
    while leaders[after - 1] == winners:
        after -= 1
    deal, before = deals[after - 1], totals[after - 1]
    return Turn(
        number=deal.number,
        winners=winners,
        leaders=leaders[after - 1],
        before=before,
        is_first=not any(any(earlier.units.values()) for earlier in deals[: after - 1]),
    )


def best_pairs(deals: Sequence[DealPoints]) -> list[PairResult]:
    """The pairs that won most together as declarer and partner, more than one where they are level; none below zero."""
    by_pair: dict[tuple[int, int], PairResult] = {}
    for deal in deals:
        if deal.declarer is None or deal.partner is None:
            continue
        pair = (min(deal.declarer, deal.partner), max(deal.declarer, deal.partner))
        so_far = by_pair.get(pair, PairResult(players=pair, deals=0, won=0, units=0))
        units = deal.units.get(deal.declarer, 0) + deal.units.get(deal.partner, 0)
        by_pair[pair] = PairResult(pair, so_far.deals + 1, so_far.won + (units > 0), so_far.units + units)
    most = max((result.units for result in by_pair.values()), default=0)
    return [result for result in by_pair.values() if result.units == most > 0]


def _leaders(units: Mapping[int, int]) -> tuple[int, ...]:
    """Those who have the most."""
    most = max(units.values(), default=0)
    return tuple(player for player, total in units.items() if total == most)
