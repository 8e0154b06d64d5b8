"""A player's figures with the others as rows of a page, drawn here as those of the parts are."""

from collections.abc import Sequence
from fractions import Fraction

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from ledger.queries.statistics.deal_filter import HOUSE
from ledger.queries.statistics.others import WithAnother
from ledger.queries.statistics.played import PlayedDeals
from ledger.templatetags.ledger_format import divided_amount
from ledger.templatetags.markup import markup
from ledger.templatetags.rule_words import with_rule_words
from ledger.web.site.charts.bar import bar
from ledger.web.statistics.deal_links import Addresses
from ledger.web.statistics.figure_rows import ENOUGH

SCALE = 10**6  # fractions times this are the whole numbers that bars take
ROW = '<tr><th scope="row">{}</th>{}{}</tr>'
CELL = '<td class="duo{}"><span>{}</span> <a href="{}">{}</a> {}</td>'
NO_DEALS, NO_CELL = SafeString('<td class="duo"></td>'), SafeString("")

Reach = tuple[int, int]
"""The lowest and the highest number of a column of bars."""


def duo_rows(
    others: Sequence[WithAnother], played: PlayedDeals, addresses: Addresses, *, has_partners: bool
) -> SafeString:
    """The others as rows, those whom the player won most from first; two scales of bars.

    The house has no page, and no deals together. There is a column for deals together where the player `has_partners`.
    """
    others, unit = most_won_first(others), played.unit_denominator
    together = _scale([Fraction(other.both, unit) for other in others])
    against = _scale([other.won for other in others])

    def row(other: WithAnother) -> str:
        both = NO_CELL
        if has_partners:
            address = addresses.of(partner=other.slug)
            both = _cell(other.together, Fraction(other.both, unit), address, together) if other.together else NO_DEALS
        address = addresses.of(opponent=other.slug or HOUSE)
        return markup(ROW, _name(other, addresses.club_slug), both, _cell(other.against, other.won, address, against))

    return SafeString("".join([row(other) for other in others]))


def most_won_first(others: Sequence[WithAnother]) -> list[WithAnother]:
    """The others in the order of the page, the house last."""
    return sorted(others, key=lambda other: (not other.slug, -other.won, other.sort_key))


def _name(other: WithAnother, club_slug: str) -> str:
    if not other.slug:
        return with_rule_words(gettext("the house"))
    return markup('<a href="{}">{}</a>', reverse("player", args=[club_slug, other.slug]), other.name)


def _scale(all_points: Sequence[Fraction]) -> Reach:
    scaled = [int(points * SCALE) for points in all_points]
    return min(scaled, default=0), max(scaled, default=0)


def _cell(deals: int, points: Fraction, address: str, scale: Reach) -> SafeString:
    """A figure with another player: so many deals, which stand at an address, and the points, also as a bar."""
    lowest, highest = scale
    return markup(
        CELL,
        " few" if deals < ENOUGH else "",
        divided_amount(points),
        address,
        ngettext("%(count)s deal", "%(count)s deals", deals) % {"count": deals},
        bar(int(points * SCALE), lowest=lowest, highest=highest),
    )
