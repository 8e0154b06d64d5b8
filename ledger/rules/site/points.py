"""Typed points to integer units, and units to exact text: the only such conversion."""

import re
from collections.abc import Iterable
from fractions import Fraction
from math import gcd

from ledger.rules.site.labels import EitherNumber, Label, Number
from ledger.rules.site.refusal import Refusal, gettext_noop

Points = int | Fraction
"""Points as somebody wrote them, before a scoring table makes units of them."""

MINUS = "\N{MINUS SIGN}"
LONGEST_TEXT = 24
LARGEST_POINTS = 1_000_000
MOST_DECIMALS = 3  # of points that were divided
MOST_UNITS = 10_000_000  # for one player of one deal: far above any table's dearest, far below where a sum overflows

VULGAR_FRACTIONS = {
    "¼": "1/4", "½": "1/2", "¾": "3/4", "⅐": "1/7", "⅑": "1/9", "⅒": "1/10", "⅓": "1/3", "⅔": "2/3", "⅕": "1/5",
    "⅖": "2/5", "⅗": "3/5", "⅘": "4/5", "⅙": "1/6", "⅚": "5/6", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8", "⅞": "7/8",
}  # fmt: skip

SIGNED = re.compile(r"([+-]?)\s*(.+)", re.DOTALL)
DECIMAL = re.compile(r"(\d+)(?:[.,](\d+))?", re.ASCII)
FRACTION = re.compile(r"(?:(\d+) +)?(\d+) ?/ ?(\d+)", re.ASCII)
# Nobody ends decimals with a 0 unasked: 1.250 is a thousand and more, while 1.125 is one and an eighth.
THOUSANDS = re.compile(r"[1-9]\d{0,2}[.,]\d\d0", re.ASCII)

NOT_A_NUMBER = gettext_noop("“%(text)s” is not a number of points. Write for example 3, -0,25 or 1/8.")
TOO_LONG = gettext_noop("The number of points is too long.")
GROUPED = gettext_noop("Write %(text)s without a separator for thousands.")
TOO_LARGE = gettext_noop("Points may be at most %(largest)d.")


def read_points(text: str, denominator: int, field: str | None = None) -> int:
    """Read typed points as integer units of 1/`denominator` point.

    Accepts "1,5", "1.5", "+3", "1/8", "1 1/8", "1⅛" and U+2212 as minus.
    Raises Refusal, for `field`, for all that is not exactly one such number, for a thousands separator, and for points
    that are no whole number of units.
    """
    points = read_exact(text, field)
    units = points * denominator
    if units.denominator == 1:
        return units.numerator
    if denominator == 1:
        raise Refusal(gettext_noop("Points are whole numbers here; %(text)s does not fit."), field, text=text.strip())
    raise Refusal(
        gettext_noop("Points are counted in steps of 1/%(denominator)d here; %(text)s does not fit."),
        field,
        text=text.strip(),
        denominator=denominator,
    )


def read_exact(text: str, field: str | None = None) -> Fraction:
    """Read typed points as an exact fraction.

    Raises Refusal as `read_points` does.
    """
    cleaned = text.strip()
    if len(cleaned) > LONGEST_TEXT:
        raise Refusal(TOO_LONG, field)
    if THOUSANDS.fullmatch(cleaned.lstrip("+-\u2212")):
        raise Refusal(GROUPED, field, text=cleaned)
    match = SIGNED.fullmatch(cleaned.replace("\u2212", "-"))
    size = _parse_size(match[2]) if match else None
    if match is None or size is None:
        raise Refusal(NOT_A_NUMBER, field, text=cleaned)
    if size > LARGEST_POINTS:
        raise Refusal(TOO_LARGE, field, largest=LARGEST_POINTS)
    return -size if match[1] == "-" else size


def _parse_size(text: str) -> Fraction | None:
    if text[-1] in VULGAR_FRACTIONS:
        text = f"{text[:-1]} {VULGAR_FRACTIONS[text[-1]]}".strip()
    if match := DECIMAL.fullmatch(text):
        whole, decimals = match[1], match[2] or ""
        return Fraction(int(whole + decimals), 10 ** len(decimals))
    if (match := FRACTION.fullmatch(text)) and int(match[3]):
        return int(match[1] or 0) + Fraction(int(match[2]), int(match[3]))
    return None


def exact_value(points: Fraction) -> int | str:
    """Points as a document holds them: a whole number, or the shortest exact fraction as text, "3/2"."""
    return points.numerator if points.denominator == 1 else str(points)


def points_text(units: int, denominator: int) -> str:
    """Exact plain text of `units` of 1/`denominator` point: "4", "-0.125", or "1/6" where no decimal is exact."""
    points = Fraction(units, denominator)
    decimals = decimals_needed(points.denominator)
    if decimals is None:
        return str(points)
    if decimals == 0:
        return str(points.numerator)
    digits = str(abs(points.numerator) * 10**decimals // points.denominator).rjust(decimals + 1, "0")
    return f"{'-' if points < 0 else ''}{digits[:-decimals]}.{digits[-decimals:]}"


def in_points(units: int, denominator: int, *, signed: bool = False) -> Label:
    """Units of 1/`denominator` point as each language writes them, exactly: "4", "−0,125" or "−0.125"; `signed`: "+4".

    Values without a finite decimal become mixed numbers: "1 1/6". Thousands are not grouped, so that a shown value can
    be typed.
    """
    mark = "+" if signed and units else ""
    if units < 0:
        mark = MINUS
    size = points_text(abs(units), denominator)
    if "/" in size:
        whole, rest = divmod(Fraction(size), 1)
        size = f"{whole} {rest}" if whole else size
    return Number(mark + size)


def in_divided_points(points: Fraction) -> Label:
    """Points divided among players, signed: exact in fractions, but with two decimals for more than MOST_DECIMALS."""
    exact, needed = in_points(points.numerator, points.denominator, signed=True), decimals_needed(points.denominator)
    is_short = needed is not None and needed <= MOST_DECIMALS
    return exact if is_short else EitherNumber(exact, in_rounded_points(points))


def in_rounded_points(points: Fraction) -> Label:
    """An average as each language writes it, with its sign and two decimals, halves away from zero: "+0,54"."""
    hundredths = int(abs(points) * 100 + Fraction(1, 2))
    mark = ""
    if hundredths:
        mark = MINUS if points < 0 else "+"
    return Number(f"{mark}{hundredths // 100}.{hundredths % 100:02}", is_rounded=True)


def decimals_of(units: Iterable[int], denominator: int) -> int:
    """How many decimals the longest of some numbers of units has; 0 where no decimal is exact."""
    return decimals_needed(Fraction(gcd(*units), denominator).denominator) or 0


def decimals_needed(denominator: int) -> int | None:
    """The fewest decimals that write 1/`denominator` exactly, None where no number of them does."""
    for decimals in range(10):
        if 10**decimals % denominator == 0:
            return decimals
    return None
