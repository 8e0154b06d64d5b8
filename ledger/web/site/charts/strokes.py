"""Five colours and four dashes, taken in turn, that tell twenty lines apart."""

from collections.abc import Iterator, Sequence

from django.utils.safestring import SafeString

from ledger.templatetags.ledger_format import markup
from ledger.web.site.charts.marks import CurveLine, number

# Without a common divisor, so that no pair of the two comes again before all have been.
COLOURS, DASHES = 5, 4


def stroke(rank: int) -> str:
    """The CSS classes of the line with a rank, from 0; neighbours differ in colour and in dash."""
    return f"k{rank % COLOURS + 1} e{rank % DASHES + 1}"


def dots_of(line: CurveLine, places: Sequence[tuple[float, float]], css: str, *, radius: float) -> Iterator[SafeString]:
    """A dot at each place where the line's player was there."""
    for (x, y), was_there in zip(places, line.was_there, strict=False):
        if was_there:
            yield markup('<circle class="dot {}" cx="{}" cy="{}" r="{}"/>', css, number(x), number(y), number(radius))
