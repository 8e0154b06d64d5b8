"""The rows of a long list, written as the text of a sheet (ECMA-376 part 1, 18.3.1.73) without keeping any."""

from collections.abc import Callable, Sequence
from datetime import date
from fractions import Fraction
from functools import cache
from typing import IO

from openpyxl import Workbook
from openpyxl.cell.cell import Cell
from openpyxl.compat import safe_string
from openpyxl.utils import get_column_letter

from ledger.spreadsheets.site.looks import Look
from ledger.spreadsheets.site.page import Formula, Value, number_shown
from ledger.spreadsheets.site.row_heights import height_of, lines_of
from ledger.spreadsheets.site.safe_text import cell_text, in_xml, needs_quote_prefix

# openpyxl makes an object of every cell and writes it through a general XML writer: the lists of a long season took
# seven times as long, and memory without end.
KNOWN_VALUES = 64  # of each column
_FIRST_DAY = date(1899, 12, 30)  # from where Excel counts its days, since March 1900

StyleOf = Callable[[Look, bool], int]


def style_numbers(workbook: Workbook) -> StyleOf:
    """A function from a look, with or without a quote prefix, to its number among the workbook's cell formats.

    The workbook must have a sheet, and the named style of every look.
    """
    sheet = workbook.worksheets[0]

    @cache
    def number(look: Look, has_quote_prefix: bool) -> int:
        cell = Cell(sheet, row=1, column=1)
        cell.style = look
        cell.quotePrefix = has_quote_prefix
        return int(cell.style_id)

    return number


CellText = tuple[str, int]
"""A cell from behind its place to its end, and how many lines of text it takes."""


class ColumnText(dict[Value, CellText]):
    """The cells of a column by what they hold, since most columns say the same few things again and again.

    Texts are wrapped in a column `width` characters wide; without one they take a line each.
    """

    def __init__(self, look: Look, width: float | None, style_of: StyleOf, unit_denominator: int) -> None:
        super().__init__()
        self._look = look
        self._width = width
        self._style_of = style_of
        self._unit_denominator = unit_denominator

    def __missing__(self, value: Value) -> CellText:
        if isinstance(value, Formula):
            return self._formula_cell(value)
        if len(self) >= KNOWN_VALUES:
            self.clear()
        cell = self[value] = self._text_cell(value) if isinstance(value, str) else self._number_cell(value)
        return cell

    def _text_cell(self, text: str) -> CellText:
        kept = cell_text(text)
        space = ' xml:space="preserve"' if kept != kept.strip() or "\n" in kept else ""
        style = self._style_of(self._look, needs_quote_prefix(text))
        lines = 1 if self._width is None else lines_of(text, self._width)
        # In its cell, because texts shared by all cells would be kept until the last row.
        return f' s="{style}" t="inlineStr"><is><t{space}>{in_xml(kept)}</t></is></c>', lines

    def _formula_cell(self, formula: Formula) -> CellText:
        stored = number_shown(formula.value, self._look, self._unit_denominator)
        kind = ' t="str"' if isinstance(stored, str) else ""
        style = self._style_of(self._look, False)
        return f' s="{style}"{kind}><f>{in_xml(formula.text)}</f><v>{in_xml(str(stored))}</v></c>', 1

    def _number_cell(self, value: int | Fraction | date | None) -> CellText:
        if isinstance(value, int | Fraction):
            number = safe_string(number_shown(value, self._look, self._unit_denominator))
        else:
            assert type(value) is date
            number = str((value - _FIRST_DAY).days)
        return f' s="{self._style_of(self._look, False)}" t="n"><v>{number}</v></c>', 1


class RowText:
    """Rows written to a file one after the other, from a sheet's first row."""

    def __init__(self, target: IO[bytes], style_of: StyleOf, unit_denominator: int) -> None:
        self._target = target
        self._style_of = style_of
        self._unit_denominator = unit_denominator
        self._columns: dict[tuple[Look, float | None], ColumnText] = {}
        self._letters: list[str] = []

    def column(self, look: Look, width: float | None = None) -> ColumnText:
        """The column of a look and a width, the same one for columns that are alike."""
        alike = look, width
        if alike not in self._columns:
            self._columns[alike] = ColumnText(look, width, self._style_of, self._unit_denominator)
        return self._columns[alike]

    def write(self, at: int, row: Sequence[Value], columns: Sequence[ColumnText]) -> None:
        """Write row `at`, a column for each value, as high as its texts need."""
        while len(self._letters) < len(columns):
            self._letters.append(get_column_letter(len(self._letters) + 1))
        cells, most = [], 1
        for letter, column, value in zip(self._letters, columns, row, strict=False):
            if value is not None and value != "":
                xml, lines = column[value]
                cells.append(f'<c r="{letter}{at}"{xml}')
                if lines > most:
                    most = lines
        if cells:
            tall = f' ht="{height_of(most):g}" customHeight="1"' if most > 1 else ""
            self._target.write(f'<row r="{at}"{tall}>{"".join(cells)}</row>'.encode())
