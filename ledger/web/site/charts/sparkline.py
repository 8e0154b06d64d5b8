"""A season in the height of a line of text."""

from collections.abc import Sequence

from django.utils.html import format_html
from django.utils.safestring import SafeString

from ledger.web.site.charts.marks import drawing, level, number, polyline, scale_between

WIDTH, HEIGHT, EDGE = 72, 32, 3


def sparkline(totals: Sequence[int], *, lowest: int, highest: int) -> SafeString:
    """A player's running totals from 0, on the scale of a list whose lowest and highest are given.

    The drawing is stretched to its place while lines and dot keep their thickness: the dot, filled where the player
    ends at or above zero, hollow below, is a stroke without length.
    """
    place = scale_between(min(lowest, 0), max(highest, 0), HEIGHT - EDGE, EDGE)
    across = scale_between(0, max(len(totals), 1), EDGE, WIDTH - EDGE)
    after = [0, *totals]
    end = f"M{number(across(len(totals)))} {number(place(after[-1]))}h0"
    dots = ("end under", "core") if after[-1] < 0 else ("end",)
    return format_html(
        '<svg class="spark" viewBox="0 0 72 32" preserveAspectRatio="none" aria-hidden="true">{}{}{}</svg>',
        level("zero", EDGE, WIDTH - EDGE, place(0)),
        polyline("line", ((across(index), place(total)) for index, total in enumerate(after))),
        drawing(format_html('<path class="{}" d="{}"/>', css, end) for css in dots),
    )
