"""Settle deals by the hundred thousand: patterns met before are looked up instead of worked out."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ledger.models.scoring.scoring_tables import canonical_json
from ledger.rules.deals.kinds import kind_of
from ledger.rules.deals.reading import read_deal
from ledger.rules.deals.settling import settle
from ledger.rules.scoring.tariff import Tariff
from ledger.rules.site.refusal import Refusal

PaidBySeat = tuple[tuple[int, ...], int, tuple[str, ...]]
"""Units per player in seat order, the house's, and each player's role."""

QUOTED_NUMBER = re.compile(r'"(\d+)"')
MOST_PATTERNS = 50_000


class Resettling:
    """Settles deals, and remembers the patterns met under each tariff.

    A pattern is a deal with each player's id replaced by their place after the dealer, since the same deal turned round
    the table pays the same.
    """

    def __init__(self) -> None:
        self._met: dict[tuple[Tariff, int, str], PaidBySeat | Refusal] = {}

    def payout(self, *, tariff: Tariff, deal: Mapping[str, Any], players: Sequence[str]) -> PaidBySeat:
        """What a deal pays `players`, ids as text in seat order, in the tariff's units.

        Raises Refusal if the deal cannot be settled.
        """
        # A deal paid by typed amounts has quoted numbers that are no players.
        if not kind_of(deal).is_dealt or len(set(players)) != len(players):
            return _payout(tariff, deal, players)
        dealer = deal.get("dealer")
        first = players.index(dealer) if dealer in players else 0
        turned = [*players[first:], *players[:first]]
        pattern = tariff, len(players), _pattern(deal, turned)
        payout = self._met.get(pattern)
        if payout is None:
            payout = _payout_or_refusal(tariff, deal, turned)
            if len(self._met) < MOST_PATTERNS and not _names_a_player(payout, players):
                self._met[pattern] = payout
        if isinstance(payout, Refusal):
            raise payout.with_traceback(None)  # which would keep the whole call in memory
        units, house, roles = payout
        # Turned back, so that everybody has their own seat again.
        return (*units[-first:], *units[:-first]), house, (*roles[-first:], *roles[:-first])


def _pattern(deal: Mapping[str, Any], players: Sequence[str]) -> str:
    places = {player: f"@{place}" for place, player in enumerate(players)}
    # Unquoted, so that no text in a deal can pass for a place.
    return QUOTED_NUMBER.sub(lambda quoted: places.get(quoted[1], quoted[0]), canonical_json(deal))


def _names_a_player(payout: PaidBySeat | Refusal, players: Sequence[str]) -> bool:
    """Whether a refusal names a player; a deal of the same pattern has another in that place."""
    return isinstance(payout, Refusal) and payout.params.get("player") in players


def _payout_or_refusal(tariff: Tariff, deal: Mapping[str, Any], players: Sequence[str]) -> PaidBySeat | Refusal:
    try:
        return _payout(tariff, deal, players)
    except Refusal as refusal:
        return refusal


def _payout(tariff: Tariff, deal: Mapping[str, Any], players: Sequence[str]) -> PaidBySeat:
    settlement = settle(read_deal(deal, tariff.scoring_table, players), tariff, players)
    units = tuple(settlement.units[player] for player in players)
    return units, settlement.house, tuple(settlement.roles[player] for player in players)
