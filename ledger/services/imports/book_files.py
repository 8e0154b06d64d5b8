"""Books from handed-in files, read strictly, with every error named by its place."""

from typing import Any

from ledger.rules.site import fields
from ledger.rules.site.column_letters import letters_of
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.spreadsheets.imports.old_book import read_old_book
from ledger.spreadsheets.site.book_reading import UnreadableCell
from ledger.spreadsheets.site.sheet_cells import CellFault
from ledger.spreadsheets.site.zipped_parts import BookFault, Limits, UnreadableBook

# The deals of more years than a club has in one file.
LIMITS = Limits(
    packed=5_000_000, unzipped=30_000_000, tags=1_000_000, attributes=2_000_000, rows=20_000, columns=100,
    parts=2000, sheets=600,
)  # fmt: skip

IN_CELL = gettext_noop("Sheet %(sheet)s, row %(row)d, column %(column)s: %(fault)s")
CELL_FAULTS = {
    CellFault.NO_RESULT: gettext_noop("The formula has no result. Open the workbook and save it again."),
    CellFault.FAR_OUT: gettext_noop("Nothing can stand so far down or to the right. Delete what is in the cell."),
    CellFault.TOO_LONG: gettext_noop("The cell holds more text than a cell can."),
}
BOOK_FAULTS = {
    BookFault.BROKEN: gettext_noop("The workbook is damaged. Open it in a spreadsheet program and save it again."),
    BookFault.PASSWORD: gettext_noop("The workbook has a password. Save it without one."),
    BookFault.OLD_EXCEL: gettext_noop("This is a workbook of the old kind (.xls). Save it as .xlsx."),
    BookFault.MACROS: gettext_noop("The workbook has macros in it. Save it as .xlsx, without macros."),
    BookFault.BINARY: gettext_noop("This is a binary workbook (.xlsb). Save it as .xlsx."),
    BookFault.OPEN_DOCUMENT: gettext_noop("This is an OpenDocument file (.ods). Save it as .xlsx."),
    BookFault.TOO_LARGE: gettext_noop("The file is too large to be read here. Hand in one season at a time."),
    BookFault.NO_WORKBOOK: gettext_noop("This is neither an Excel workbook (.xlsx) nor a sheet saved as text (.csv)."),
    BookFault.LINKED: gettext_noop(
        "The workbook takes numbers from other files. Break the links to them in the spreadsheet program, and save it."
    ),
}


def read_book(data: bytes) -> list[dict[str, Any]]:
    """The sheets of a file as plain data.

    Raises Refusal, with the sheet, row and column where it is about one.
    """
    try:
        return [sheet.as_plain_data() for sheet in read_old_book(data, LIMITS)]
    except UnreadableBook as unreadable:
        raise Refusal(BOOK_FAULTS[unreadable.fault]) from None
    except UnreadableCell as cell:
        fault, column = Refusal(CELL_FAULTS[cell.fault]), letters_of(cell.column)
        sheet = fields.excerpt(cell.sheet) or "1"  # one saved as text has no name
        raise Refusal(IN_CELL, sheet=sheet, row=cell.row, column=column, fault=fault) from None
