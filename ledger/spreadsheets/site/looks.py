"""The looks of cells: named styles, and the number format that a season's points need."""

from enum import StrEnum
from itertools import count
from typing import Literal

from openpyxl.styles import Alignment, Border, Font, NamedStyle, PatternFill, Side
from openpyxl.styles.differential import DifferentialStyle

SHARED_DECIMALS = 3  # shown where no number of decimals is exact, as for sixths


class Look(StrEnum):
    """The looks of cells; each value is the name of a style in the workbook."""

    TEXT = "Whist text"
    COUNT = "Whist count"
    DATE = "Whist date"
    MOMENT = "Whist moment"
    POINTS = "Whist points"
    PRICE = "Whist price"
    SHARE = "Whist share"
    HEADING = "Whist heading"
    NUMBER_HEADING = "Whist number heading"
    SECTION = "Whist section"
    TITLE = "Whist title"
    LABEL = "Whist label"
    LINE = "Whist line"
    LINK = "Whist link"
    TOTAL = "Whist total"
    CHECK = "Whist check"


SHARES = "+0.00;-0.00;0"  # of what is divided among those in play, which is no number of units

_INK = "22302A"
_BESIDE_THE_BUTTON = 2  # the filter's button covers the right end of a heading

RIGHT = DifferentialStyle(font=Font(color="1B5E20", bold=True), fill=PatternFill(bgColor="DDF0DE"))
WRONG = DifferentialStyle(font=Font(color="9C0006", bold=True), fill=PatternFill(bgColor="FFC7CE"))


def decimals_needed(unit_denominator: int) -> int:
    """The number of decimals that show `1 / unit_denominator` exactly: 0 for 1, 2 for 4; 3 if none do."""
    if 10**18 % unit_denominator:
        return SHARED_DECIMALS
    # There is one, because the denominator has no other factors than 2 and 5.
    return next(decimals for decimals in count() if 10**decimals % unit_denominator == 0)


def points_format(unit_denominator: int) -> str:
    """The number format of points won and lost: with a sign, except for zero."""
    price = price_format(unit_denominator)
    return f"+{price};-{price};0"


def price_format(unit_denominator: int) -> str:
    """The number format of prices: with the decimals that each needs, as on the site, and no sign.

    Where no number of decimals is exact, as for sixths, a mixed number.
    """
    if 10**18 % unit_denominator:
        digits = "?" * len(str(unit_denominator))
        return f"# {digits}/{digits}"
    return "General"


def named_styles(unit_denominator: int) -> list[NamedStyle]:
    """A style for each `Look`."""
    points = points_format(unit_denominator)
    return [
        NamedStyle(Look.TEXT, font=_font(), alignment=_alignment("left", indent=1, wrap=True)),
        NamedStyle(Look.COUNT, font=_font(), alignment=_alignment("right"), number_format="0"),
        NamedStyle(Look.DATE, font=_font(), alignment=_alignment("right"), number_format="dd-mm-yyyy"),
        NamedStyle(Look.MOMENT, font=_font(), alignment=_alignment("left"), number_format="dd-mm-yyyy hh:mm"),
        NamedStyle(Look.POINTS, font=_font(), alignment=_alignment("right"), number_format=points),
        NamedStyle(
            Look.PRICE, font=_font(), alignment=_alignment("right"), number_format=price_format(unit_denominator)
        ),
        NamedStyle(Look.SHARE, font=_font(), alignment=_alignment("right"), number_format=SHARES),
        _heading(Look.HEADING, _alignment("left", indent=1, wrap=True)),
        _heading(Look.NUMBER_HEADING, _alignment("right", indent=_BESIDE_THE_BUTTON, wrap=True)),
        _heading(Look.SECTION, _alignment("left")),
        NamedStyle(Look.TITLE, font=_font(bold=True, size=18), alignment=Alignment(vertical="center")),
        NamedStyle(Look.LABEL, font=_font(bold=True), alignment=_alignment("left")),
        NamedStyle(Look.LINE, font=_font(), alignment=_alignment("left")),
        NamedStyle(Look.LINK, font=_font(color="1F5FA8", underline="single"), alignment=_alignment("left")),
        NamedStyle(Look.TOTAL, font=_font(bold=True), alignment=_alignment("right"), number_format=points),
        NamedStyle(Look.CHECK, font=_font(bold=True), alignment=_alignment("center")),
    ]


def heading_look(column: Look) -> Look:
    """The look of the heading above a column: aligned right over numbers, left over text."""
    return Look.HEADING if column is Look.TEXT else Look.NUMBER_HEADING


def _font(*, bold: bool = False, size: int = 11, color: str = _INK, underline: Literal["single"] | None = None) -> Font:
    return Font(name="Calibri", size=size, bold=bold, color=color, underline=underline)


def _alignment(horizontal: Literal["left", "right", "center"], *, indent: int = 0, wrap: bool = False) -> Alignment:
    return Alignment(vertical="top", horizontal=horizontal, indent=indent, wrap_text=wrap)


def _heading(look: Look, alignment: Alignment) -> NamedStyle:
    fill, rule = PatternFill("solid", fgColor="DCE8DF"), Border(bottom=Side(style="thin", color="5E7A69"))
    return NamedStyle(look, font=_font(bold=True), alignment=alignment, fill=fill, border=rule)
