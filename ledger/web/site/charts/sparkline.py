"""The course of a season in the height of a line of text."""

from collections.abc import Sequence
from functools import cache

from django.utils.html import format_html
from django.utils.safestring import SafeString

from ledger.web.site.charts.marks import drawing, level, number, scale_between

WIDTH, HEIGHT, EDGE = 72, 32, 3


@cache
def _across(count: int) -> tuple[str, ...]:
    """The x coordinates of so many totals and the one before them, the same in every row of a list."""
    place = scale_between(0, max(count, 1), EDGE, WIDTH - EDGE)
    return tuple(number(place(index)) for index in range(count + 1))


def sparkline(totals: Sequence[int], *, lowest: int, highest: int, before: int = 0) -> SafeString:
    """A player's totals, starting from what there was `before`, on the scale of a list with this lowest and highest."""
    place = scale_between(min(lowest, 0), max(highest, 0), HEIGHT - EDGE, EDGE)
    after, across = [before, *totals], _across(len(totals))
    # The drawing is stretched to its place, but strokes keep their width: the dot, filled where the player ends at or
    # above zero and hollow below, is a stroke without length.
    end = f"M{across[-1]} {number(place(after[-1]))}h0"
    points = " ".join(f"{x},{number(place(total))}" for x, total in zip(across, after, strict=True))
    dots = ("end under", "core") if after[-1] < 0 else ("end",)
    return format_html(
        '<svg class="spark" viewBox="0 0 72 32" preserveAspectRatio="none" aria-hidden="true">{}{}{}</svg>',
        level("zero", EDGE, WIDTH - EDGE, place(0)),
        format_html('<polyline class="line" points="{}"/>', points),
        drawing(format_html('<path class="{}" d="{}"/>', css, end) for css in dots),
    )
