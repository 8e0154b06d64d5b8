"""The chart of everybody's running points, with each line named at its end."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import ceil

from django.utils.safestring import SafeString

from ledger.templatetags.ledger_format import markup
from ledger.web.site.charts.marks import (
    BOLD,
    CurveLine,
    Scale,
    drawing,
    level,
    number,
    polyline,
    scale_between,
    shorten,
    text,
    text_width,
)
from ledger.web.site.charts.spreading import spread
from ledger.web.site.charts.strokes import dots_of, stroke

LABEL, AXIS = 12, 11  # the sizes of letters
LABEL_GAP, LEADER = 17, 20
VALUE_GAP = 6  # bold figures of some faces are wider than reckoned
ABOVE, BELOW = 25, 35
MOST_HAIRLINES = 4
ROUND = (1, 2, 5)


@dataclass(frozen=True)
class CurveSize:
    """A drawing's CSS class, which decides on which pages it is seen, its width and its least height."""

    css: str
    width: int
    height: int

    @property
    def most_for_labels(self) -> float:
        """The most of the width that the names may take."""
        return self.width * (0.42 if self.width < 600 else 0.3)


@dataclass(frozen=True)
class Curve:
    """What a curve shows: its accessible name, the lines, best first, and the texts of its ticks.

    `say` writes integer units of 1/`denominator` point. If `is_alone`, only the highlighted line has a name, and the
    others are faint. `ring` is the (line, tick) to point out.
    """

    name: str
    lines: Sequence[CurveLine]
    ticks: Sequence[str]
    say: Callable[[int], str]
    denominator: int = 1
    highlighted: int | None = None
    is_alone: bool = False
    ring: tuple[int, int] | None = None

    @property
    def named(self) -> list[int]:
        """The indexes of the lines with a name at their end."""
        return [index for index in range(len(self.lines)) if not self.is_alone or index == self.highlighted]

    @cached_property
    def reach(self) -> tuple[int, int]:
        """The lowest and the highest number that the scale must reach, zero included."""
        numbers = [(0, line.before, *line.totals) for line in self.lines]
        return min(map(min, numbers), default=0), max(map(max, numbers), default=0)


def curve(chart: Curve, size: CurveSize) -> SafeString:
    """A chart of running totals as SVG; taller than its size if the names need it."""
    return _Drawing(chart, size).svg()


def hairlines(lowest: int, highest: int, denominator: int) -> list[int]:
    """The round numbers between two, in integer units and without zero: as many as possible, at most four."""
    steps = (step for step in _round_steps(denominator) if highest // step - -(-lowest // step) <= MOST_HAIRLINES)
    step = next(steps)
    return [units for units in range(-(-lowest // step) * step, highest + 1, step) if units]


def _round_steps(denominator: int) -> Iterator[int]:
    """Ever larger steps: whole units if a point has several, then 1, 2, 5, 10, 20 points and so on."""
    yield from (step for step in ROUND if step < denominator)
    scale = denominator
    while True:
        yield from (scale * step for step in ROUND)
        scale *= 10


class _Drawing:
    """One chart at one size, with its scales."""

    def __init__(self, chart: Curve, size: CurveSize) -> None:
        self.chart, self.size = chart, size
        self.height = max(size.height, LABEL_GAP * len(chart.named) + ABOVE + BELOW)
        lowest, highest = chart.reach
        self.levels = hairlines(lowest, highest, chart.denominator)
        axis_width = max(text_width(chart.say(units), AXIS) for units in [0, *self.levels])
        self.left = axis_width + 8
        self.right = size.width - LEADER - max((width for _, width in self.labels.values()), default=0)
        self.top, self.bottom = ABOVE, self.height - BELOW
        last_tick = max(len(chart.ticks), 1)
        self.y: Scale = scale_between(lowest, highest, self.bottom, self.top)
        self.x: Scale = scale_between(0, last_tick, self.left, self.right)

    @cached_property
    def labels(self) -> dict[int, tuple[str, float]]:
        """The text at each line's end and its width; a name is cut off to fit, its number never."""
        labels = {}
        for index in self.chart.named:
            line = self.chart.lines[index]
            factor = BOLD if index == self.chart.highlighted else 1
            result = f" {self.chart.say(line.totals[-1] if line.totals else 0)}"
            room = self.size.most_for_labels / factor - text_width(result, LABEL)
            words = shorten(line.name, LABEL, room) + result
            labels[index] = (words, factor * text_width(words, LABEL))
        return labels

    def svg(self) -> SafeString:
        parts = [*self._axes(), *self._lines(), *self._ring(), *self._values(), *self._labels()]
        return markup(
            '<svg class="curve {}" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>',
            self.size.css,
            self.size.width,
            self.height,
            self.chart.name,
            drawing(parts),
        )

    def _axes(self) -> Iterator[SafeString]:
        for units in self.levels:
            yield level("grid", self.left, self.right, self.y(units))
        for units in [0, *self.levels]:
            yield text("axis", self.left - 6, self.y(units) + 4, self.chart.say(units), "end")
        yield level("zero", self.left, self.right, self.y(0))
        for index in self._ticks_with_room():
            words = self.chart.ticks[index]
            half = text_width(words, AXIS) / 2
            yield text("axis", max(self.x(index + 1), half), self.height - 6, words, "middle")

    def _ticks_with_room(self) -> list[int]:
        """The indexes of the ticks whose texts do not touch, evenly spaced, always with the last."""
        with_words = [index for index, words in enumerate(self.chart.ticks) if words]
        widest = max((text_width(self.chart.ticks[index], AXIS) for index in with_words), default=0) + 6
        nearest = min((after - before for before, after in pairwise(with_words)), default=1)
        every = max(ceil(widest / max(self.x(nearest) - self.x(0), 1)), 1)
        return with_words[::-1][::every]

    def _lines(self) -> Iterator[SafeString]:
        """The lines, the highlighted one last, so that it lies on top."""
        for index, line in enumerate(self.chart.lines):
            if index != self.chart.highlighted:
                css = "faint" if self.chart.is_alone else stroke(index)
                yield self._polyline(f"line {css}", line)
                if not self.chart.is_alone:
                    yield self._dots(line, css, radius=2.8)
        if self.chart.highlighted is not None:
            line = self.chart.lines[self.chart.highlighted]
            yield self._polyline("halo", line)  # parts it from the lines that it crosses
            yield self._polyline("line own", line)
            yield self._dots(line, "own", radius=4.2)

    def _polyline(self, css: str, line: CurveLine) -> SafeString:
        return polyline(css, self._places(line))

    def _dots(self, line: CurveLine, css: str, *, radius: float) -> SafeString:
        return drawing(dots_of(line, self._places(line)[1:], css, radius=radius))

    def _places(self, line: CurveLine) -> list[tuple[float, float]]:
        """Where a line's totals lie; the first stands before the first tick."""
        return [(self.x(tick), self.y(units)) for tick, units in enumerate((line.before, *line.totals))]

    def _ring(self) -> Iterator[SafeString]:
        if self.chart.ring is not None:
            index, tick = self.chart.ring
            x, y = self.x(tick + 1), self.y(self.chart.lines[index].totals[tick])
            yield markup('<circle class="ring" cx="{}" cy="{}" r="8"/>', number(x), number(y))

    def _values(self) -> Iterator[SafeString]:
        """The highlighted line's numbers where they fit, extremes first; the last number is in its label."""
        if self.chart.highlighted is None:
            return
        line = self.chart.lines[self.chart.highlighted]
        there = [
            index for index in range(len(line.totals) - 1) if index < len(line.was_there) and line.was_there[index]
        ]
        boxes: list[tuple[float, float, float]] = []  # left, right, baseline
        for index in sorted(there, key=lambda index: -abs(line.totals[index])):
            words = self.chart.say(line.totals[index])
            half = BOLD * text_width(words, AXIS) / 2
            x, baseline = self.x(index + 1), self._beside(line, index)
            is_free = all(
                x + half + VALUE_GAP < left or x - half > right + VALUE_GAP or abs(baseline - at) >= LABEL
                for left, right, at in boxes
            )
            is_inside = x - half >= self.left and x + half <= self.right
            if is_free and is_inside and not self._is_crossed(line, index, half, baseline):
                boxes.append((x - half, x + half, baseline))
                yield text("value", x, baseline, words, "middle")

    def _beside(self, line: CurveLine, index: int) -> float:
        """The baseline of a value: above a peak of its line, below a valley, and not on the zero line."""
        before, total, after = [line.before, *line.totals][index : index + 3]
        y, is_height = self.y(total), 2 * total >= before + after
        above, below = y - 9, y + 15
        wanted = [above, below] if is_height else [below, above]
        return next((baseline for baseline in wanted if not self._is_on_zero(baseline)), wanted[0])

    def _is_on_zero(self, baseline: float) -> bool:
        """Whether the zero line goes through a value with this baseline."""
        return baseline - AXIS < self.y(0) < baseline + 2

    def _is_crossed(self, line: CurveLine, index: int, half: float, baseline: float) -> bool:
        """Whether the line goes through a value, but for its ways to and from the value's own dot."""
        left, right = self.x(index + 1) - half, self.x(index + 1) + half
        ways = enumerate(pairwise(self._places(line)))
        others = (way for tick, way in ways if tick not in (index, index + 1))
        return any(
            max(min(y, to_y), baseline - AXIS) < min(max(y, to_y), baseline)
            for (x, y), (to_x, to_y) in others
            if x < right and to_x > left
        )

    def _labels(self) -> Iterator[SafeString]:
        ends = [self.y(line.totals[-1] if line.totals else 0) for line in self.chart.lines]
        named = self.chart.named
        heights = spread([ends[index] for index in named], gap=LABEL_GAP, lowest=self.top - 10, highest=self.bottom + 4)
        for index, height in zip(named, heights, strict=True):
            words, _ = self.labels[index]
            css = "own" if index == self.chart.highlighted else stroke(index)
            corners = [(5, ends[index]), (14, height), (17, height)]
            yield polyline("lead", [(self.right + x, y) for x, y in corners])
            yield text(css, self.right + LEADER, height + 4, words)
