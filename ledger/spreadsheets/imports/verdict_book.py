"""The verdict on an old book as a workbook: a copy of its cells, coloured and commented in place."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum
from fractions import Fraction
from io import BytesIO

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import Cell
from openpyxl.comments import Comment
from openpyxl.styles import NamedStyle, PatternFill
from openpyxl.worksheet._write_only import WriteOnlyWorksheet

from ledger.rules.site.labels import same
from ledger.spreadsheets.imports.old_sheet import OldSheet, Value
from ledger.spreadsheets.site.house_style import TEXT, named_styles
from ledger.spreadsheets.site.safe_text import cell_text, printable
from ledger.spreadsheets.site.sheet import StyledColumn, WrittenSheet

PROGRAM = "Whistklub"
LONGEST_TITLE = 31
NOT_IN_A_TITLE = re.compile(r"[\\/*?:\[\]\x00-\x1f]")
WIDTHS = (20, 12, 80, 32)  # of the list's columns
SIZE, LINE, LETTERS = 320, 20, 40  # of a comment, in pixels, and how many letters are on a line
LARGEST = 10**15


class RemarkColour(Enum):
    """What a remark is about, and the colour of its cells."""

    DOUBT = "FFC7CE"
    CHOICE = "BDD7EE"
    ADVICE = "FFEB9C"


FILLS = {colour: PatternFill("solid", fgColor=colour.value) for colour in RemarkColour}


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
    for style in named_styles(0, 1):
        workbook.add_named_style(style)
    for colour, fill in FILLS.items():
        workbook.add_named_style(NamedStyle(colour.value, fill=fill))
    columns = [StyledColumn(heading, "words", width) for heading, width in zip(headings, WIDTHS, strict=True)]
    listed = WrittenSheet(workbook, same(_title(title)), columns, str)
    listed.set_paper(("", "", "&P / &N"), is_upright=False, is_one_page=False)
    for colour, words in colours.items():
        listed.line(words, colour.value)
    listed.row(headings, ["heading"] * len(headings))
    for remark in remarks:
        marked_cell = (remark.cell, remark.colour.value)
        listed.row([remark.sheet, marked_cell, remark.text, remark.outcome], ["words"] * len(columns))
    for sheet in sheets:
        of_sheet = [remark for remark in remarks if remark.sheet == sheet.title]
        _write_copy(workbook.create_sheet(_title(sheet.title)), sheet, of_sheet)
    workbook.save(target := BytesIO())
    return target.getvalue()


def _write_copy(copy: WriteOnlyWorksheet, sheet: OldSheet, remarks: Sequence[CellRemark]) -> None:
    by_cell: dict[tuple[int, int], list[CellRemark]] = defaultdict(list)
    for remark in remarks:
        for column in range(remark.column, remark.last + 1):
            by_cell[remark.row, column].append(remark)
    furthest = max((remark.last for remark in remarks), default=0)
    above = 0
    for number, values in sheet.rows:
        for _blank in range(above + 1, number):
            copy.append([])
        reaching = [*values, *[None] * (furthest - len(values))]
        copy.append([_cell(copy, value, by_cell.get((number, at), ()), at) for at, value in enumerate(reaching, 1)])
        above = number


def _cell(copy: WriteOnlyWorksheet, value: Value, remarks: Sequence[CellRemark], column: int) -> Cell:
    """The cell of a value in the colour of its first remark, with a comment if a remark begins in its column."""
    cell = WriteOnlyCell(copy)
    cell.value = _cell_value(value)
    if isinstance(cell.value, str):
        # openpyxl would take "=1+1" for a formula and "#N/A" for an error.
        cell.data_type = "s"
        cell.number_format = TEXT  # so that it stays a text where it is edited
    if remarks:
        cell.fill = FILLS[remarks[0].colour]
        if text := "\n".join(remark.text for remark in remarks if remark.column == column):
            lines = 2 + text.count("\n") + len(text) // LETTERS
            cell.comment = Comment(printable(text), PROGRAM, LINE * lines, SIZE)
    return cell


def _cell_value(value: Value) -> str | float | date | None:
    if isinstance(value, int | Fraction):
        # A number longer than a spreadsheet keeps exactly would come out as another.
        return float(value) if -LARGEST < value < LARGEST else str(value)
    return cell_text(value) if isinstance(value, str) else value


def _title(title: str) -> str:
    """A title that a spreadsheet takes; openpyxl tells two that are alike apart."""
    return NOT_IN_A_TITLE.sub(" ", printable(title)).strip("' ")[:LONGEST_TITLE] or "1"
