"""Charts as inline SVG: everybody's running points, bars, a course in the height of a line."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import ceil
from statistics import fmean
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe

from ledger.templatetags.ledger_format import markup

# The parts of every chart: scales, lines, texts, and how wide a text is.
#
# Charts are pure: numbers in, SVG out. They have classes, which the stylesheet styles, and no style attributes.


Scale = Callable[[int], float]

# Widths in ems of a sans-serif face, rounded up, so that labels do not touch.
NARROW, USUAL, CAPITAL, BROADEST = 0.36, 0.6, 0.76, 1.0
NARROW_LETTERS = frozenset("ijlftrI.,:;'|! ()-/")
BROADEST_LETTERS = frozenset("mwMWÆ@%…")
BOLD = 1.08
ELLIPSIS = "…"


class CurveLine(NamedTuple):
    """A player's running total after every tick, in integer units, with a dot where the player was there.

    `before` is the total that the line begins at.
    """

    name: str
    totals: Sequence[int]
    was_there: Sequence[bool] = ()
    before: int = 0


def scale_between(lowest: int, highest: int, low_at: float, high_at: float) -> Scale:
    """A scale from numbers to places on a line; the middle of it if all numbers are equal."""
    if lowest == highest:
        return lambda _units: (low_at + high_at) / 2
    return lambda units: low_at + (units - lowest) * (high_at - low_at) / (highest - lowest)


def number(value: float) -> str:
    """A coordinate as SVG writes it, to a tenth: "12.5", "3"."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def way_through(places: Iterable[tuple[float, float]]) -> str:
    """The d attribute of a path through places, to a tenth: "M3,12.5l8.7,0 8.7,-2".

    Each but the first is written by the way there from the one before, since equal steps pack into half the bytes.
    """
    tenths = [(round(10 * x), round(10 * y)) for x, y in places]
    steps = [(x - from_x, y - from_y) for (from_x, from_y), (x, y) in pairwise(tenths)]
    start, *on = [f"{number(x / 10)},{number(y / 10)}" for x, y in [*tenths[:1], *steps]]
    return f"M{start}l{' '.join(on)}" if on else f"M{start}"


def bends_of(places: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """A list of places without those on a level with their neighbours."""
    beside = zip(places, places[1:], places[2:], strict=False)
    bends = [place for before, place, after in beside if not before[1] == place[1] == after[1]]
    return [*places[:1], *bends, *places[1:][-1:]]


def polyline(css: str, places: Sequence[tuple[float, float]]) -> SafeString:
    """A line through a list of places."""
    return markup('<path class="{}" d="{}"/>', css, way_through(bends_of(places)))


def level(css: str, left: float, right: float, y: float) -> SafeString:
    """A horizontal line."""
    form = '<line class="{0}" x1="{1}" x2="{2}" y1="{3}" y2="{3}"/>'
    return markup(form, css, number(left), number(right), number(y))


def text(css: str, x: float, y: float, words: str, anchor: str = "start") -> SafeString:
    """Words whose baseline starts, ends or is centred at a place."""
    anchored = markup(' text-anchor="{}"', anchor) if anchor != "start" else ""
    return markup('<text class="{}" x="{}" y="{}"{}>{}</text>', css, number(x), number(y), anchored, words)


def drawing(parts: Iterable[SafeString]) -> SafeString:
    """The parts of a chart, joined."""
    return mark_safe("".join(parts))  # noqa: S308 - each part has escaped its words


def text_width(words: str, size: int) -> float:
    """The most that words may take in letters of a size, in the chart's units."""
    return size * sum(map(_letter_width, words))


def shorten(words: str, size: int, room: float) -> str:
    """Words, cut off with an ellipsis if they are wider than `room`."""
    if text_width(words, size) <= room:
        return words
    kept = words
    while kept and text_width(kept + ELLIPSIS, size) > room:
        kept = kept[:-1].rstrip()
    return kept + ELLIPSIS


def _letter_width(letter: str) -> float:
    if letter in NARROW_LETTERS:
        return NARROW
    # From there on come the scripts of East Asia, and beyond them the emoji.
    if letter in BROADEST_LETTERS or ord(letter) > 0x2E7F:
        return BROADEST
    return CAPITAL if letter.isupper() else USUAL


LABEL, AXIS = 12, 11  # the sizes of letters
LABEL_GAP, LEADER = 17, 20
VALUE_GAP = 6  # bold figures of some faces are wider than reckoned
ABOVE, BELOW = 25, 35
MOST_HAIRLINES = 4
ROUND = (1, 2, 5)
MOST_DIGITS = 20  # of points: no database adds up more


@dataclass(frozen=True)
class CurveSize:
    """A drawing's CSS class, which decides on which pages it is seen, its width and its least height."""

    css: str
    width: int
    height: int


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


def curve(chart: Curve, size: CurveSize) -> SafeString:
    """A chart of running totals as SVG; taller than its size if the names need it."""
    return _Drawing(chart, size).svg()


def hairlines(lowest: int, highest: int, denominator: int) -> list[int]:
    """The round numbers between two, in integer units and without zero: as many as possible, at most four."""
    # Ever larger steps: whole units if a point has several, then 1, 2, 5, 10, 20 points and so on.
    points = [denominator * 10**power * step for power in range(MOST_DIGITS) for step in ROUND]
    steps = [*(step for step in ROUND if step < denominator), *points]
    step = next(step for step in steps if highest // step - -(-lowest // step) <= MOST_HAIRLINES)
    return [units for units in range(-(-lowest // step) * step, highest + 1, step) if units]


class _Drawing:
    """One chart at one size, with its scales."""

    def __init__(self, chart: Curve, size: CurveSize) -> None:
        self.chart, self.size = chart, size
        self.height = max(size.height, LABEL_GAP * len(chart.named) + ABOVE + BELOW)
        totals = [0, *(total for line in chart.lines for total in (line.before, *line.totals))]
        lowest, highest = min(totals), max(totals)
        self.levels = hairlines(lowest, highest, chart.denominator)
        axis_width = max(text_width(chart.say(units), AXIS) for units in [0, *self.levels])
        self.left = axis_width + 8
        self.right = size.width - LEADER - max((width for _, width in self.labels.values()), default=0)
        self.top, self.bottom = ABOVE, self.height - BELOW
        self.y: Scale = scale_between(lowest, highest, self.bottom, self.top)
        self.x: Scale = scale_between(0, max(len(chart.ticks), 1), self.left, self.right)

    @cached_property
    def labels(self) -> dict[int, tuple[str, float]]:
        """The text at each line's end and its width; a name is cut off to fit, its number never."""
        labels = {}
        for index in self.chart.named:
            line = self.chart.lines[index]
            factor = BOLD if index == self.chart.highlighted else 1
            result = f" {self.chart.say(line.totals[-1] if line.totals else 0)}"
            most = self.size.width * (0.42 if self.size.width < 600 else 0.3)
            room = most / factor - text_width(result, LABEL)
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
        highlighted = self.chart.highlighted
        for index, line in sorted(enumerate(self.chart.lines), key=lambda numbered: numbered[0] == highlighted):
            places = self._places(line)
            if index == highlighted:
                yield polyline("halo", places)  # parts it from the lines that it crosses
                yield polyline("line own", places)
                yield from dots_of(line, places[1:], "own", radius=4.2)
            elif self.chart.is_alone:
                yield polyline("line faint", places)
            else:
                yield polyline(f"line {stroke(index)}", places)
                yield from dots_of(line, places[1:], stroke(index), radius=2.8)

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
        there = [index for index, was_there in enumerate(line.was_there[: len(line.totals) - 1]) if was_there]
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
        # The zero line goes through none of them, if it can be.
        return next((at for at in wanted if not at - AXIS < self.y(0) < at + 2), wanted[0])

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


def spread(wanted: Sequence[float], *, gap: float, lowest: float, highest: float) -> list[float]:
    """Heights at least `gap` apart within two bounds, moved as little as possible, in the order given.

    Raises ValueError if there is no room for all of them.
    """
    if (len(wanted) - 1) * gap > highest - lowest:
        raise ValueError("there is no room for so many labels")
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    # Labels that would touch are merged into a block about the mean of their wanted heights, less the gaps below them.
    blocks: list[list[float]] = []
    for rank, index in enumerate(order):
        blocks.append([wanted[index] - rank * gap])
        while len(blocks) > 1 and fmean(blocks[-2]) >= fmean(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    means: list[float] = []
    for block in blocks:
        means += [fmean(block)] * len(block)
    topmost = highest - (len(wanted) - 1) * gap
    heights = [min(max(mean, lowest), topmost) + rank * gap for rank, mean in enumerate(means)]
    by_index = dict(zip(order, heights, strict=True))
    return [by_index[index] for index in range(len(wanted))]


# The front page's curve, which runs into the names beside it.


FRONT_ROW, FRONT_EDGE, FRONT_LEADER = 44, 8, 26


def front_curve(lines: Sequence[CurveLine], *, width: int) -> SafeString:
    """The lines of a few players, the first the strongest, each led on to the middle of its row of a list.

    The rows are 44 high, in the order of the lines.
    """
    height = FRONT_ROW * len(lines)
    totals = [0, *(total for line in lines for total in (line.before, *line.totals))]
    place = scale_between(min(totals), max(totals), height - FRONT_EDGE, FRONT_EDGE)
    across = scale_between(0, max((len(line.totals) for line in lines), default=1) or 1, 2, width - FRONT_LEADER)
    parts = [level("zero", 2, width - FRONT_LEADER, place(0))]
    for rank, line in enumerate(lines):
        last = line.totals[-1] if line.totals else 0
        css = "own" if rank == 0 else stroke(rank)
        places = [(across(index), place(total)) for index, total in enumerate([line.before, *line.totals])]
        # A thin curve leads from the line's end to its row.
        left, start, right, end = width - FRONT_LEADER + 3, place(last), width - 4, FRONT_ROW * rank + FRONT_ROW / 2
        first, second = f"{number(left + 11)} {number(start)}", f"{number(left + 7)} {number(end)}"
        path = f"M{number(left)} {number(start)}C{first} {second} {number(right)} {number(end)}"
        parts += [
            markup('<path class="lead" d="{}"/>', path),
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


BAR_WIDTH, THINNEST = 200, 2.5


def bars(numbers: Sequence[int]) -> list[SafeString]:
    """Bars for all numbers of a list, on one scale: filled for plus, hollow for minus, none for 0."""
    place = scale_between(min([0, *numbers]), max([0, *numbers]), 0, BAR_WIDTH)
    return [_bar(units, place(units), place(0)) for units in numbers]


def _bar(units: int, end: float, zero: float) -> SafeString:
    # A small number still shows, or it would pass for 0.
    length = max(abs(end - zero), THINNEST) if units else 0
    left = min(max(zero - length if units < 0 else zero, 0), BAR_WIDTH - length)
    css = "down" if units < 0 else "up"
    rectangle = markup('<rect class="{}" x="{}" y="1.5" width="{}" height="9"/>', css, number(left), number(length))
    # Hidden from screen readers: it stands beside its number.
    return markup(
        '<svg class="bar" viewBox="0 0 200 12" preserveAspectRatio="none" aria-hidden="true">{0}'
        '<line class="zero" x1="{1}" x2="{1}" y1="-2" y2="14"/></svg>',
        rectangle if units else "",
        number(zero),
    )


SPARK_WIDTH, SPARK_HEIGHT, SPARK_EDGE = 72, 32, 3
BEGINS = (
    f'<svg class="spark" viewBox="0 0 {SPARK_WIDTH} {SPARK_HEIGHT}" preserveAspectRatio="none" aria-hidden="true">'
    f'<line class="zero" x1="{SPARK_EDGE}" x2="{SPARK_WIDTH - SPARK_EDGE}"'
)
DOTS = {False: ("end",), True: ("end under", "core")}  # by whether the player ends below zero


def sparkline(totals: Sequence[int], *, lowest: int, highest: int, before: int = 0) -> SafeString:
    """A player's totals, starting from what there was `before`, on the scale of a list with this lowest and highest."""
    top, after = max(highest, 0), [before, *totals]
    span = top - min(lowest, 0)
    start, per_unit = (10 * SPARK_EDGE, 10 * (SPARK_HEIGHT - 2 * SPARK_EDGE) / span) if span else (5 * SPARK_HEIGHT, 0)
    zero, *heights = [number(round(start + (top - total) * per_unit) / 10) for total in [0, *after]]
    # The drawing is stretched to its place, but strokes keep their width: the dot, filled where the player ends at or
    # above zero and hollow below, is a stroke without length.
    place = scale_between(0, max(len(totals), 1), SPARK_EDGE, SPARK_WIDTH - SPARK_EDGE)
    across = [number(place(index)) for index in range(len(after))]
    line = " ".join(f"{x},{height}" for x, height in zip(across, heights, strict=True))
    dots = "".join([f'<path class="{css}" d="M{across[-1]} {heights[-1]}h0"/>' for css in DOTS[after[-1] < 0]])
    drawn = f' y1="{zero}" y2="{zero}"/><polyline class="line" points="{line}"/>'
    return SafeString(f"{BEGINS}{drawn}{dots}</svg>")  # nothing but numbers and our own words


# Five colours and four dashes, taken in turn, that tell twenty lines apart.


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
