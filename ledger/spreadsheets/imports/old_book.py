"""Reading a book that was kept elsewhere: any workbook, or a sheet saved as text. Nothing in it is trusted.

A workbook is judged by its zip directory and read by openpyxl, in a process that may take little time and memory.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from fractions import Fraction
from functools import lru_cache
from io import BytesIO
from typing import Any
from warnings import catch_warnings, simplefilter
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from openpyxl import Workbook, load_workbook
from openpyxl.cell.read_only import EMPTY_CELL
from openpyxl.utils.escape import unescape

from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.spreadsheets.imports.old_sheet import (
    BROKEN,
    EMPTY,
    LONGEST_FILE,
    MOST_ROWS,
    NO_BOOK,
    SHEETS_OF_DEALS,
    TOO_LARGE,
    OldSheet,
    Value,
    filled_rows,
    is_of_a_season,
    refused_cell,
)
from ledger.spreadsheets.imports.separated_text import read_separated_text
from ledger.spreadsheets.site.safe_text import printable

MOST_UNZIPPED, MOST_PARTS = 50_000_000, 2000  # bytes, and files in the zip file
EXCELS_DIGITS = 15  # which Excel itself shows: 0.30000000000000004 is 0.3
OLD_FILE = bytes.fromhex("d0cf11e0a1b11ae1")  # the container of .xls, and of any workbook behind a password
ENCRYPTED = "EncryptedPackage".encode("utf-16-le")

PASSWORD = gettext_noop("The workbook has a password. Save it without one.")
OLD_EXCEL = gettext_noop("This is a workbook of the old kind (.xls). Save it as .xlsx.")
NO_RESULT = gettext_noop("The formula has no result. Open the workbook and save it again.")
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


def read_book(data: bytes) -> list[dict[str, Any]]:
    """The sheets of a file as plain data; refuses what `read_old_book` does."""
    return [sheet.as_plain_data() for sheet in read_old_book(data)]


def read_old_book(data: bytes) -> tuple[OldSheet, ...]:
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
        return (read_separated_text(data),)
    try:
        _require_workbook(data)
        sheets = tuple(_sheets(data))
    except (Refusal, MemoryError):
        raise
    except Exception:  # whatever is come upon in a file that is not sound
        raise Refusal(BROKEN) from None
    if not any(sheet.rows for sheet in sheets):
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
            rows = list(filled_rows(sheet.title, _rows(sheet, blanks)))
            left -= len(rows)
            if left < 0:
                raise Refusal(TOO_LARGE)
            yield OldSheet(printable(sheet.title), rows)
        if blanks:
            _require_results(load_workbook(BytesIO(data), read_only=True, keep_links=False), blanks)


# `Any`, because the stubs know no sheet that is only read.
def _rows(sheet: Any, blanks: dict[tuple[str, int], list[int]]) -> Iterator[list[Value]]:
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
                    raise refused_cell(Refusal(NO_RESULT), sheet.title, number, column)


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
