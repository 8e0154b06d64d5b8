"""The looks that the site's workbooks share: ink, two typefaces, hair lines, and number formats of points."""

from openpyxl.formatting.rule import Rule
from openpyxl.styles import Alignment, Border, Font, NamedStyle, PatternFill, Side
from openpyxl.styles.differential import DifferentialStyle

INK, MUTED, HAIR, BRAND, BRASS, MINUS, TINT = "20241F", "5B5F55", "D8CFBC", "1D5A43", "B9934F", "974307", "ECE9D8"
SERIF, SANS = "Palatino Linotype", "Arial"  # for what is read, and for what is counted
EVEN = "Courier New"  # for fractions, which stand below each other only where a blank is as wide as a digit
TEXT = "@"  # a text that is edited stays one, even "=1+1"
SHARES = '+0.00;"−"0.00;0.00'  # of what is divided
HEADINGS = {"name": "heading", "text": "heading", "words": "heading", "date": "heading", "centre": "centre heading"}
TOTALS = {"points": "total points", "strong points": "total points", "count": "total count"}
# In characters; whatever is not here is a figure.
WIDTHS = {"name": 24, "text": 14, "date": 10.5, "centre": 6, "count": 7}
FIGURE_WIDTH = 8.2
WRAPPED = ("name", "words")  # the styles of cells that grow with their text
SIGNED = ("points", "strong points", "share")  # the styles of figures that are red below zero
RED = DifferentialStyle(font=Font(color=MINUS))
BELOW_ZERO = Rule("cellIs", operator="lessThan", formula=["0"], dxf=RED)

TO_READ = Font(SERIF, 11, color=INK)
TO_COUNT = Font(SANS, 10, color=INK)
STRONG = Font(SANS, 10, bold=True, color=INK)
NOTES = Font(SANS, 9, color=MUTED)
LEFT = Alignment("left", "center")
RIGHT = Alignment("right", "center")
SHRINKING = Alignment("left", "center", shrink_to_fit=True)  # rather than cut off
WRAPPING = Alignment("left", "center", wrap_text=True)
SET_IN = Alignment("left", "center", indent=1, shrink_to_fit=True)
HAIR_BELOW = Border(bottom=Side("thin", HAIR))
LINE_BELOW = Border(bottom=Side("thin", INK))
LINE_ABOVE = Border(top=Side("thin", INK))
ON_TINT = PatternFill("solid", TINT)


def points_format(decimals: int | None, denominator: int) -> str:
    """The number format of points won and lost, with so many decimals, or as mixed numbers of 1/`denominator`."""
    if decimals is None:
        size = mixed_format(denominator)
        return f'+{size};"−"{size};0{" " * (size.count("?") + 2)}'
    # Without decimals there is no mark either: "0." would leave a bare comma.
    size = f"0.{'0' * decimals}" if decimals else "0"
    return f'+{size};"−"{size};{size}'


def mixed_format(denominator: int) -> str:
    """The number format of mixed numbers such as 1 1/6."""
    digits = "?" * len(str(denominator))
    return f"# {digits}/{digits}"


def named_styles(decimals: int | None, denominator: int) -> list[NamedStyle]:
    """Every style of a workbook whose points have so many decimals, or are mixed numbers of 1/`denominator`."""
    points = points_format(decimals, denominator)
    prices = "General"
    typeface = SANS
    if decimals is None:
        prices = mixed_format(denominator)
        typeface = EVEN
    figures = Font(typeface, 10, color=INK)
    strong = Font(typeface, 10, bold=True, color=INK)
    return [
        _style("above", Font(SERIF, 11, italic=True, color=MUTED), WRAPPING),
        _style("title", Font(SERIF, 26, bold=True, color=INK), WRAPPING),
        _style("section", Font(SERIF, 13, bold=True, color=INK), Alignment("left", "bottom", wrap_text=True)),
        _style("facts", Font(SERIF, 11, color=MUTED), WRAPPING, Border(bottom=Side("double", BRASS))),
        _style("sentence", TO_READ, WRAPPING),
        _style("note", NOTES, Alignment("left", "top", wrap_text=True)),
        _style("podium", NOTES, Alignment("left", "bottom", indent=1, shrink_to_fit=True), fill=ON_TINT),
        _style("podium name", Font(SERIF, 18, bold=True, color=INK), SET_IN, fill=ON_TINT),
        _style("podium points", STRONG, Alignment("left", "top", indent=1), fill=ON_TINT),
        _style("heading", NOTES, Alignment("left", "bottom", wrap_text=True), LINE_BELOW),
        _style("number heading", NOTES, Alignment("right", "bottom", wrap_text=True), LINE_BELOW),
        _style("centre heading", NOTES, Alignment("center", "bottom", wrap_text=True), LINE_BELOW),
        _style("name", TO_READ, WRAPPING, HAIR_BELOW),
        _style("text", TO_COUNT, SHRINKING, HAIR_BELOW),
        _style("words", TO_COUNT, WRAPPING, HAIR_BELOW),
        _style("centre", TO_COUNT, Alignment("center", "center", shrink_to_fit=True), HAIR_BELOW, "General"),
        _style("date", TO_COUNT, LEFT, HAIR_BELOW, "dd-mm-yyyy"),
        _style("count", TO_COUNT, RIGHT, HAIR_BELOW, "General"),
        _style("price", figures, RIGHT, HAIR_BELOW, prices),
        _style("points", figures, RIGHT, HAIR_BELOW, points),
        _style("strong points", strong, RIGHT, HAIR_BELOW, points),
        _style("share", TO_COUNT, RIGHT, HAIR_BELOW, SHARES),
        _style("total", STRONG, LEFT, LINE_ABOVE),
        _style("total points", strong, RIGHT, LINE_ABOVE, points),
        _style("total count", STRONG, RIGHT, LINE_ABOVE, "General"),
        _style("bar below", Font(SANS, 7, color=MINUS), RIGHT, HAIR_BELOW),
        _style("bar above", Font(SANS, 7, color=BRAND), LEFT, HAIR_BELOW),
    ]


def _style(
    name: str,
    font: Font,
    alignment: Alignment,
    border: Border | None = None,
    number_format: str = TEXT,
    *,
    fill: PatternFill | None = None,
) -> NamedStyle:
    return NamedStyle(name, font, fill, border, alignment, number_format)
