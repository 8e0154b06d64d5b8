"""Scoring tables from uploaded files, Excel or JSON: read strictly, with every error named by its place."""

import json
from typing import Any, cast

from ledger.rules.scoring.document import modern, read_scoring_table
from ledger.rules.site.fields import parse_json
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.scoring.table_sheets import document_of, in_cell
from ledger.spreadsheets.site.book_reading import UnreadableCell, read_book
from ledger.spreadsheets.site.sheet_cells import CellFault
from ledger.spreadsheets.site.zipped_parts import BookFault, Limits, UnreadableBook

# Of a workbook of one table: a thousand single amounts have some 30,000 tags.
LIMITS = Limits(packed=1_000_000, unzipped=5_000_000, tags=150_000, attributes=300_000, rows=2_000, columns=60)
AT_PATH = gettext_noop("%(path)s: %(fault)s")
NO_TEXT = gettext_noop("The file cannot be read as text in UTF-8.")
TOO_LARGE = gettext_noop("The file is too large to be a scoring table.")
BOOK_FAULTS = {
    BookFault.TOO_LARGE: TOO_LARGE,
    BookFault.NO_WORKBOOK: gettext_noop("This is neither an Excel workbook (.xlsx) nor a JSON file."),
    BookFault.BROKEN: gettext_noop("The workbook is damaged. Open it in a spreadsheet program and save it again."),
    BookFault.PASSWORD: gettext_noop("The workbook has a password. Save it without one."),
    BookFault.OLD_EXCEL: gettext_noop("This is a workbook of the old kind (.xls). Save it as .xlsx."),
    BookFault.MACROS: gettext_noop("The workbook has macros in it. Save it as .xlsx, without macros."),
    BookFault.BINARY: gettext_noop("This is a binary workbook (.xlsb). Save it as .xlsx."),
    BookFault.OPEN_DOCUMENT: gettext_noop("This is an OpenDocument file (.ods). Save it as .xlsx."),
}
CELL_FAULTS = {
    CellFault.DATE: gettext_noop("The cell holds a date. Format it as text, then type for example 1/8 again."),
    CellFault.ERROR: gettext_noop("The cell holds the error %(text)s."),
    CellFault.NO_RESULT: gettext_noop("The formula has no result. Open the workbook and save it again."),
    CellFault.FAR_OUT: gettext_noop("Nothing can stand so far down or to the right. Delete what is in the cell."),
    CellFault.TOO_LONG: gettext_noop("The cell holds more text than a cell can."),
}


def document_from_file(data: bytes) -> dict[str, Any]:
    """The document in a file's content; the file's name does not matter.

    Raises Refusal, whose place is the sheet, row and column, or the JSON path.
    """
    if len(data) > LIMITS.packed:
        raise Refusal(TOO_LARGE)
    # JSON may begin with a byte order mark, or have zeros between its letters in UTF-16.
    if data[:64].strip(b"\xef\xbb\xbf\xff\xfe\0 \t\r\n")[:1] in (b"{", b"["):
        return _document_from_json(data)
    try:
        return document_of(read_book(data, LIMITS))
    except UnreadableBook as unreadable:
        raise Refusal(BOOK_FAULTS[unreadable.fault]) from None
    except UnreadableCell as cell:
        fault = Refusal(CELL_FAULTS[cell.fault], text=cell.text)
        raise in_cell(cell.sheet, cell.row, cell.column, fault) from None


def _document_from_json(data: bytes) -> dict[str, Any]:
    try:
        document = parse_json(data.decode(json.detect_encoding(data)).removeprefix("\ufeff"))
        read_scoring_table(cast("dict[str, Any]", document))
    except UnicodeDecodeError:
        raise Refusal(NO_TEXT) from None
    except Refusal as fault:
        raise (Refusal(AT_PATH, path=fault.field, fault=fault) if fault.field else fault) from None
    return modern(cast("dict[str, Any]", document))
