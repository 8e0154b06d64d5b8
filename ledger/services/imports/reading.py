"""The sheets of a book that is handed in, read in a process of its own."""

from collections.abc import Mapping
from typing import Any

from ledger.models import Club, Entry
from ledger.rules.imports.written.crosswise import with_dates_down
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.imports.book_files import read_book
from ledger.services.site.reading_apart import read_apart
from ledger.spreadsheets.imports.old_sheet import SHEETS_OF_DEALS, is_of_a_season

MENDED_HERE = gettext_noop(
    "This is a season's workbook that was fetched here. A mistake is corrected on the site, on the deal's page, with "
    "its reason, where everybody sees it."
)


def book_for(*, club: Club, data: bytes) -> list[Mapping[str, Any]]:
    """The sheets of a file that is handed in to a club, as plain data; of a season's workbook its deals alone.

    A sheet whose dates run across is turned.

    Raises Refusal, with the sheet, row and column where it is about one; with field "file" for a season's workbook that
    is handed in to a club with deals.
    """
    sheets = read_apart(read_book, data)
    if not is_of_a_season([sheet["title"] for sheet in sheets]):
        return [*map(with_dates_down, sheets)]
    if Entry.objects.standing().filter(season__club=club).exists():
        raise Refusal(MENDED_HERE, "file")
    return [sheet for sheet in sheets if sheet["title"] in SHEETS_OF_DEALS]
