"""A book that was kept elsewhere, read from any workbook or text, given back with the verdict on it."""

import csv
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import lru_cache
from io import BytesIO, StringIO
from typing import Any
from warnings import catch_warnings, simplefilter
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from openpyxl import Workbook, load_workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import Cell
from openpyxl.cell.read_only import EMPTY_CELL
from openpyxl.comments import Comment
from openpyxl.styles import NamedStyle, PatternFill
from openpyxl.utils.escape import unescape
from openpyxl.worksheet._write_only import WriteOnlyWorksheet

from ledger.rules.site.labels import same
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.rules.site.spelling import CellPlace, letters_of
from ledger.spreadsheets.site import (
    LONGEST_CELL,
    TEXT,
    StyledColumn,
    WrittenSheet,
    cell_text,
    named_styles,
    one_line,
    printable,
)

# By which a season's workbook is known, in either language, as it is made now and as earlier releases made it.
TITLES_OF_A_SEASON = (
    {"Årsberetning", "Spil", "Posteringer"},
    {"Annual report", "Deals", "Postings"},
    {"Oversigt", "Stilling", "Spil"},
    {"Overview", "Standings", "Deals"},
)
SHEETS_OF_DEALS = ("Spil", "Deals")

LONGEST_FILE = 5_000_000  # bytes
MOST_ROWS, MOST_COLUMNS = 20_000, 300  # the deals of more years than a club has in one file, and a column a player

Value = str | int | Fraction | date | None
"""What stands in a cell: a text, an exact number, a day, or nothing."""
Rows = Iterable[tuple[int, Sequence[Value]]]
"""Rows of a sheet with their numbers from 1, each with its values from the first column on."""
PlainValue = str | int | dict[str, str] | None
"""A value as JSON can hold it: {"number": "1/8"} for a fraction, {"day": "2014-03-12"} for a day."""
PlainSheet = dict[str, Any]
"""A sheet as JSON can hold it: its "title", empty for one saved as text, and its "rows" that are not empty."""


BROKEN = gettext_noop("The workbook is damaged. Open it in a spreadsheet program and save it again.")
TOO_LARGE = gettext_noop("The file is too large to be read here. Hand in one season at a time.")
NO_BOOK = gettext_noop("This is neither an Excel workbook (.xlsx) nor a sheet saved as text (.csv).")
EMPTY = gettext_noop("There is nothing in the file.")
FAR_OUT = gettext_noop(
    "A sheet has at most 20,000 rows and 300 columns here. Delete what is in the cell, or hand in one season at a time."
)


def filled_rows(title: str, rows: Iterable[list[PlainValue]]) -> Iterator[tuple[int, list[PlainValue]]]:
    """The rows of a sheet that are not empty, with their numbers from 1, as far as values reach.

    Raises Refusal for a value too far down or to the right.
    """
    for number, values in enumerate(rows, 1):
        while values and values[-1] is None:
            values.pop()
        if values and (number > MOST_ROWS or len(values) > MOST_COLUMNS):
            raise refused_cell(Refusal(FAR_OUT), title, number, len(values))
        if values:
            yield number, values


def refused_cell(fault: Refusal, title: str, row: int, column: int) -> Refusal:
    """The refusal of a file for one of its cells; a sheet that was saved as text has no title."""
    in_cell = gettext_noop("Sheet %(sheet)s, row %(row)d, column %(column)s: %(fault)s")
    return Refusal(in_cell, sheet=one_line(title) or "1", row=row, column=letters_of(column), fault=fault)


def is_of_a_season(titles: Collection[str]) -> bool:
    """Whether sheets with these titles are a season's workbook, of which only the deals are read."""
    return any(of_a_season <= {*titles} for of_a_season in TITLES_OF_A_SEASON)


# A workbook is judged by its zip directory and read by openpyxl, in a process that may take little time and memory.


MOST_UNZIPPED, MOST_PARTS = 50_000_000, 2000  # bytes, and files in the zip file
EXCELS_DIGITS = 15  # which Excel itself shows: 0.30000000000000004 is 0.3
OLD_FILE = bytes.fromhex("d0cf11e0a1b11ae1")  # the container of .xls, and of any workbook behind a password
ENCRYPTED = "EncryptedPackage".encode("utf-16-le")

PASSWORD = gettext_noop("The workbook has a password. Save it without one.")
OLD_EXCEL = gettext_noop("This is a workbook of the old kind (.xls). Save it as .xlsx.")
PARTS_OF_OTHERS = {
    re.compile(r"content\.xml"): gettext_noop("This is an OpenDocument file (.ods). Save it as .xlsx."),
    re.compile(r"(?is).*vbaproject\.bin"): gettext_noop(
        "The workbook has macros in it. Save it as .xlsx, without macros."
    ),
    re.compile(r"xl/workbook\.bin"): gettext_noop("This is a binary workbook (.xlsb). Save it as .xlsx."),
    # Nobody can say how old the values from other files are.
    re.compile(r"(?s)xl/externalLinks/.*"): gettext_noop(
        "The workbook takes numbers from other files. Break the links to them in the spreadsheet program, and save it."
    ),
}


def read_book(data: bytes) -> list[PlainSheet]:
    """The sheets of a file in their order, hidden ones included; what is no workbook is read as separated text.

    A formula is its stored result, an error its text ("#REF!"). Of a season's workbook only the deals are read: what
    follows from them is in formulas that no program has worked out.
    Raises Refusal for a file that is neither, too large, empty, or has links to other files, and with its place for a
    formula without a result, or a cell too far down or to the right.
    """
    if len(data) > LONGEST_FILE:
        raise Refusal(TOO_LARGE)
    if data.startswith(OLD_FILE) and ENCRYPTED in data:
        raise Refusal(PASSWORD)
    if data.startswith(OLD_FILE):
        raise Refusal(OLD_EXCEL)
    if not data.startswith(b"PK"):
        return [read_separated_text(data)]
    try:
        _require_workbook(data)
        sheets = list(_sheets(data))
    except (Refusal, MemoryError):
        raise
    except Exception:  # whatever is come upon in a file that is not sound
        raise Refusal(BROKEN) from None
    if not any(sheet["rows"] for sheet in sheets):
        raise Refusal(EMPTY)
    return sheets


def _require_workbook(data: bytes) -> None:
    """Judge a zip file by its directory.

    Raises Refusal for one that is not a workbook, or too large.
    """
    parts = ZipFile(BytesIO(data)).infolist()
    names = {part.filename for part in parts}
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNZIPPED:
        raise Refusal(TOO_LARGE)
    if any(part.flag_bits & 1 for part in parts):
        raise Refusal(PASSWORD)
    if any(part.compress_type not in (ZIP_STORED, ZIP_DEFLATED) for part in parts):
        raise Refusal(BROKEN)
    for part in PARTS_OF_OTHERS:
        if any(map(part.fullmatch, names)):
            raise Refusal(PARTS_OF_OTHERS[part])
    # Of two parts with one name, programs would not agree on which is read.
    if len(names) < len(parts) or not any(name.startswith("xl/") for name in names):
        raise Refusal(NO_BOOK)


def _sheets(data: bytes) -> Iterator[PlainSheet]:
    with catch_warnings():
        simplefilter("ignore")  # of what openpyxl leaves out, such as pictures
        # By title and row the columns of cells that have no value: openpyxl gives the results or the formulas, and one
        # without a result passes for an empty cell that is only coloured.
        blanks: dict[tuple[str, int], list[int]] = {}
        left = MOST_ROWS
        book = load_workbook(BytesIO(data), read_only=True, data_only=True, keep_links=False)
        of_a_season = is_of_a_season(book.sheetnames)
        for sheet in book.worksheets:
            if of_a_season and sheet.title not in SHEETS_OF_DEALS:
                yield {"title": sheet.title, "rows": []}
                continue
            rows = list(filled_rows(sheet.title, _rows(sheet, blanks)))
            left -= len(rows)
            if left < 0:
                raise Refusal(TOO_LARGE)
            yield {"title": printable(sheet.title), "rows": rows}
        if blanks:
            _require_results(load_workbook(BytesIO(data), read_only=True, keep_links=False), blanks)


# `Any`, because the stubs know no sheet that is only read.
def _rows(sheet: Any, blanks: dict[tuple[str, int], list[int]]) -> Iterator[list[PlainValue]]:
    """The rows of a sheet; those of its cells that have no value are added to `blanks`."""
    sheet.reset_dimensions()  # it may claim any size
    for number, cells in enumerate(sheet.iter_rows(), 1):
        # The result that is an empty text has the kind of one.
        blank = [
            column
            for column, cell in enumerate(cells, 1)
            if cell.value is None and cell is not EMPTY_CELL and cell.data_type != "str"
        ]
        if blank:
            blanks[sheet.title, number] = blank
        yield [_value(cell.value) for cell in cells]


def _require_results(book: Workbook, blanks: Mapping[tuple[str, int], Sequence[int]]) -> None:
    """Raise Refusal for the first formula among the cells that have no value."""
    for sheet in book.worksheets:
        sheet.reset_dimensions()
        for number, typed in enumerate(sheet.iter_rows(values_only=True), 1):
            for column in blanks.get((sheet.title, number), ()):
                if typed[column - 1] is not None:
                    no_result = gettext_noop("The formula has no result. Open the workbook and save it again.")
                    raise refused_cell(Refusal(no_result), sheet.title, number, column)


@lru_cache(maxsize=10_000)  # a book says the same names, numbers and days all the time
def _value(value: object) -> PlainValue:
    match value:
        case None:
            return None
        case int():
            return int(value)
        case float():
            exact = Fraction(f"{value:.{EXCELS_DIGITS}g}")
            if exact.denominator == 1:
                return exact.numerator
            return {"number": str(exact)}
        case date():  # or a day with a time
            return {"day": value.isoformat()[:10]}
        case _:  # a text, or a time of day
            text = printable(unescape(str(value)))
            return text if text.strip() else None


# A sheet saved as text: values with a semicolon, a comma or a tab between them.


SEPARATORS = ";\t,"  # a comma last: in a Danish sheet it is in the numbers
SAMPLE = 50  # rows that tell which one it is
BYTE_ORDERS = (b"\xff\xfe", b"\xfe\xff")  # with which a text in UTF-16 begins


def read_separated_text(data: bytes) -> PlainSheet:
    """The one sheet of a .csv or .txt file, every value a text.

    Raises Refusal for a file that is no such text, has nothing in it, or has too many rows or columns.
    """
    text = _decode(data)
    separator = _separator(text)
    if separator is None:
        raise Refusal(NO_BOOK)
    lines = csv.reader(StringIO(text, newline=""), delimiter=separator)
    try:
        rows = list(filled_rows("", ([cell[:LONGEST_CELL] if cell.strip() else None for cell in row] for row in lines)))
    except csv.Error:
        raise Refusal(BROKEN) from None
    if not rows:
        raise Refusal(EMPTY)
    return {"title": "", "rows": rows}


def _decode(data: bytes) -> str:
    """The text in the encoding that a spreadsheet program saved it in.

    Raises Refusal for what is no text.
    """
    try:
        text = data.decode("utf-16" if data.startswith(BYTE_ORDERS) else "utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")  # Excel's, on a Danish Windows
    has_controls = any(letter < " " and letter not in "\t\r\n\f" for letter in set(text))
    # A web page or JSON under another name would be read as rows too.
    if has_controls or text.lstrip()[:1] in ("<", "{"):
        raise Refusal(NO_BOOK)
    return text


def _separator(text: str) -> str | None:
    """What stands between the values: what parts most of the first rows, and into the most."""
    # Blank rows, and cells with breaks in them, take some of these.
    sample = "\n".join(text.splitlines()[: SAMPLE * 4])
    counts = {}
    for separator in SEPARATORS:
        try:
            rows = [row for row in csv.reader(StringIO(sample), delimiter=separator) if row][:SAMPLE]
        except csv.Error:
            continue
        counts[separator] = sum(len(row) > 1 for row in rows)
    best = max(counts.values(), default=0)
    # Not the one with the most rows: decimal commas may part more of them than the semicolons do.
    return next((separator for separator, count in counts.items() if count and 2 * count > best), None)


# The verdict on an old book as a workbook: a copy of its cells, coloured and commented in place.


PROGRAM = "Whistklub"
LONGEST_TITLE = 31
NOT_IN_A_TITLE = re.compile(r"[\\/*?:\[\]\x00-\x1f]")
WIDTHS = (20, 12, 80, 32)  # of the list's columns
SIZE, LINE, LETTERS = 320, 20, 40  # of a comment, in pixels, and how many letters are on a line
LARGEST = 10**15


DOUBT, CHOICE, ADVICE = "FFC7CE", "BDD7EE", "FFEB9C"  # the colours of cells, by what a remark is about
FILLS = {colour: PatternFill("solid", fgColor=colour) for colour in (DOUBT, CHOICE, ADVICE)}


@dataclass(frozen=True)
class CellRemark:
    """A sentence about some cells of a sheet; `outcome` says what becomes of the row."""

    place: CellPlace
    text: str
    outcome: str
    colour: str


def write_verdict_book(
    title: str,
    colours: Mapping[str, str],
    headings: Sequence[str],
    remarks: Sequence[CellRemark],
    sheets: Iterable[tuple[str, Rows]],
) -> bytes:
    """The xlsx file: the remarks as a list, then a copy of each sheet; texts stay texts, whatever they look like.

    Sheets are given by title. The list has a title and headings, and says above what the colours mean.
    """
    workbook = Workbook(write_only=True)
    workbook.properties.creator = PROGRAM
    for style in named_styles(0, 1):
        workbook.add_named_style(style)
    for colour, fill in FILLS.items():
        workbook.add_named_style(NamedStyle(colour, fill=fill))
    columns = [StyledColumn(heading, "words", width) for heading, width in zip(headings, WIDTHS, strict=True)]
    listed = WrittenSheet(workbook, same(_title(title)), columns, str)
    listed.set_paper(("", "", "&P / &N"), is_upright=False, is_one_page=False)
    for colour, words in colours.items():
        listed.line(words, colour)
    listed.row(headings, ["heading"] * len(headings))
    for remark in remarks:
        marked_cell = (remark.place.cell, remark.colour)
        listed.row([remark.place.sheet, marked_cell, remark.text, remark.outcome], ["words"] * len(columns))
    for of_sheet, rows in sheets:
        remarks_there = [remark for remark in remarks if remark.place.sheet == of_sheet]
        _write_copy(workbook.create_sheet(_title(of_sheet)), rows, remarks_there)
    workbook.save(target := BytesIO())
    return target.getvalue()


def _write_copy(copy: WriteOnlyWorksheet, rows: Rows, remarks: Sequence[CellRemark]) -> None:
    by_cell: dict[tuple[int, int], list[CellRemark]] = defaultdict(list)
    for remark in remarks:
        for column in remark.place.columns:
            by_cell[remark.place.row, column].append(remark)
    furthest = max((column for _row, column in by_cell), default=0)
    above = 0
    for number, values in rows:
        for _blank in range(above + 1, number):
            copy.append([])
        reaching = [*values, *[None] * (furthest - len(values))]
        copy.append([_cell(copy, value, by_cell.get((number, at), ()), at) for at, value in enumerate(reaching, 1)])
        above = number


def _cell(copy: WriteOnlyWorksheet, value: Value, remarks: Sequence[CellRemark], column: int) -> Cell:
    """The cell of a value in the colour of its first remark, with a comment if a remark begins in its column."""
    cell = WriteOnlyCell(copy)
    if isinstance(value, int | Fraction):
        # A number longer than a spreadsheet keeps exactly would come out as another.
        cell.value = float(value) if -LARGEST < value < LARGEST else str(value)
    else:
        cell.value = cell_text(value) if isinstance(value, str) else value
    if isinstance(cell.value, str):
        # openpyxl would take "=1+1" for a formula and "#N/A" for an error.
        cell.data_type = "s"
        cell.number_format = TEXT  # so that it stays a text where it is edited
    if remarks:
        cell.fill = FILLS[remarks[0].colour]
        if text := "\n".join(remark.text for remark in remarks if remark.place.column == column):
            lines = 2 + text.count("\n") + len(text) // LETTERS
            cell.comment = Comment(printable(text), PROGRAM, LINE * lines, SIZE)
    return cell


def _title(title: str) -> str:
    """A title that a spreadsheet takes; openpyxl tells two that are alike apart."""
    return NOT_IN_A_TITLE.sub(" ", printable(title)).strip("' ")[:LONGEST_TITLE] or "1"
