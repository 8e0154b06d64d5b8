"""A player's figures as rows of a page: number, bar, and a link to the deals counted.

They are drawn here: cell by cell in a template, they would cost more than all the rest of the page.
"""

from collections.abc import Callable, Sequence
from typing import Literal

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from ledger.queries.statistics.figures import Figure, PlayedDeals
from ledger.rules.site.points import decimals_of
from ledger.templatetags.ledger_format import markup, on_comma
from ledger.web.site.charts.bar import bars
from ledger.web.statistics.deal_links import Addresses

ENOUGH = 10  # deals; a figure of fewer says little
FIGURE = (
    '<tr{}><th scope="row">{}<small><a href="{}">{}</a></small></th>'
    '<td class="bars">{}</td><td class="num">{}</td></tr>'
)
FEW, NOT_FEW = SafeString(' class="few"'), SafeString("")


def figure_rows(
    figures: Sequence[Figure],
    played: PlayedDeals,
    addresses: Addresses,
    *,
    name: Callable[[str], str],
    choice: Literal["part", "contract"],
) -> SafeString:
    """Figures as rows, with bars on one scale; `choice` is what their keys narrow deals by."""
    units = [figure.points for figure in figures]
    unit, decimals = played.unit_denominator, decimals_of(units, played.unit_denominator)

    def row(figure: Figure, drawn: SafeString) -> str:
        return markup(
            FIGURE,
            FEW if figure.deals < ENOUGH else NOT_FEW,
            name(figure.key),
            addresses.of(**{choice: figure.key}),
            gettext("%(won)s of %(count)s won") % {"won": figure.won, "count": figure.deals},
            drawn,
            on_comma(figure.points, unit, decimals),
        )

    return SafeString("".join(map(row, figures, bars(units))))
