"""A bar chart whose bars share one zero line."""

from collections.abc import Sequence

from django.utils.safestring import SafeString

from ledger.templatetags.ledger_format import markup
from ledger.web.site.charts.marks import number, scale_between

WIDTH, THINNEST = 200, 2.5


def bars(numbers: Sequence[int]) -> list[SafeString]:
    """Bars for all numbers of a list, on one scale."""
    return [bar(units, lowest=min(numbers), highest=max(numbers)) for units in numbers]


def bar(units: int, *, lowest: int, highest: int) -> SafeString:
    """A bar for a number of a list with this lowest and highest: filled for plus, hollow for minus, none for 0."""
    place = scale_between(min(lowest, 0), max(highest, 0), 0, WIDTH)
    zero = place(0)
    # A small number still shows, or it would pass for 0.
    length = max(abs(place(units) - zero), THINNEST) if units else 0
    left = min(max(zero - length if units < 0 else zero, 0), WIDTH - length)
    css = "down" if units < 0 else "up"
    rectangle = markup('<rect class="{}" x="{}" y="1.5" width="{}" height="9"/>', css, number(left), number(length))
    # Hidden from screen readers: it stands beside its number.
    return markup(
        '<svg class="bar" viewBox="0 0 200 12" preserveAspectRatio="none" aria-hidden="true">{}'
        '<line class="zero" x1="{}" x2="{}" y1="-2" y2="14"/></svg>',
        rectangle if units else "",
        number(zero),
        number(zero),
    )
