"""Settling: one deal looked up in one tariff gives what everybody at the table wins or loses."""

from collections.abc import Sequence

from ledger.rules.deals.kinds import Deal
from ledger.rules.deals.payout import Payout
from ledger.rules.scoring.tariff import Tariff
from ledger.rules.site.points import MOST_UNITS
from ledger.rules.site.refusal import Refusal, gettext_noop

TOO_DEAR = gettext_noop("More points change hands than the book can hold: at most %(most)d for one player.")


def settle(deal: Deal, tariff: Tariff, players: Sequence[str]) -> Payout:
    """Settle a deal of all `players` at the table.

    Raises Refusal without a price, and for more than MOST_UNITS to or from a player or the house.
    """
    units, roles, key = deal.settle(tariff, deal.players_in_play(tariff.scoring_table, players))
    if len(units) < len(players):
        units = {**dict.fromkeys(players, 0), **units}
    house = 0
    for gain in units.values():
        house -= gain
        if abs(gain) > MOST_UNITS:
            raise _too_dear(tariff)
    if abs(house) > MOST_UNITS:
        raise _too_dear(tariff)
    if len(roles) < len(players):
        roles = {**dict.fromkeys(players, "sits_out"), **roles}
    return Payout(units, house, roles, key)


def _too_dear(tariff: Tariff) -> Refusal:
    return Refusal(TOO_DEAR, most=MOST_UNITS // tariff.unit_denominator)
