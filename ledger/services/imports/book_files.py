"""Books from handed-in files, read strictly, with every error named by its place."""

from typing import Any

from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.scoring.table_files import BOOK_FAULTS, CELL_FAULTS
from ledger.services.scoring.table_sheets import in_cell
from ledger.spreadsheets.imports.old_book import read_old_book
from ledger.spreadsheets.site.book_reading import UnreadableCell
from ledger.spreadsheets.site.zipped_parts import BookFault, Limits, UnreadableBook

# The deals of more years than a club has in one file.
LIMITS = Limits(
    packed=5_000_000, unzipped=30_000_000, tags=1_000_000, attributes=2_000_000, rows=20_000, columns=100,
    parts=2000, sheets=600,
)  # fmt: skip

OLD_BOOK_FAULTS = {
    **BOOK_FAULTS,
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
        raise Refusal(OLD_BOOK_FAULTS[unreadable.fault]) from None
    except UnreadableCell as cell:
        fault = Refusal(CELL_FAULTS[cell.fault], text=cell.text)
        # A sheet saved as text has no name.
        raise in_cell(cell.sheet or "1", cell.row, cell.column, fault) from None
