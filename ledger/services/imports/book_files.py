"""Books from handed-in files, read strictly, with every error named by its place."""

from typing import Any

from ledger.rules.site import fields
from ledger.rules.site.column_letters import letters_of
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.spreadsheets.imports.old_book import read_old_book
from ledger.spreadsheets.imports.old_sheet import BookFault, UnreadableBook

IN_CELL = gettext_noop("Sheet %(sheet)s, row %(row)d, column %(column)s: %(fault)s")
BOOK_FAULTS = {
    BookFault.BROKEN: gettext_noop("The workbook is damaged. Open it in a spreadsheet program and save it again."),
    BookFault.PASSWORD: gettext_noop("The workbook has a password. Save it without one."),
    BookFault.OLD_EXCEL: gettext_noop("This is a workbook of the old kind (.xls). Save it as .xlsx."),
    BookFault.MACROS: gettext_noop("The workbook has macros in it. Save it as .xlsx, without macros."),
    BookFault.BINARY: gettext_noop("This is a binary workbook (.xlsb). Save it as .xlsx."),
    BookFault.OPEN_DOCUMENT: gettext_noop("This is an OpenDocument file (.ods). Save it as .xlsx."),
    BookFault.TOO_LARGE: gettext_noop("The file is too large to be read here. Hand in one season at a time."),
    BookFault.NO_WORKBOOK: gettext_noop("This is neither an Excel workbook (.xlsx) nor a sheet saved as text (.csv)."),
    BookFault.EMPTY: gettext_noop("There is nothing in the file."),
    BookFault.LINKED: gettext_noop(
        "The workbook takes numbers from other files. Break the links to them in the spreadsheet program, and save it."
    ),
    BookFault.NO_RESULT: gettext_noop("The formula has no result. Open the workbook and save it again."),
    BookFault.FAR_OUT: gettext_noop(
        "A sheet has at most 20,000 rows and 300 columns here. Delete what is in the cell, or hand in one season at a "
        "time."
    ),
}


def read_book(data: bytes) -> list[dict[str, Any]]:
    """The sheets of a file as plain data.

    Raises Refusal, with the sheet, row and column where it is about one.
    """
    try:
        return [sheet.as_plain_data() for sheet in read_old_book(data)]
    except UnreadableBook as unreadable:
        fault = Refusal(BOOK_FAULTS[unreadable.fault])
        if not unreadable.row:
            raise fault from None
        column = letters_of(unreadable.column)
        sheet = fields.excerpt(unreadable.sheet) or "1"  # one saved as text has no name
        raise Refusal(IN_CELL, sheet=sheet, row=unreadable.row, column=column, fault=fault) from None
