"""What a deal would pay, before it is saved or without being played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ledger.models import Evening, ScoringTableVersion, Seat
from ledger.queries.deals.in_words import DealInWords, deal_in_words
from ledger.queries.deals.pricing import price, settle_deal, units_per_point_unit


@dataclass(frozen=True)
class Preview:
    """What a deal would pay: (player's name, integer units) in seat order, the house's units, and the deal in words."""

    points: tuple[tuple[str, int], ...]
    house: int
    words: DealInWords


def preview(
    *, seats: Sequence[Seat], evening: Evening, version: ScoringTableVersion, deal: Mapping[str, Any]
) -> Preview:
    """The price of a deal that is not saved, for those in some seats.

    Raises Refusal as `price`.
    """
    priced = price(players=[seat.player_id for seat in seats], evening=evening, version=version, deal=deal)
    names = {seat.player_id: seat.player.name for seat in seats}
    words = deal_in_words(settled=priced.settled, names=names, is_played=False)
    points = tuple((names[player], units) for player, units in priced.points.items())
    return Preview(points=points, house=priced.house, words=words)


def trial(*, version: ScoringTableVersion, deal: Mapping[str, Any], players: Sequence[str]) -> Preview:
    """The price of a deal among `players`, names in seat order, in the version's own units; no query.

    Raises Refusal as `price`.
    """
    settled = settle_deal(deal=deal, tariff=version.tariff(), players=players)
    words = deal_in_words(settled=settled, is_played=False)
    return Preview(points=tuple(settled.payout.units.items()), house=settled.payout.house, words=words)


def tariff_for_page(*, version: ScoringTableVersion, season_denominator: int) -> dict[str, Any]:
    """The tariff by which a page looks up payouts, with the scale from its units to the season's."""
    return {
        **version.tariff().as_json(),
        "seats": version.to_rules().seats.max,
        "scale": units_per_point_unit(season_denominator=season_denominator, version=version),
        "season_denominator": season_denominator,
    }
