"""The front page's curve, which runs into the names beside it."""

from collections.abc import Sequence

from django.utils.safestring import SafeString

from ledger.templatetags.ledger_format import markup
from ledger.web.site.charts.marks import CurveLine, drawing, level, number, polyline, scale_between
from ledger.web.site.charts.strokes import dots_of, stroke

ROW, EDGE, LEADER = 44, 8, 26


def front_curve(lines: Sequence[CurveLine], *, width: int) -> SafeString:
    """The lines of a few players, the first the strongest, each led on to the middle of its row of a list.

    The rows are 44 high, in the order of the lines.
    """
    height = ROW * len(lines)
    totals = [0, *(total for line in lines for total in (line.before, *line.totals))]
    place = scale_between(min(totals), max(totals), height - EDGE, EDGE)
    across = scale_between(0, max((len(line.totals) for line in lines), default=1) or 1, 2, width - LEADER)
    parts = [level("zero", 2, width - LEADER, place(0))]
    for rank, line in enumerate(lines):
        last = line.totals[-1] if line.totals else 0
        css = "own" if rank == 0 else stroke(rank)
        places = [(across(index), place(total)) for index, total in enumerate([line.before, *line.totals])]
        parts += [
            _leader(width - LEADER + 3, place(last), width - 4, ROW * rank + ROW / 2),
            polyline(f"line {css}", places),
            *dots_of(line, places[1:], css, radius=2.6),
        ]
    return markup(
        '<svg class="curve race-{}" viewBox="0 0 {} {}" preserveAspectRatio="none" aria-hidden="true">{}</svg>',
        width,
        width,
        height,
        drawing(parts),
    )


def _leader(left: float, start: float, right: float, end: float) -> SafeString:
    """A thin curve from a line's end to its row."""
    first, second = f"{number(left + 11)} {number(start)}", f"{number(left + 7)} {number(end)}"
    path = f"M{number(left)} {number(start)}C{first} {second} {number(right)} {number(end)}"
    return markup('<path class="lead" d="{}"/>', path)
