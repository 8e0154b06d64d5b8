"""The parts of every chart: scales, lines, texts, and how wide a text is.

Charts are pure: numbers in, SVG out. They have classes, which the stylesheet styles, and no style attributes.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe

from ledger.templatetags.ledger_format import markup

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
    at = number(y)
    return markup('<line class="{}" x1="{}" x2="{}" y1="{}" y2="{}"/>', css, number(left), number(right), at, at)


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
