"""A player's figures as rows of a page: number, bar, and a link to the deals counted.

They are drawn here: cell by cell in a template, they would cost more than all the rest of the page.
"""

from collections.abc import Callable, Sequence
from typing import Literal

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from ledger.queries.statistics.deal_filter import WON
from ledger.queries.statistics.figures import Figure
from ledger.queries.statistics.played import PlayedDeals
from ledger.rules.site.points import decimals_of
from ledger.templatetags.ledger_format import average, on_comma
from ledger.templatetags.markup import markup
from ledger.templatetags.rule_words import contract_word, with_rule_words
from ledger.web.site.charts.bar import bar
from ledger.web.statistics.deal_links import Addresses

ENOUGH = 10  # deals; a figure of fewer says little
FIGURE = (
    '<tr{}><th scope="row">{} <small class="phone"><a href="{}">{}</a></small></th>'
    '<td class="num"><a href="{}">{}</a></td><td class="num wide"><a href="{}">{}</a></td>'
    '<td class="bars">{}</td><td class="num">{}</td><td class="num wide">{}</td></tr>'
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
    lowest, highest = min(units, default=0), max(units, default=0)
    unit, decimals = played.unit_denominator, decimals_of(units, played.unit_denominator)

    def row(figure: Figure, named: str) -> str:
        address_of_won = addresses.of(**{choice: figure.key}, result=WON)
        return markup(
            FIGURE,
            FEW if figure.deals < ENOUGH else NOT_FEW,
            contract_word(named, figure.key) if choice == "contract" else with_rule_words(named),
            address_of_won,
            gettext("%(number)s won") % {"number": figure.won},
            addresses.of(**{choice: figure.key}),
            figure.deals,
            address_of_won,
            figure.won,
            bar(figure.points, lowest=lowest, highest=highest),
            on_comma(figure.points, unit, decimals),
            average(figure.points, unit, figure.deals),
        )

    return SafeString("".join([row(figure, name(figure.key)) for figure in figures]))
