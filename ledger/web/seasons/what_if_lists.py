"""The lists of a season scored again: the standings now and then side by side, and the deals without a price."""

from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.queries.seasons.what_if import Placing, Unpriced
from ledger.templatetags.ledger_format import amount
from ledger.templatetags.ledger_labels import refusal_text
from ledger.web.clubs.lists import ClubList
from ledger.web.site.lists import NUMBER, PageColumn


class PlacingList(ClubList):
    """Everybody's place and points in the book and under the other prices, in the order of the latter."""

    caption = _("Standings now and then")
    row_header = "name"
    name = PageColumn(verbose_name=_("Player"), order_by="sort_key")
    place_now = PageColumn(verbose_name=_("Place now"), attrs=NUMBER, order_by=("place_now", "sort_key"))
    place_then = PageColumn(verbose_name=_("Place then"), attrs=NUMBER, order_by=("place_then", "sort_key"))
    points_now = PageColumn(verbose_name=_("Points now"), attrs=NUMBER, order_by=("points_now", "sort_key"))
    points_then = PageColumn(verbose_name=_("Points then"), attrs=NUMBER, order_by=("points_then", "sort_key"))
    gained = PageColumn(
        verbose_name=_("Difference"), attrs={"td": {"class": "num wide"}}, order_by=("gained", "sort_key")
    )

    def __init__(self, *args: Any, denominator: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.denominator = denominator

    def render_name(self, record: Placing) -> str:
        return self.link(record.name, "player", record.slug)

    def render_place_then(self, record: Placing) -> SafeString | int:
        if not record.climbed:
            return record.place_then
        arrow = "▲" if record.climbed > 0 else "▼"
        return format_html('{} <span aria-hidden="true">{}</span>', record.place_then, arrow)

    def render_points_now(self, value: int) -> SafeString:
        return amount(value, self.denominator)

    def render_points_then(self, value: int) -> SafeString:
        return amount(value, self.denominator)

    def render_gained(self, value: int) -> SafeString:
        return amount(value, self.denominator)


class UnpricedList(ClubList):
    """The deals that the other prices cannot settle."""

    caption = _("Deals without a price")
    row_header = "deal"
    deal = PageColumn(verbose_name=_("Deal"), accessor="number", order_by=("evening", "number"))
    contract = PageColumn(verbose_name=_("Contract"), order_by=("contract", "evening", "number"))
    reason = PageColumn(verbose_name=_("Reason"), orderable=False)

    def render_deal(self, record: Unpriced) -> str:
        text = gettext("Evening %(evening)s, deal %(number)s") % {"evening": record.evening, "number": record.number}
        return self.link(text, "deal", record.evening, record.number)

    def render_reason(self, record: Unpriced) -> str:
        return refusal_text(record.reason)
