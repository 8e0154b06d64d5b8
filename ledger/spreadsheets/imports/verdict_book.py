"""The verdict on an old book as a workbook: a copy of its cells, coloured and commented in place."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum
from fractions import Fraction
from io import BytesIO
from typing import cast

from openpyxl import Workbook
from openpyxl.cell.cell import Cell, WriteOnlyCell
from openpyxl.comments import Comment
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.worksheet._write_only import WriteOnlyWorksheet
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from ledger.spreadsheets.imports.old_sheet import OldSheet, Value
from ledger.spreadsheets.site.safe_text import cell_text, printable

PROGRAM = "Whistklub"
LONGEST_TITLE = 31
NOT_IN_A_TITLE = re.compile(r"[\\/*?:\[\]\x00-\x1f]")
WIDTHS = (20, 12, 80, 32)  # of the list's columns
SIZE, LINE, LETTERS = 320, 20, 40  # of a comment, in pixels, and how many letters are on a line
DAY, TEXT = "dd-mm-yyyy", "@"
LARGEST = 10**15


class RemarkColour(Enum):
    """What a remark is about, and the colour of its cells."""

    DOUBT = "FFC7CE"
    CHOICE = "BDD7EE"
    ADVICE = "FFEB9C"


@dataclass(frozen=True)
class CellRemark:
    """A sentence about a cell of a sheet, or about neighbours in a row up to a last column, which count from 1.

    `cell` is the place as a spreadsheet writes it, `outcome` what becomes of the row.
    """

    sheet: str
    cell: str
    row: int
    column: int
    last: int
    text: str
    outcome: str
    colour: RemarkColour


def write_verdict_book(
    title: str,
    colours: Mapping[RemarkColour, str],
    headings: Sequence[str],
    remarks: Sequence[CellRemark],
    sheets: Iterable[OldSheet],
) -> bytes:
    """The xlsx file: the remarks as a list, then a copy of each sheet; texts stay texts, whatever they look like.

    The list has a title and headings, and says above what the colours mean.
    """
    workbook = Workbook(write_only=True)
    workbook.properties.creator = PROGRAM
    listed = workbook.create_sheet(_title(title))
    _set_paper(cast("Worksheet", listed))  # what openpyxl's stubs leave out
    for colour, words in colours.items():
        listed.append([_fill(_cell(listed, None), colour), _cell(listed, words)])
    listed.append([])
    listed.append([_bold(_cell(listed, heading)) for heading in headings])
    for remark in remarks:
        cells = [_cell(listed, text) for text in (remark.sheet, remark.cell, remark.text, remark.outcome)]
        for cell in cells:
            cell.alignment = Alignment(vertical="top", wrap_text=True)
        _fill(cells[1], remark.colour)
        listed.append(cells)
    for sheet in sheets:
        of_sheet = [remark for remark in remarks if remark.sheet == sheet.title]
        _write_sheet(workbook.create_sheet(_title(sheet.title)), sheet, of_sheet)
    workbook.save(target := BytesIO())
    return target.getvalue()


def _set_paper(sheet: Worksheet) -> None:
    for letter, width in zip("ABCD", WIDTHS, strict=True):
        sheet.column_dimensions[letter].width = width
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToHeight = 0  # as many pages high as it takes
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)


def _write_sheet(copy: WriteOnlyWorksheet, sheet: OldSheet, remarks: Sequence[CellRemark]) -> None:
    by_row: dict[int, list[CellRemark]] = defaultdict(list)
    for remark in remarks:
        by_row[remark.row].append(remark)
    above = 0
    for number, values in sheet.rows:
        for _blank in range(above + 1, number):
            copy.append([])
        copy.append(list(_cells(copy, values, by_row[number])))
        above = number


def _cells(sheet: WriteOnlyWorksheet, values: Sequence[Value], remarks: Sequence[CellRemark]) -> Iterator[Cell]:
    """The cells of a row, as far as values or remarks reach."""
    width = max([len(values), *(remark.last for remark in remarks)])
    for column, value in enumerate([*values, *[None] * (width - len(values))], 1):
        cell = _cell(sheet, value)
        about = [remark for remark in remarks if remark.column <= column <= remark.last]
        if about:
            _fill(cell, about[0].colour)
        if texts := [remark.text for remark in about if remark.column == column]:
            cell.comment = _comment("\n".join(texts))
        yield cell


def _cell(sheet: WriteOnlyWorksheet, value: Value) -> Cell:
    if isinstance(value, int | Fraction):
        # A number longer than a spreadsheet keeps exactly would come out as another.
        return WriteOnlyCell(sheet, float(value)) if -LARGEST < value < LARGEST else _cell(sheet, str(value))
    cell = WriteOnlyCell(sheet)
    if value is None:
        return cell
    if isinstance(value, date):
        cell.value, cell.number_format = value, DAY
        return cell
    cell.value = cell_text(value)
    # openpyxl would take "=1+1" for a formula and "#N/A" for an error.
    cell.data_type = "s"
    cell.number_format = TEXT  # so that it stays a text where it is edited
    return cell


def _fill(cell: Cell, colour: RemarkColour) -> Cell:
    cell.fill = PatternFill("solid", fgColor=colour.value)
    return cell


def _bold(cell: Cell) -> Cell:
    cell.font = Font(bold=True)
    return cell


def _comment(text: str) -> Comment:
    words = printable(text)
    lines = sum(1 + len(line) // LETTERS for line in words.split("\n"))
    return Comment(words, PROGRAM, width=SIZE, height=LINE * (lines + 1))


def _title(title: str) -> str:
    """A title that a spreadsheet takes; openpyxl tells two that are alike apart."""
    return NOT_IN_A_TITLE.sub(" ", printable(title)).strip("' ")[:LONGEST_TITLE] or "1"
