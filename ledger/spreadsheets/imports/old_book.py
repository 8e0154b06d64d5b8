"""Reading a book that was kept elsewhere: any workbook, or a sheet saved as text. Nothing in it is trusted.

A workbook is judged by its zip directory and read by openpyxl, in a process that may take little time and memory.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from fractions import Fraction
from functools import lru_cache
from io import BytesIO
from typing import Any
from warnings import catch_warnings, simplefilter
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from openpyxl import Workbook, load_workbook
from openpyxl.cell.read_only import EMPTY_CELL
from openpyxl.utils.escape import unescape

from ledger.spreadsheets.imports.old_sheet import (
    LONGEST_FILE,
    MOST_COLUMNS,
    MOST_ROWS,
    SHEETS_OF_DEALS,
    BookFault,
    OldSheet,
    UnreadableBook,
    Value,
    is_of_a_season,
)
from ledger.spreadsheets.imports.separated_text import read_separated_text
from ledger.spreadsheets.site.safe_text import printable

MOST_UNZIPPED, MOST_PARTS = 50_000_000, 2000  # bytes, and files in the zip file
EXCELS_DIGITS = 15  # which Excel itself shows: 0.30000000000000004 is 0.3
OLD_FILE = bytes.fromhex("d0cf11e0a1b11ae1")  # the container of .xls, and of any workbook behind a password
ENCRYPTED = "EncryptedPackage".encode("utf-16-le")


def read_old_book(data: bytes) -> tuple[OldSheet, ...]:
    """The sheets of a file in their order, hidden ones included; what is no workbook is read as separated text.

    A formula is its stored result, an error its text ("#REF!"). Of a season's workbook only the deals are read: what
    follows from them is in formulas that no program has worked out.
    Raises UnreadableBook for a file that is neither, too large, empty, or has links to other files, and with its place
    for a formula without a result, or a cell too far down or to the right.
    """
    if len(data) > LONGEST_FILE:
        raise UnreadableBook(BookFault.TOO_LARGE)
    if data.startswith(OLD_FILE):
        raise UnreadableBook(BookFault.PASSWORD if ENCRYPTED in data else BookFault.OLD_EXCEL)
    if not data.startswith(b"PK"):
        return (read_separated_text(data),)
    try:
        _require_workbook(data)
        sheets = tuple(_sheets(data))
    except (UnreadableBook, MemoryError):
        raise
    except Exception:  # whatever openpyxl comes upon in a file that is not sound
        raise UnreadableBook(BookFault.BROKEN) from None
    if not any(sheet.rows for sheet in sheets):
        raise UnreadableBook(BookFault.EMPTY)
    return sheets


def _require_workbook(data: bytes) -> None:
    """Judge a zip file by its directory.

    Raises UnreadableBook for one that is not a workbook, or too large.
    """
    try:
        parts = ZipFile(BytesIO(data)).infolist()
    except BadZipFile:
        raise UnreadableBook(BookFault.BROKEN) from None
    names = {part.filename for part in parts}
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNZIPPED:
        raise UnreadableBook(BookFault.TOO_LARGE)
    if any(part.flag_bits & 1 for part in parts):
        raise UnreadableBook(BookFault.PASSWORD)
    if any(part.compress_type not in (ZIP_STORED, ZIP_DEFLATED) for part in parts):
        raise UnreadableBook(BookFault.BROKEN)
    if {"mimetype", "content.xml"} <= names:
        raise UnreadableBook(BookFault.OPEN_DOCUMENT)
    if any(name.casefold().endswith("vbaproject.bin") for name in names):
        raise UnreadableBook(BookFault.MACROS)
    if "xl/workbook.bin" in names:
        raise UnreadableBook(BookFault.BINARY)
    if any(name.startswith("xl/externalLinks/") for name in names):  # nobody can say how old their values are
        raise UnreadableBook(BookFault.LINKED)
    # Of two parts with one name, programs would not agree on which is read.
    if len(names) < len(parts) or not any(name.startswith("xl/") for name in names):
        raise UnreadableBook(BookFault.NO_WORKBOOK)


def _sheets(data: bytes) -> Iterator[OldSheet]:
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
                yield OldSheet(sheet.title, ())
                continue
            rows = list(_rows(sheet, blanks))
            left -= len(rows)
            if left < 0:
                raise UnreadableBook(BookFault.TOO_LARGE)
            yield OldSheet(printable(sheet.title), rows)
        if blanks:
            _require_results(load_workbook(BytesIO(data), read_only=True, keep_links=False), blanks)


# `Any`, because the stubs know no sheet that is only read.
def _rows(sheet: Any, blanks: dict[tuple[str, int], list[int]]) -> Iterator[tuple[int, Sequence[Value]]]:
    """The rows of a sheet that are not empty; those of its cells that have no value are added to `blanks`.

    Raises UnreadableBook for a value too far down or to the right.
    """
    sheet.reset_dimensions()  # it may claim any size
    for number, cells in enumerate(sheet.iter_rows(), 1):
        values = [_value(cell.value) for cell in cells]
        # The result that is an empty text has the kind of one.
        blank = [
            column
            for column, cell in enumerate(cells, 1)
            if cell.value is None and cell is not EMPTY_CELL and cell.data_type != "str"
        ]
        if blank:
            blanks[sheet.title, number] = blank
        while values and values[-1] is None:
            values.pop()
        if values and (number > MOST_ROWS or len(values) > MOST_COLUMNS):
            raise UnreadableBook(BookFault.FAR_OUT, sheet.title, number, len(values))
        if values:
            yield number, values


def _require_results(book: Workbook, blanks: Mapping[tuple[str, int], Sequence[int]]) -> None:
    """Raise UnreadableBook for the first formula among the cells that have no value."""
    for sheet in book.worksheets:
        sheet.reset_dimensions()
        for number, typed in enumerate(sheet.iter_rows(values_only=True), 1):
            for column in blanks.get((sheet.title, number), ()):
                if typed[column - 1] is not None:
                    raise UnreadableBook(BookFault.NO_RESULT, sheet.title, number, column)


@lru_cache(maxsize=10_000)  # a book says the same names, numbers and days all the time
def _value(value: object) -> Value:
    match value:
        case None:
            return None
        case int():
            return int(value)
        case float():
            exact = Fraction(f"{value:.{EXCELS_DIGITS}g}")
            return exact.numerator if exact.denominator == 1 else exact
        case datetime():
            return value.date()
        case date():
            return value
        case _:  # a text, or a time of day
            text = printable(unescape(str(value)))
            return text if text.strip() else None
