"""The looks that the site's workbooks share: ink, two typefaces, hair lines, and number formats of points."""

from typing import Literal

from openpyxl.formatting.rule import Rule
from openpyxl.styles import Alignment, Border, Font, NamedStyle, PatternFill, Side
from openpyxl.styles.differential import DifferentialStyle

INK, MUTED, HAIR, BRAND, BRASS, MINUS, TINT = "20241F", "5B5F55", "D8CFBC", "1D5A43", "B9934F", "974307", "ECE9D8"
SERIF, SANS = "Palatino Linotype", "Arial"  # for what is read, and for what is counted
TEXT = "@"  # a text that is edited stays one, even "=1+1"
SHARES = '+0.00;"−"0.00;0.00'  # of what is divided
HEADINGS = {"name": "heading", "text": "heading", "date": "heading", "centre": "centre heading"}
TOTALS = {"points": "total points", "strong points": "total points", "count": "total count"}
# In characters; whatever is not here is a figure.
WIDTHS = {"name": 24, "text": 14, "date": 10.5, "centre": 6, "count": 7}
FIGURE_WIDTH = 8.2
SIGNED = ("points", "strong points", "share")  # the styles of figures that are red below zero
RED = DifferentialStyle(font=Font(color=MINUS))
BELOW_ZERO = Rule("cellIs", operator="lessThan", formula=["0"], dxf=RED)

Across = Literal["left", "right", "center"]


def points_format(decimals: int | None, denominator: int) -> str:
    """The number format of points won and lost, with so many decimals, or as mixed numbers of 1/`denominator`."""
    if decimals is None:
        size = mixed_format(denominator)
        return f'+{size};"−"{size};0'
    # Without decimals there is no mark either: "0." would leave a bare comma.
    size = f"0.{'0' * decimals}" if decimals else "0"
    return f'+{size};"−"{size};{size}'


def mixed_format(denominator: int) -> str:
    """The number format of mixed numbers such as 1 1/6."""
    digits = "?" * len(str(denominator))
    return f"# {digits}/{digits}"


def named_styles(points: str, prices: str) -> list[NamedStyle]:
    """Every style of a workbook with these number formats of points and of prices."""
    hair = Border(bottom=Side("thin", HAIR))
    firm = Border(bottom=Side("thin", INK))
    top = Border(top=Side("thin", INK))
    double = Border(bottom=Side("double", BRASS))
    tint = PatternFill("solid", TINT)
    serif, sans, strong = Font(SERIF, 11, color=INK), Font(SANS, 10, color=INK), Font(SANS, 10, bold=True, color=INK)
    muted, small = Font(SANS, 9, color=MUTED), Font(SERIF, 11, color=MUTED)
    return [
        _style("above", Font(SERIF, 11, italic=True, color=MUTED), _shrinking()),
        _style("title", Font(SERIF, 26, bold=True, color=INK), _shrinking()),
        _style("section", Font(SERIF, 13, bold=True, color=INK), _alignment("left", "bottom")),
        _style("facts", small, _shrinking(), double),
        _style("sentence", serif, _shrinking()),
        _style("note", muted, Alignment("left", "top", wrap_text=True)),
        _style("podium", muted, Alignment("left", "bottom", indent=1, shrink_to_fit=True), fill=tint),
        _style("podium name", Font(SERIF, 18, bold=True, color=INK), _shrinking(indent=1), fill=tint),
        _style("podium points", strong, Alignment("left", "top", indent=1), fill=tint),
        _style("heading", muted, Alignment("left", "bottom", wrap_text=True), firm),
        _style("number heading", muted, Alignment("right", "bottom", wrap_text=True), firm),
        _style("centre heading", muted, Alignment("center", "bottom", wrap_text=True), firm),
        _style("name", serif, _shrinking(), hair),
        _style("text", sans, _shrinking(), hair),
        _style("centre", sans, Alignment("center", "center", shrink_to_fit=True), hair, "General"),
        _style("date", sans, _alignment("left"), hair, "dd-mm-yyyy"),
        _style("count", sans, _alignment("right"), hair, "General"),
        _style("price", sans, _alignment("right"), hair, prices),
        _style("points", sans, _alignment("right"), hair, points),
        _style("strong points", strong, _alignment("right"), hair, points),
        _style("share", sans, _alignment("right"), hair, SHARES),
        _style("total", strong, _alignment("left"), top),
        _style("total points", strong, _alignment("right"), top, points),
        _style("total count", strong, _alignment("right"), top, "General"),
        _style("bar below", Font(SANS, 7, color=MINUS), _alignment("right"), hair),
        _style("bar above", Font(SANS, 7, color=BRAND), _alignment("left"), hair),
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


def _alignment(across: Across, down: Literal["center", "bottom"] = "center") -> Alignment:
    return Alignment(across, down)


def _shrinking(indent: int = 0) -> Alignment:
    """Made smaller rather than cut off, where the text is longer than its cell."""
    return Alignment("left", "center", indent=indent, shrink_to_fit=True)
