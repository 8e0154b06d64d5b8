"""A club's contracts as rows of a page, and which of them were worth their price to whoever bid them."""

from dataclasses import dataclass, replace

from django.utils.safestring import SafeString

from ledger.models import Season
from ledger.queries.statistics.deals import BIDDER, WON, DealFilter
from ledger.queries.statistics.figures import ContractFigure, ContractFigures
from ledger.rules.site.labels import Label, enumeration
from ledger.rules.site.points import decimals_of, in_rounded_points
from ledger.templatetags.ledger_format import average, on_comma
from ledger.templatetags.ledger_labels import label_text
from ledger.web.statistics.deal_links import deals_address
from ledger.web.statistics.figure_rows import ENOUGH

MOST_NAMED = 3  # contracts in a sentence
NOTHING = SafeString("")


@dataclass(frozen=True)
class ContractRow:
    """A contract: its name, the address of its deals, and its numbers as they are drawn; empty where nobody bids."""

    contract: ContractFigure
    name: str
    address: str
    deals: int
    is_few: bool
    made: int | None = None
    made_address: str = ""
    share: int | None = None
    over: str = ""
    points: SafeString = NOTHING
    average: SafeString = NOTHING


@dataclass(frozen=True)
class WorthTheirPrice:
    """The contracts of enough deals that paid the bidder on average, and those that cost, as parts of a sentence."""

    paid: Label | None
    cost: Label | None


def contract_rows(club_slug: str, figures: ContractFigures, season: Season | None) -> list[ContractRow]:
    """Contracts as rows; every count leads to its deals."""
    units = [contract.units for contract in figures.contracts]
    drawn = _Drawn(club_slug, season.slug if season else "", figures, decimals_of(units, figures.unit_denominator))
    return [drawn.row(contract) for contract in figures.contracts]


@dataclass(frozen=True)
class _Drawn:
    """What draws the rows of contracts."""

    club_slug: str
    season: str
    figures: ContractFigures
    decimals: int

    def row(self, contract: ContractFigure) -> ContractRow:
        """A contract as a row; where nobody bids it, the number of deals is all there is."""
        asked = DealFilter(part=BIDDER if contract.bids else "", contract=contract.key, season=self.season)
        name, is_few = label_text(contract.label), contract.deals < ENOUGH
        address, over = deals_address(self.club_slug, asked), contract.average_over
        if not contract.bids:
            return ContractRow(contract, name, address, contract.deals, is_few)
        return ContractRow(
            contract=contract,
            name=name,
            address=address,
            deals=contract.deals,
            made=contract.made,
            made_address=deals_address(self.club_slug, replace(asked, result=WON)),
            share=round(100 * contract.made / contract.bids),
            over="" if over is None else label_text(in_rounded_points(over)),
            points=on_comma(contract.units, self.figures.unit_denominator, self.decimals),
            average=average(contract.units, self.figures.unit_denominator, contract.bids),
            is_few=is_few,
        )


def worth_their_price(figures: ContractFigures) -> WorthTheirPrice:
    """The few contracts that paid the bidder most on average, and those that cost most."""
    often = [contract for contract in figures.contracts if contract.bids >= ENOUGH]
    by_average = sorted(often, key=lambda contract: contract.units / contract.bids, reverse=True)
    paid = [contract for contract in by_average if contract.units > 0]
    cost = [contract for contract in reversed(by_average) if contract.units < 0]
    return WorthTheirPrice(_names(paid[:MOST_NAMED]), _names(cost[:MOST_NAMED]))


def _names(contracts: list[ContractFigure]) -> Label | None:
    return enumeration([contract.label for contract in contracts]) if contracts else None
