"""Reading a season's workbook that comes back: what it claims to be made from, and the sheets that can say more."""

from collections.abc import Iterator

from ledger.rules.site.labels import texts
from ledger.spreadsheets.imports.old_book import open_sheet
from ledger.spreadsheets.imports.old_sheet import OldSheet
from ledger.spreadsheets.seasons import layouts
from ledger.spreadsheets.site.book_reading import open_book
from ledger.spreadsheets.site.zipped_parts import Limits

# Sheets that follow from the deals. Nothing is read back from them, and the longest of them is among them.
WORKED_OUT = (
    layouts.OVERVIEW,
    layouts.PRICES_NAME,
    *(
        layout.name
        for layout in (
            layouts.STANDINGS,
            layouts.EVENINGS,
            layouts.CURVE,
            layouts.HEAD_TO_HEAD,
            layouts.POSTINGS,
            layouts.CORRECTIONS,
        )
    ),
)
IS_WORKED_OUT = frozenset(text for label in WORKED_OUT for text in texts(label))


def read_claim(data: bytes, limits: Limits) -> str | None:
    """The first record of the hidden sheet, in which the workbook says what it was made from; None without one.

    Raises UnreadableBook and UnreadableCell as `read_old_book`.
    """
    with open_book(data, limits) as book:
        for sheet in book.sheets:
            if sheet.title == layouts.ORIGIN_NAME:
                _number, values = next(iter(open_sheet(sheet, book, limits).rows), (0, ()))
                return values[1] if len(values) > 1 and isinstance(values[1], str) else None
    return None


def read_own_book(data: bytes, limits: Limits) -> Iterator[OldSheet]:
    """The sheets of a season's workbook, without those that follow from its deals.

    The rows of each are read as they are gone through, before the next sheet is asked for.
    Raises UnreadableBook and UnreadableCell as `read_old_book`.
    """
    with open_book(data, limits) as book:
        yield from (open_sheet(sheet, book, limits) for sheet in book.sheets if sheet.title not in IS_WORKED_OUT)
