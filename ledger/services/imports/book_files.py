"""Old books from handed-in files, read strictly, with every error named by its place."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ledger.rules.site import fields
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.scoring.table_files import BOOK_FAULTS, CELL_FAULTS
from ledger.services.scoring.table_sheets import in_cell
from ledger.spreadsheets.imports.old_book import read_old_book
from ledger.spreadsheets.imports.own_book import read_claim, read_own_book
from ledger.spreadsheets.site.book_reading import UnreadableCell
from ledger.spreadsheets.site.zipped_parts import BookFault, Limits, UnreadableBook

# What one page may bring, read within the usual allowance: the deals of more years than a club has in one file.
OF_A_PAGE = Limits(
    packed=5_000_000, unzipped=30_000_000, tags=1_000_000, attributes=2_000_000, rows=15_000, columns=100,
    parts=2000, sheets=600,
)  # fmt: skip
# In which a season's workbook is only asked what it was made from.
OF_A_CLAIM = Limits(
    packed=50_000_000, unzipped=500_000_000, tags=1_000_000, attributes=2_000_000, rows=150_000, columns=10,
    parts=2000, sheets=600,
)  # fmt: skip
# What a command may bring: a hundred thousand deals.
OF_A_COMMAND = Limits(
    packed=50_000_000, unzipped=200_000_000, tags=12_000_000, attributes=24_000_000, rows=150_000, columns=100,
    parts=2000, sheets=600,
)  # fmt: skip

# Of a season whose workbook is taken back by a page, which keeps the file until somebody has chosen what is booked.
MOST_ENTRIES = 20_000
MOST_OF_A_COMMAND = 100_000  # which looks at the club's own and keeps nothing

OLD_BOOK_FAULTS = {
    **BOOK_FAULTS,
    BookFault.TOO_LARGE: gettext_noop("The file is too large to be read here. Hand in one season at a time."),
    BookFault.NO_WORKBOOK: gettext_noop("This is neither an Excel workbook (.xlsx) nor a sheet saved as text (.csv)."),
    BookFault.LINKED: gettext_noop(
        "The workbook takes numbers from other files. Break the links to them in the spreadsheet program, and save it."
    ),
}


def read_book_of_a_page(data: bytes) -> list[dict[str, Any]]:
    """The sheets of a file that a page may bring, as plain data.

    Raises Refusal, with the sheet, row and column where it is about one.
    """
    return _read(data, OF_A_PAGE)


def read_long_book(data: bytes) -> list[dict[str, Any]]:
    """The sheets of a file that a command may bring, as plain data; raises Refusal as `read_book_of_a_page` does."""
    return _read(data, OF_A_COMMAND)


def read_claim_or_book(data: bytes) -> dict[str, Any]:
    """What a long file claims to be made from, as "claim"; of one that claims nothing its sheets, as "sheets".

    Both in one process, so that a file made to keep the site busy has the time of one.
    Raises Refusal as `read_book_of_a_page` does.
    """
    claim = claim_of_book(data)
    return {"claim": claim} if claim else {"sheets": read_book_of_a_page(data)}


def claim_of_book(data: bytes) -> dict[str, Any] | None:
    """What a season's workbook says in its first hidden record that it was made from; None for any other file."""
    try:
        claim = read_claim(data, OF_A_CLAIM)
        claimed = fields.parse_json(claim) if claim else None
    except (UnreadableBook, UnreadableCell, Refusal):  # said by whoever reads the whole file
        return None
    return claimed if isinstance(claimed, dict) and isinstance(claimed.get("entries"), int) else None


def read_own_season(data: bytes) -> Iterator[object]:
    """The deals of a season's workbook in pieces of plain data: as many as the entries that it was made from.

    To be asked for a file whose claim the club's book has proved, since it may be as long as it claims.
    Raises Refusal as `read_book_of_a_page` does.
    """
    claim = claim_of_book(data) or {"entries": 0}
    with _refusals():
        for sheet in read_own_book(data, limits_of_season(claim["entries"])):
            yield from sheet.in_pieces()


def limits_of_season(entries: int) -> Limits:
    """How much the workbook of a season of so many entries may hold: its deals, and as many typed below them."""
    entries = min(max(entries, 0), MOST_OF_A_COMMAND)
    return Limits(
        packed=20_000_000 + 300 * entries,
        unzipped=OF_A_PAGE.unzipped + 20_000 * entries,
        tags=OF_A_PAGE.tags + 1000 * entries,
        attributes=OF_A_PAGE.attributes + 2000 * entries,
        rows=OF_A_PAGE.rows + entries,
        columns=300,  # a club has at most 200 players
    )


def _read(data: bytes, limits: Limits) -> list[dict[str, Any]]:
    with _refusals():
        return [sheet.as_plain_data() for sheet in read_old_book(data, limits)]


@contextmanager
def _refusals() -> Iterator[None]:
    """Raise what is wrong with a file as the Refusal that says it."""
    try:
        yield
    except UnreadableBook as unreadable:
        raise Refusal(OLD_BOOK_FAULTS[unreadable.fault]) from None
    except UnreadableCell as cell:
        fault = Refusal(CELL_FAULTS[cell.fault], text=cell.text)
        # A sheet saved as text has no name.
        raise in_cell(cell.sheet or "1", cell.row, cell.column, fault) from None
