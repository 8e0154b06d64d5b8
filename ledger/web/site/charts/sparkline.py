"""The course of a season in the height of a line of text."""

from collections.abc import Sequence
from functools import cache

from django.utils.safestring import SafeString

from ledger.web.site.charts.marks import number, scale_between

WIDTH, HEIGHT, EDGE = 72, 32, 3
# Every height that a drawing can have, written once: a list has hundreds.
TENTHS = tuple(number(tenths / 10) for tenths in range(10 * HEIGHT + 1))
BEGINS = (
    f'<svg class="spark" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none" aria-hidden="true">'
    f'<line class="zero" x1="{EDGE}" x2="{WIDTH - EDGE}"'
)
DOTS = {False: ("end",), True: ("end under", "core")}  # by whether the player ends below zero


@cache
def _line_of(count: int) -> tuple[str, str]:
    """A line through so many totals and the one before them, the same in every row of a list but for its heights.

    Second comes the x coordinate of its end.
    """
    place = scale_between(0, max(count, 1), EDGE, WIDTH - EDGE)
    across = [number(place(index)) for index in range(count + 1)]
    return " ".join(f"{x},%s" for x in across), across[-1]


def sparkline(totals: Sequence[int], *, lowest: int, highest: int, before: int = 0) -> SafeString:
    """A player's totals, starting from what there was `before`, on the scale of a list with this lowest and highest."""
    top, after = max(highest, 0), [before, *totals]
    span = top - min(lowest, 0)
    start, per_unit = (10 * EDGE, 10 * (HEIGHT - 2 * EDGE) / span) if span else (5 * HEIGHT, 0)
    zero, *heights = [TENTHS[round(start + (top - total) * per_unit)] for total in [0, *after]]
    # The drawing is stretched to its place, but strokes keep their width: the dot, filled where the player ends at or
    # above zero and hollow below, is a stroke without length.
    line, end = _line_of(len(totals))
    dots = "".join([f'<path class="{css}" d="M{end} {heights[-1]}h0"/>' for css in DOTS[after[-1] < 0]])
    drawn = f' y1="{zero}" y2="{zero}"/><polyline class="line" points="{line % tuple(heights)}"/>'
    return SafeString(f"{BEGINS}{drawn}{dots}</svg>")  # nothing but numbers and our own words
