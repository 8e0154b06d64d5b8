"""The named styles of a workbook's looks, and what its checks are coloured by."""

from typing import Literal

from openpyxl.styles import Alignment, Border, Font, NamedStyle, PatternFill, Side
from openpyxl.styles.differential import DifferentialStyle

from ledger.spreadsheets.site.looks import SHARES, Look, points_format, price_format

_INK = "22302A"
_BESIDE_THE_BUTTON = 2  # the filter's button covers the right end of a heading

RIGHT = DifferentialStyle(font=Font(color="1B5E20", bold=True), fill=PatternFill(bgColor="DDF0DE"))
WRONG = DifferentialStyle(font=Font(color="9C0006", bold=True), fill=PatternFill(bgColor="FFC7CE"))


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


def _font(*, bold: bool = False, size: int = 11, color: str = _INK, underline: Literal["single"] | None = None) -> Font:
    return Font(name="Calibri", size=size, bold=bold, color=color, underline=underline)


def _alignment(horizontal: Literal["left", "right", "center"], *, indent: int = 0, wrap: bool = False) -> Alignment:
    return Alignment(vertical="top", horizontal=horizontal, indent=indent, wrap_text=wrap)


def _heading(look: Look, alignment: Alignment) -> NamedStyle:
    fill, rule = PatternFill("solid", fgColor="DCE8DF"), Border(bottom=Side(style="thin", color="5E7A69"))
    return NamedStyle(look, font=_font(bold=True), alignment=alignment, fill=fill, border=rule)
