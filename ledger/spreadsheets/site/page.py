"""A small sheet, filled cell by cell; `row_text` writes the long lists."""

from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction

from openpyxl.cell.cell import Cell
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.worksheet import Worksheet

from ledger.spreadsheets.site.looks import Look
from ledger.spreadsheets.site.safe_text import cell_text, needs_quote_prefix

_IN_UNITS = frozenset({Look.POINTS, Look.PRICE, Look.SHARE, Look.TOTAL})


@dataclass(frozen=True)
class Formula:
    """A formula that the spreadsheet calculates, with its value for programs that do not.

    `text` is without the leading "="; a `value` in a cell of points is in units, like any other.
    """

    text: str
    value: int | str | Fraction


Value = int | str | Fraction | date | datetime | Formula | None


class Page:
    """A worksheet, and the values of its formulas until the file is finished.

    `cached` maps the coordinates of formula cells ("G2") to the values to store beside the formulas.
    """

    def __init__(self, sheet: Worksheet, unit_denominator: int) -> None:
        self.sheet = sheet
        self.cached: dict[str, int | float | str] = {}
        self._unit_denominator = unit_denominator

    def put(self, row: int, column: int, value: Value, look: Look) -> None:
        """Write `value`; an int in a look of points is in units, and None and "" leave the cell alone."""
        if value is None or value == "":
            return
        cell = self._cell(row, column, look)
        if isinstance(value, Formula):
            cell.value = f"={value.text}"
            self.cached[cell.coordinate] = number_shown(value.value, look, self._unit_denominator)
        elif isinstance(value, str):
            _set_text(cell, value)
        elif isinstance(value, int | Fraction):
            cell.value = number_shown(value, look, self._unit_denominator)
        else:
            cell.value = value

    def link(self, row: int, column: int, text: str, location: str) -> None:
        """Write `text` as a link to `location` in the same workbook ("'Spil'!A1")."""
        cell = self._cell(row, column, Look.LINK)
        _set_text(cell, text)
        cell.hyperlink = Hyperlink(ref=cell.coordinate, location=location)
        cell.style = Look.LINK

    def _cell(self, row: int, column: int, look: Look) -> Cell:
        cell = self.sheet.cell(row, column)
        assert isinstance(cell, Cell)
        cell.style = look
        return cell


def number_shown(value: int | str | Fraction, look: Look, unit_denominator: int) -> int | float | str:
    """A cell's value as it is stored: units become points in a look of points."""
    if isinstance(value, str):
        return value
    whole, rest = divmod(value, unit_denominator if look in _IN_UNITS else 1)
    return float(value / unit_denominator) if rest else whole


def _set_text(cell: Cell, text: str) -> None:
    """Write `text` as a text, whatever it looks like."""
    # openpyxl would take "=1+1" for a formula and "#N/A" for an error; a player may be called either.
    cell.value = cell_text(text)
    cell.data_type = "s"
    cell.quotePrefix = needs_quote_prefix(text)
