"""A player's figures with the others as rows of a page, drawn here as those of the parts are."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from ledger.queries.statistics.deal_filter import HOUSE
from ledger.queries.statistics.others import WithAnother
from ledger.queries.statistics.played import PlayedDeals
from ledger.templatetags.ledger_format import points_on_comma
from ledger.templatetags.ledger_labels import page_wording
from ledger.templatetags.markup import markup
from ledger.web.site.charts.bar import bar
from ledger.web.statistics.deal_links import Addresses
from ledger.web.statistics.figure_rows import ENOUGH

SCALE = 10**6  # fractions times this are the whole numbers that bars take
ROW = '<tr><th scope="row">{}</th>{}{}</tr>'
CELL = '<td class="duo{}"><span>{}</span> <a href="{}">{}</a> {}</td>'
NO_DEALS, NO_CELL = SafeString('<td class="duo"></td>'), SafeString("")

Cell = Callable[[int, Fraction, str], SafeString]
"""Draws a figure with another player: so many deals, the points, and the address of the deals."""


def duo_rows(
    others: Sequence[WithAnother], played: PlayedDeals, addresses: Addresses, *, has_partners: bool
) -> SafeString:
    """The others as rows, those whom the player won most from first; two scales of bars.

    The house has no page, and no deals together. There is a column for deals together where the player `has_partners`.
    """
    others = most_won_first(others)
    ours = [Fraction(other.both, played.unit_denominator) for other in others]
    together, against = _cells_on_scale(ours), _cells_on_scale([other.won for other in others])
    return SafeString(
        "".join(
            markup(
                ROW,
                _name(other, addresses.club_slug),
                _together(other, both, addresses, together) if has_partners else NO_CELL,
                against(other.against, other.won, addresses.of(opponent=other.slug or HOUSE)),
            )
            for other, both in zip(others, ours, strict=True)
        )
    )


def most_won_first(others: Sequence[WithAnother]) -> list[WithAnother]:
    """The others in the order of the page, the house last."""
    return sorted(others, key=lambda other: (not other.slug, -other.won, other.sort_key))


def _name(other: WithAnother, club_slug: str) -> str:
    if not other.slug:
        return gettext("the house")
    return markup('<a href="{}">{}</a>', reverse("player", args=[club_slug, other.slug]), other.name)


def _together(other: WithAnother, both: Fraction, addresses: Addresses, cell: Cell) -> SafeString:
    return cell(other.together, both, addresses.of(partner=other.slug)) if other.together else NO_DEALS


def _cells_on_scale(all_points: Sequence[Fraction]) -> Cell:
    """What draws the figures of a column, with bars on the scale of all its points."""
    scaled, wording = [int(points * SCALE) for points in all_points], page_wording()
    lowest, highest = min(scaled, default=0), max(scaled, default=0)

    def draw(deals: int, points: Fraction, address: str) -> SafeString:
        return markup(
            CELL,
            " few" if deals < ENOUGH else "",
            points_on_comma(points.numerator, points.denominator, 0, wording),
            address,
            ngettext("%(count)s deal", "%(count)s deals", deals) % {"count": deals},
            bar(int(points * SCALE), lowest=lowest, highest=highest),
        )

    return draw
