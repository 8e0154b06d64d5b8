"""The price of a deal: read and settled once under a scoring table's tariff, then shared out by seat."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ledger.models import Evening, ScoringTableVersion
from ledger.models.book.journal import HOUSE_SEAT, Share
from ledger.rules.deals.kinds import Deal
from ledger.rules.deals.payout import Payout
from ledger.rules.deals.settling import deal_data, read_deal, settle
from ledger.rules.scoring.tariff import Tariff
from ledger.rules.site.refusal import Refusal, gettext_noop


@dataclass(frozen=True)
class SettledDeal:
    """A deal read and settled under a tariff, in its units; `players` are in seat order, as the deal writes them."""

    tariff: Tariff
    players: tuple[str, ...]
    deal: Deal
    payout: Payout


@dataclass(frozen=True)
class PricedDeal:
    """A settled deal ready for the book: as data with player ids as text, and a share per seat, the house's last."""

    settled: SettledDeal
    deal: dict[str, Any]
    shares: tuple[Share, ...]

    @property
    def points(self) -> dict[int, int]:
        """Integer units of the season by player id, in seat order."""
        return {share.player_id: share.points for share in self.shares if share.player_id is not None}

    @property
    def house(self) -> int:
        """What the house wins, in a game that is not zero-sum among its players."""
        return -sum(self.points.values())


def settle_deal(*, deal: Mapping[str, Any], tariff: Tariff, players: Iterable[int | str]) -> SettledDeal:
    """Read and settle a deal given as data; `players` are ids, or names for a trial, in seat order.

    Raises Refusal (`field` is the deal's own key) for a deal that is impossible there or has no price.
    """
    written = tuple(map(str, players))
    read = read_deal(deal, tariff.scoring_table, written)
    return SettledDeal(tariff, written, read, settle(read, tariff, written))


def price(
    *, players: Sequence[int], evening: Evening, version: ScoringTableVersion, deal: Mapping[str, Any]
) -> PricedDeal:
    """The price of a deal among `players`, ids in seat order, in the units of an evening's season; no query.

    Raises Refusal as `settle_deal`.
    """
    settled = settle_deal(deal=deal, tariff=version.tariff(), players=players)
    scale = units_per_point_unit(season_denominator=evening.season.unit_denominator, version=version)
    return PricedDeal(settled, deal_data(settled.deal), shares_of(settled, scale=scale, ids=int))


def shares_of(settled: SettledDeal, *, scale: int, ids: Callable[[str], int]) -> tuple[Share, ...]:
    """A share per seat, the house's last, in units of which `scale` make one of the tariff's.

    `ids` gives the id of a player as the deal calls them.
    """
    payout, tricks = settled.payout, settled.deal.own_tricks(deal_data(settled.deal))
    shares = [
        Share(seat, ids(player), payout.roles[player], tricks.get(player), payout.units[player] * scale)
        for seat, player in enumerate(settled.players, start=1)
    ]
    if payout.house:
        shares.append(Share(HOUSE_SEAT, None, "house", None, payout.house * scale))
    return tuple(shares)


def units_per_point_unit(*, season_denominator: int, version: ScoringTableVersion) -> int:
    """Season units per unit of the scoring table: 8 if the season counts eighths and the scoring table points.

    Raises Refusal (field "table_version") if the scoring table's unit is smaller than the season's.
    """
    scale, rest = divmod(season_denominator, version.to_rules().unit_denominator)
    if rest:
        message = gettext_noop("This table counts in smaller parts of a point than the season's book.")
        raise Refusal(message, field="table_version")
    return scale
