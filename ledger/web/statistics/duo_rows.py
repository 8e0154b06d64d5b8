"""A player's figures with the others as rows of a page, drawn here as those of the parts are."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from ledger.queries.statistics.deals import HOUSE
from ledger.queries.statistics.figures import PlayedDeals, WithAnother
from ledger.rules.site.points import decimals_of
from ledger.templatetags.ledger_format import divided_amount, markup, on_comma
from ledger.web.statistics.deal_links import Addresses

ROW = '<tr><th scope="row">{}</th>{}{}</tr>'
CELL = '<td class="num">{}<small><a href="{}">{}</a></small></td>'
NO_DEALS, NO_CELL = SafeString('<td class="num">–</td>'), SafeString("")


def duo_rows(
    others: Sequence[WithAnother], played: PlayedDeals, addresses: Addresses, *, has_partners: bool
) -> SafeString:
    """The others as rows: those with whom the player got most together first, then those whom they won most from.

    The house comes last; it has no page, and no deals together. There is a column for deals together where the player
    `has_partners`.
    """
    unit = played.unit_denominator
    decimals = decimals_of([other.both for other in others], unit)

    def row(other: WithAnother) -> str:
        both = NO_DEALS if has_partners else NO_CELL
        if other.together:
            both = _cell(on_comma(other.both, unit, decimals), addresses.of(partner=other.slug), other.together)
        against = _cell(divided_amount(other.won), addresses.of(opponent=other.slug or HOUSE), other.against)
        return markup(ROW, _name(other, addresses.club_slug), both, against)

    in_order = sorted(others, key=lambda other: (not other.slug, -other.both, -other.won, other.sort_key))
    return SafeString("".join([row(other) for other in in_order]))


def _name(other: WithAnother, club_slug: str) -> str:
    if not other.slug:
        return gettext("the house")
    return markup('<a href="{}">{}</a>', reverse("player", args=[club_slug, other.slug]), other.name)


def _cell(points: SafeString, address: str, deals: int) -> SafeString:
    """Points with another player, and so many deals, which stand at an address."""
    count = ngettext("%(count)s deal", "%(count)s deals", deals) % {"count": deals}
    return markup(CELL, points, address, count)
