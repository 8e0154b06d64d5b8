"""Lines of running totals within a frame, drawn once.

After another deal most lines of a curve are as they were, and on every player's page are the same lines of the others.
"""

from functools import lru_cache
from typing import NamedTuple

from django.utils.safestring import SafeString

from ledger.web.site.charts.marks import CurveLine, drawing, polyline, scale_between
from ledger.web.site.charts.strokes import dots_of

MOST_KEPT = 2048  # lines, of about a kilobyte


class Frame(NamedTuple):
    """The numbers between which the scales of a curve run, and where these lie: totals upwards, ticks to the right."""

    lowest: int
    highest: int
    bottom: float
    top: float
    last_tick: int
    left: float
    right: float

    def places(self, totals: tuple[int, ...], first_tick: int) -> list[tuple[float, float]]:
        """Where totals lie, from a tick on."""
        x = scale_between(0, self.last_tick, self.left, self.right)
        y = scale_between(self.lowest, self.highest, self.bottom, self.top)
        return [(x(tick), y(total)) for tick, total in enumerate(totals, first_tick)]


@lru_cache(maxsize=MOST_KEPT)
def line_through(frame: Frame, totals: tuple[int, ...], css: str) -> SafeString:
    """A line through totals, of which the first stands before the first tick."""
    return polyline(css, frame.places(totals, 0))


@lru_cache(maxsize=MOST_KEPT)
def dots_through(
    frame: Frame, totals: tuple[int, ...], was_there: tuple[bool, ...], css: str, radius: float
) -> SafeString:
    """A dot at each total of a line where its player was there."""
    line = CurveLine("", totals, was_there)
    return drawing(dots_of(line, frame.places(totals, 1), css, radius=radius))
