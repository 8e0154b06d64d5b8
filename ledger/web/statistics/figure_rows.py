"""A player's figures as rows of a page: number, bar, and a link to the deals counted."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from ledger.queries.statistics.deal_filter import HOUSE, WON, DealFilter
from ledger.queries.statistics.figures import Figure
from ledger.queries.statistics.others import WithAnother
from ledger.queries.statistics.played import PlayedDeals
from ledger.rules.site.points import decimals_of
from ledger.templatetags.ledger_format import average, on_comma
from ledger.web.site.charts.bar import bar
from ledger.web.statistics.deal_links import deals_address

ENOUGH = 10  # deals; a figure of fewer says little
SCALE = 10**6  # fractions times this are the whole numbers that bars take


@dataclass(frozen=True)
class FigureRow:
    """A figure: its name, the addresses of its deals and of those won, and its numbers as they are drawn."""

    name: str
    address: str
    address_of_won: str
    deals: int
    won: int
    bar: SafeString
    points: SafeString
    average: SafeString
    is_few: bool


@dataclass(frozen=True)
class DuoCell:
    """A figure with another player: the deals, their address, and the points."""

    deals: int
    address: str
    bar: SafeString
    points: SafeString
    is_few: bool


@dataclass(frozen=True)
class DuoRow:
    """Another player, with the figures together and against; the house has no page, and no deals together."""

    name: str
    slug: str
    together: DuoCell | None
    against: DuoCell


class Addresses:
    """The addresses of the deals behind a player's figures."""

    def __init__(self, club_slug: str, played: PlayedDeals) -> None:
        self.club_slug = club_slug
        season = played.season.slug if played.season else ""
        self.all = DealFilter(player=played.player.slug, season=season)

    def of(self, **asked: Any) -> str:
        """The address of the player's deals that a filter lets through."""
        return deals_address(self.club_slug, replace(self.all, **asked))


def figure_rows(
    figures: Sequence[Figure],
    played: PlayedDeals,
    addresses: Addresses,
    *,
    name: Callable[[str], str],
    choice: Literal["part", "contract"],
) -> list[FigureRow]:
    """Figures as rows, with bars on one scale; `choice` is what their keys narrow deals by."""
    units = [figure.points for figure in figures]
    decimals = decimals_of(units, played.unit_denominator)
    return [
        FigureRow(
            name=name(figure.key),
            address=addresses.of(**{choice: figure.key}),
            address_of_won=addresses.of(**{choice: figure.key}, result=WON),
            deals=figure.deals,
            won=figure.won,
            bar=bar(figure.points, lowest=min(units), highest=max(units)),
            points=on_comma(figure.points, played.unit_denominator, decimals),
            average=average(figure.points, played.unit_denominator, figure.deals),
            is_few=figure.deals < ENOUGH,
        )
        for figure in figures
    ]


def duo_rows(others: Sequence[WithAnother], played: PlayedDeals, addresses: Addresses) -> list[DuoRow]:
    """The others as rows, those whom the player won most from first; two scales of bars."""
    both = [Fraction(other.both, played.unit_denominator) for other in others]
    won = [other.won for other in others]
    rows = [
        DuoRow(
            name=other.name or gettext("the house"),
            slug=other.slug,
            together=_duo_cell(other.together, ours, both, addresses.of(partner=other.slug))
            if other.together
            else None,
            against=_duo_cell(other.against, other.won, won, addresses.of(opponent=other.slug or HOUSE)),
        )
        for other, ours in zip(others, both, strict=True)
    ]
    order = sorted(range(len(rows)), key=lambda index: (not others[index].slug, -won[index], others[index].sort_key))
    return [rows[index] for index in order]


def _duo_cell(deals: int, points: Fraction, all_points: Iterable[Fraction], address: str) -> DuoCell:
    scaled = [int(other * SCALE) for other in all_points]
    return DuoCell(
        deals=deals,
        address=address,
        bar=bar(int(points * SCALE), lowest=min(scaled), highest=max(scaled)),
        points=on_comma(points.numerator, points.denominator, 0),
        is_few=deals < ENOUGH,
    )
