"""The number of points or tricks that a cell of an old book means."""

import re
from collections.abc import Sequence
from datetime import date
from fractions import Fraction

from ledger.rules.imports.written.sheets import Value
from ledger.rules.site.points import LARGEST_POINTS, TOO_LARGE, Points, read_exact
from ledger.rules.site.refusal import Refusal, gettext_noop

DASHES = {"-", "–", "—", "\N{MINUS SIGN}", ".", "/", "x"}  # nothing was won or lost, or the player was not there
UNIT = re.compile(r"(kr\.?|p\.?|point|points|pt\.?)$", re.IGNORECASE)
BEHIND = re.compile(r"([\d.,]+)\s*-")  # as a bookkeeper writes what is lost
IN_BRACKETS = re.compile(r"\(([\d.,]+)\)")
GROUPED = re.compile(r"([+-]?\d{1,3})((?:\.\d{3})+),(\d+)|([+-]?\d{1,3})((?:,\d{3})+)\.(\d+)")

A_DAY = gettext_noop("This is a day, not a number.")


def read_amount(value: Value) -> Fraction | int | None:
    """The exact number in a cell, whole where it is; None for an empty cell and a dash.

    Raises Refusal for what is no number.
    """
    if value is None:
        return None
    if isinstance(value, (int, Fraction)):
        if not -LARGEST_POINTS <= value <= LARGEST_POINTS:
            raise Refusal(TOO_LARGE, largest=LARGEST_POINTS)
        return value if isinstance(value, int) else whole(value)
    if isinstance(value, date):
        raise Refusal(A_DAY)
    return _of_text(str(value))


def amount_in(value: Value) -> Fraction | int | None:
    """The exact number in a cell, None for an empty one and for what is no number."""
    try:
        return read_amount(value)
    except Refusal:
        return None


def whole(number: Fraction) -> Fraction | int:
    """A number as a whole one if it is."""
    return number.numerator if number.denominator == 1 else number


def _of_text(text: str) -> Fraction | int | None:
    cleaned = UNIT.sub("", text.strip().replace("\xa0", " ")).strip()
    if cleaned.lower() in DASHES or not cleaned:
        return None
    if lost := BEHIND.fullmatch(cleaned) or IN_BRACKETS.fullmatch(cleaned):
        cleaned = f"-{lost[1]}"
    if grouped := GROUPED.fullmatch(cleaned):
        head, middle, tail = grouped.groups()[:3] if grouped[1] else grouped.groups()[3:]
        cleaned = f"{head}{re.sub('[.,]', '', middle)}.{tail}"
    return whole(read_exact(cleaned))


def pays_like_a_deal(points: Sequence[Points]) -> bool:
    """Whether numbers are as a contract pays them: two and two alike, or one against three."""
    sizes = sorted(abs(Fraction(number)) for number in points if number)
    if sum(points) or len(sizes) not in (2, 4):
        return False
    return sizes[0] == sizes[-1] or (len(sizes) == 4 and sizes[0] == sizes[2] and sizes[3] == 3 * sizes[0])
