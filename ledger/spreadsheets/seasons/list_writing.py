"""Writing a list to a file: an Excel table with a filled heading row, its rows one by one, and its foot."""

from collections.abc import Iterable, Sequence
from typing import IO, Any, Generic, Literal, TypeVar

from openpyxl.formatting.rule import Rule
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.filters import AutoFilter
from openpyxl.worksheet.table import Table, TableColumn, TableStyleInfo

from ledger.spreadsheets.seasons import wording
from ledger.spreadsheets.seasons.figures import Figures
from ledger.spreadsheets.seasons.layouts import ListColumn
from ledger.spreadsheets.seasons.listing import FIRST_ROW, Ending, Listing, cells, foot_row, last_row
from ledger.spreadsheets.seasons.printing import begin_page_below, break_wide_list
from ledger.spreadsheets.site.looks import Look, heading_look
from ledger.spreadsheets.site.page import Formula, Page, Value
from ledger.spreadsheets.site.row_heights import row_height
from ledger.spreadsheets.site.row_text import RowText, StyleOf
from ledger.spreadsheets.site.safe_text import cell_text
from ledger.spreadsheets.site.styles import RIGHT, WRONG

BUTTON_WIDTH = 1  # characters that the filter's button takes of a heading, beyond the margins of any cell

_STYLE = TableStyleInfo(name="TableStyleLight1", showRowStripes=True)

Record = TypeVar("Record")


class ListText(Generic[Record]):
    """The rows of a list as text, `count` of them so far; its `ending` and `area` are known once it is finished."""

    def __init__(self, listing: Listing[Record], text: IO[bytes], style_of: StyleOf, figures: Figures) -> None:
        self.listing = listing
        self.text = text
        self.count = 0
        self.ending = Ending()
        self._rows = RowText(text, style_of, figures.book.unit_denominator)
        self._columns = [self._rows.column(column.look, column.width) for column in listing.columns]
        headings = [figures.words(column.heading) for column in listing.columns]
        looks = [heading_look(column.look) for column in listing.columns]
        self._rows.write(
            listing.first_row - 1, headings, list(map(self._rows.column, looks, heading_widths(listing.columns)))
        )

    def add(self, record: Record) -> None:
        """Write one more row."""
        at = self.listing.first_row + self.count
        self._rows.write(at, self.listing.row(record, at), self._columns)
        self.count += 1

    def finish(self, records: Iterable[Record]) -> "ListText[Record]":
        """Write the last rows and the foot; returns itself."""
        for record in records:
            self.add(record)
        self.ending = self.listing.ending(self.count)
        for at, row in enumerate(self.ending.foot, foot_row(self.count, self.listing.first_row)):
            self._rows.write(at, row, [self._rows.column(foot_look(value)) for value in row])
        return self

    @property
    def area(self) -> str:
        """The range from the first heading to the last cell that may hold something."""
        foot = len(self.ending.foot)
        first = self.listing.first_row
        last = foot_row(self.count, first) + foot - 1 if foot else last_row(self.count, first)
        return f"A1:{get_column_letter(len(self.listing.columns))}{last}"


def set_up_list(page: Page, listing: Listing[Any], count: int, ending: Ending, figures: Figures) -> None:
    """Prepare a sheet for a list whose rows are written apart: its table, widths and conditional colours."""
    headings = [figures.words(column.heading) for column in listing.columns]
    area = cells((1, listing.first_row - 1), (len(headings), last_row(count, listing.first_row)))
    page.sheet.add_table(_table(listing.layout.table, area, headings))
    for at, column in enumerate(listing.columns, 1):
        page.sheet.column_dimensions[get_column_letter(at)].width = column.width
    if listing.layout.above:
        begin_page_below(page.sheet, listing.layout.above)
    else:
        page.sheet.freeze_panes = f"{get_column_letter(listing.layout.frozen + 1)}{FIRST_ROW}"
    break_wide_list(page.sheet, [column.width for column in listing.columns], repeated=listing.layout.frozen)
    for suspects in ending.suspects:
        _paint(page, suspects, "notEqual", "0", WRONG)
    if ending.foot:
        first = foot_row(count, listing.first_row)
        mark_verdicts(page, cells((1, first), (len(headings), first + len(ending.foot) - 1)), figures)


def write_table(
    page: Page, name: str, top: int, columns: Sequence[ListColumn], rows: Sequence[Sequence[Value]], figures: Figures
) -> None:
    """Write a table named `name` with its headings in row `top`; without rows it has one empty row."""
    headings = [figures.words(column.heading) for column in columns]
    _write_headings(page, top, headings, columns)
    for at, row in enumerate(rows, top + 1):
        _write_row(page, at, row, columns)
    area = cells((1, top), (len(columns), top + max(len(rows), 1)))
    page.sheet.add_table(_table(name, area, headings))


def _write_headings(page: Page, top: int, headings: Sequence[str], columns: Sequence[ListColumn]) -> None:
    for at, (heading, column) in enumerate(zip(headings, columns, strict=True), 1):
        page.put(top, at, heading, heading_look(column.look))
    page.sheet.row_dimensions[top].height = row_height(zip(headings, heading_widths(columns), strict=True))


def heading_widths(columns: Sequence[ListColumn]) -> list[float]:
    """The widths that the filters' buttons leave for the headings of the columns."""
    return [column.width - BUTTON_WIDTH for column in columns]


def _write_row(page: Page, at: int, row: Sequence[Value], columns: Sequence[ListColumn]) -> None:
    for number, (value, column) in enumerate(zip(row, columns, strict=True), 1):
        page.put(at, number, value, column.look)
    texts = [(value, column.width) for value, column in zip(row, columns, strict=True) if isinstance(value, str)]
    height = row_height(texts)
    if height:
        page.sheet.row_dimensions[at].height = height


def _table(name: str, area: str, headings: Sequence[str]) -> Table:
    region = Table(name=name, displayName=name, ref=area, tableStyleInfo=_STYLE, autoFilter=AutoFilter(ref=area))
    # openpyxl would take the names from the cells, which are written past it.
    region.tableColumns = [TableColumn(id=at, name=cell_text(heading)) for at, heading in enumerate(headings, 1)]
    return region


def mark_verdicts(page: Page, area: str, figures: Figures) -> None:
    """Colour the cells of `area` that say OK green, and those that say FEJL or ERROR red."""
    _paint(page, area, "equal", f'"{figures.words(wording.RIGHT_WORD)}"', RIGHT)
    _paint(page, area, "equal", f'"{figures.words(wording.WRONG_WORD)}"', WRONG)


def _paint(
    page: Page, area: str, operator: Literal["equal", "notEqual"], operand: str, style: DifferentialStyle
) -> None:
    rule = Rule(type="cellIs", operator=operator, formula=[operand], dxf=style)
    page.sheet.conditional_formatting.add(area, rule)


def foot_look(value: Value) -> Look:
    """The look of a cell of the foot, by what it holds."""
    if isinstance(value, str):
        return Look.LABEL
    return Look.CHECK if isinstance(value, Formula) and isinstance(value.value, str) else Look.TOTAL
