"""A sheet of a workbook that is written row by row from the top, in openpyxl's write-only mode.

Its cells have the named styles of `house_style`.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import zip_longest
from textwrap import wrap
from typing import Literal, NamedTuple

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import Cell as StyledCell
from openpyxl.utils import get_column_letter, quote_sheetname
from openpyxl.worksheet.page import PageMargins, PrintPageSetup
from openpyxl.worksheet.properties import PageSetupProperties, WorksheetProperties

from ledger.rules.site.labels import Label, Say
from ledger.spreadsheets.site.house_style import (
    BELOW_ZERO,
    BRAND,
    FIGURE_WIDTH,
    HEADINGS,
    SANS,
    SIGNED,
    TOTALS,
    WIDTHS,
    WRAPPED,
)
from ledger.spreadsheets.site.safe_text import cell_text, one_line

# The points of height that a line of wrapped text takes, and its letters to one of the width of columns.
LINES = {
    "above": (14, 1.05),
    "title": (32, 0.42),
    "section": (24, 0.85),
    "facts": (18, 1.05),
    "sentence": (14, 1.05),
    "name": (14, 1),
    "words": (13, 1.1),
}
SMALL_LINE = 13, 1.15
A4 = 9
MOST_IN_FOOTER = 50
NOWHERE = "XFD1"  # an empty cell: a sheet that prints no more than that prints nothing


class SheetFormula(str):
    """A text that the spreadsheet calculates; any other text is shown as it was typed, even "=1+1"."""


PLAIN = (int, float, date, SheetFormula)  # what openpyxl may take for what it is
Value = str | int | float | date | Label | None
Cell = Value | tuple[Value, str]
"""What stands in a cell, with a style of its own if it has one."""


class StyledColumn(NamedTuple):
    """A column of a table: its heading, the style of its cells, and its width in characters if it is not the usual."""

    heading: str | Label
    style: str
    width: float = 0


class WrittenSheet:
    """A sheet as wide as some columns; `at` is the number of the last row written."""

    def __init__(self, workbook: Workbook, title: Label, columns: Sequence[StyledColumn], say: Say) -> None:
        self.say = say
        self.at = 0
        self.widths = [column.width or WIDTHS.get(column.style, FIGURE_WIDTH) for column in columns]
        self._cells: dict[tuple[int, str], StyledCell] = {}
        self.worksheet = workbook.create_sheet(self._text(title))
        for column, width in enumerate(self.widths, 1):
            self.worksheet.column_dimensions[get_column_letter(column)].width = width
        self.worksheet.sheet_view.showGridLines = False

    def set_paper(self, footer: Sequence[str], *, is_upright: bool, is_one_page: bool) -> None:
        """Print on one page, or one page wide and as long as it is; before the first row is written.

        The three parts of the footer may have "&P" for the page and "&N" for their number.
        """
        sheet = self.worksheet
        orientation: Literal["portrait", "landscape"] = "portrait" if is_upright else "landscape"
        sheet.page_setup = PrintPageSetup(sheet, orientation, A4, fitToWidth=1, fitToHeight=int(is_one_page))
        sheet.page_margins = PageMargins(0.55, 0.55, 0.55, 0.65, 0.3, 0.3)
        sheet.print_options.horizontalCentered = True
        fitted = PageSetupProperties(fitToPage=True)
        sheet.sheet_properties = WorksheetProperties(tabColor=BRAND, pageSetUpPr=fitted)
        places = sheet.oddFooter.left, sheet.oddFooter.center, sheet.oddFooter.right
        for place, text in zip(places, footer, strict=True):
            # The space keeps the font's size from the digits of a name such as "13. sæson".
            place.text = f'&"{SANS},Regular"&8 {text}'

    def freeze(self, columns: int, rows: int) -> None:
        """Keep the first columns and rows in sight, and the rows on every page; before the first row is written."""
        self.worksheet.freeze_panes = f"{get_column_letter(columns + 1)}{rows + 1}"
        self.worksheet.print_title_rows = f"1:{rows}"

    def print_nothing(self) -> None:
        """Keep the sheet from the printer."""
        self.worksheet.print_area = NOWHERE

    def print_columns(self) -> None:
        """Print the columns and the rows so far: LibreOffice would make room for texts before they were shrunk."""
        self.worksheet.print_area = self.area(1, len(self.widths), 1)

    def row(self, values: Iterable[Cell], styles: Sequence[str], height: float | None = None) -> None:
        """Append a row of values, each in the style of its column; what is left of the columns is blank."""
        self.at += 1
        if height is not None:
            self.worksheet.row_dimensions[self.at].height = height
        cells = zip_longest(values, styles)
        self.worksheet.append([self._cell(column, value, style) for column, (value, style) in enumerate(cells)])

    def line(self, text: str | Label | None, style: str, height: float = 0) -> None:
        """Append a row with one text across all columns; the row is as high as its lines."""
        height = height or self._height(text or "", sum(self.widths), style)
        self.row([text], [style] * len(self.widths), height)
        self.worksheet.merged_cells.add(f"A{self.at}:{get_column_letter(len(self.widths))}{self.at}")

    def table(self, columns: Sequence[StyledColumn], rows: Iterable[Iterable[Cell]], height: float = 17) -> int:
        """Append headings and rows, figures below zero in red; returns the number of the first row.

        Rows are at least of this height, where 0 is the program's own, and as high as their names and words.
        """
        headings = [column.heading for column in columns]
        styles = [column.style for column in columns]
        above = [HEADINGS.get(style, "number heading") for style in styles]
        self.row(headings, above, max(map(self._height, headings, self.widths, above)))
        first = self.at + 1
        for row in rows:
            cells = list(row)
            self.row(cells, styles, self._height_of_words(cells, styles, height))
        signed = [at for at, style in enumerate(styles, 1) if style in SIGNED]
        if signed and self.at >= first:
            self.worksheet.conditional_formatting.add(self.area(signed[0], signed[-1], first), BELOW_ZERO)
        return first

    def total(self, columns: Sequence[StyledColumn], values: Sequence[Value]) -> None:
        """Append what the columns of the table above come to."""
        self.row(values, [TOTALS.get(column.style, "total") for column in columns], 20)
        self.worksheet.conditional_formatting.add(self.area(1, len(columns), self.at), BELOW_ZERO)

    def hidden_row(self, values: Sequence[float | None]) -> None:
        """Append a row of figures for a chart, which nobody sees."""
        self.at += 1
        self.worksheet.row_dimensions[self.at].hidden = True
        self.worksheet.append(values)

    def area(self, left: int, right: int, top: int) -> str:
        """The range of some columns from a row to the last one: "C3:E7"."""
        return f"{get_column_letter(left)}{top}:{get_column_letter(right)}{max(top, self.at)}"

    def column(self, at: int, top: int, end: int | None = None) -> str:
        """A column from a row to another or to the last one, as other sheets refer to it: "'Spil'!$C$3:$C$7"."""
        letter = get_column_letter(at)
        title = quote_sheetname(self.worksheet.title)
        return f"{title}!${letter}${top}:${letter}${end or max(top, self.at)}"

    def _cell(self, column: int, value: Cell, style: str) -> StyledCell:
        """The cell of a column and a style, filled again for every row.

        openpyxl writes a row as it is appended, and finding a style by its name takes as long as all the rest.
        """
        if isinstance(value, tuple):
            value, style = value
        cell = self._cells.get((column, style))
        if cell is None:
            cell = self._cells[column, style] = WriteOnlyCell(self.worksheet)
            cell.style = style
        if value is None or isinstance(value, PLAIN):
            cell.value = value
        else:
            cell.value = self._text(value)
            cell.data_type = "s"  # openpyxl would take "=1+1" for a formula and "#N/A" for an error
        return cell

    def _text(self, text: str | Label) -> str:
        return cell_text(self.say(text) if isinstance(text, Label) else text)

    def _height_of_words(self, cells: Sequence[Cell], styles: Sequence[str], least: float) -> float | None:
        """The height of a row in which names and words are wrapped; None where the program's own will do."""
        heights = [
            self._height(cell, width, style)
            for cell, style, width in zip(cells, styles, self.widths, strict=False)
            if style in WRAPPED and isinstance(cell, str) and len(cell) > LINES[style][1] * width
        ]
        return max([least, *heights]) or None

    def _height(self, text: str | Label, width: float, style: str) -> float:
        """The height of a row in which a text is wrapped."""
        line, letters = LINES.get(style, SMALL_LINE)
        return line * max(1, len(wrap(self._text(text), int(letters * width)))) + 4


def in_footer(text: str) -> str:
    """A text as it stands in a footer: so much of it as has room beside the middle, with every & doubled."""
    return one_line(text)[:MOST_IN_FOOTER].replace("&", "&&")
