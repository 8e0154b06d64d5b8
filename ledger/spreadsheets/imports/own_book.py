"""Reading a season's workbook that comes back: what it claims to be made from, and the sheets that can say more."""

from contextlib import suppress

from ledger.rules.site.labels import texts
from ledger.spreadsheets.imports.old_book import read_sheet
from ledger.spreadsheets.imports.old_sheet import OldSheet
from ledger.spreadsheets.imports.row_reading import RowReader
from ledger.spreadsheets.seasons import layouts
from ledger.spreadsheets.site.book_reading import open_book
from ledger.spreadsheets.site.part_xml import Attributes
from ledger.spreadsheets.site.sheet_cells import BadCell
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

    Raises UnreadableBook as `open_book`.
    """
    with open_book(data, limits) as book:
        for sheet in book.sheets:
            if sheet.title == layouts.ORIGIN_NAME:
                reader = _FirstRow(book.marks, limits, counts_from_1904=book.counts_from_1904)
                with suppress(_FirstRowRead, BadCell):
                    reader.read(sheet.pieces)
                values = reader.rows[0][1] if reader.rows else ()
                return values[1] if len(values) > 1 and isinstance(values[1], str) else None
    return None


def read_own_book(data: bytes, limits: Limits) -> tuple[OldSheet, ...]:
    """The sheets of a season's workbook, without those that follow from its deals.

    Raises UnreadableBook and UnreadableCell as `read_old_book`.
    """
    with open_book(data, limits) as book:
        return tuple(read_sheet(sheet, book, limits) for sheet in book.sheets if sheet.title not in IS_WORKED_OUT)


class _FirstRowRead(Exception):
    """The first row of a sheet is read, and the rest of it need not be."""


class _FirstRow(RowReader):
    def on_start(self, name: str, attributes: Attributes) -> None:
        if self.rows:
            raise _FirstRowRead
        super().on_start(name, attributes)
