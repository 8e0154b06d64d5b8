"""The course of a season in the height of a line of text."""

from collections.abc import Sequence

from django.utils.safestring import SafeString

from ledger.web.site.charts.marks import number, scale_between

WIDTH, HEIGHT, EDGE = 72, 32, 3
BEGINS = (
    f'<svg class="spark" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none" aria-hidden="true">'
    f'<line class="zero" x1="{EDGE}" x2="{WIDTH - EDGE}"'
)
DOTS = {False: ("end",), True: ("end under", "core")}  # by whether the player ends below zero


def sparkline(totals: Sequence[int], *, lowest: int, highest: int, before: int = 0) -> SafeString:
    """A player's totals, starting from what there was `before`, on the scale of a list with this lowest and highest."""
    top, after = max(highest, 0), [before, *totals]
    span = top - min(lowest, 0)
    start, per_unit = (10 * EDGE, 10 * (HEIGHT - 2 * EDGE) / span) if span else (5 * HEIGHT, 0)
    zero, *heights = [number(round(start + (top - total) * per_unit) / 10) for total in [0, *after]]
    # The drawing is stretched to its place, but strokes keep their width: the dot, filled where the player ends at or
    # above zero and hollow below, is a stroke without length.
    place = scale_between(0, max(len(totals), 1), EDGE, WIDTH - EDGE)
    across = [number(place(index)) for index in range(len(after))]
    line = " ".join(f"{x},{height}" for x, height in zip(across, heights, strict=True))
    dots = "".join([f'<path class="{css}" d="M{across[-1]} {heights[-1]}h0"/>' for css in DOTS[after[-1] < 0]])
    drawn = f' y1="{zero}" y2="{zero}"/><polyline class="line" points="{line}"/>'
    return SafeString(f"{BEGINS}{drawn}{dots}</svg>")  # nothing but numbers and our own words
