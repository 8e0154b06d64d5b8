"""Reading a book that was kept elsewhere: any workbook, or a sheet saved as text. Nothing in it is trusted."""

from collections.abc import Iterator
from dataclasses import replace

from ledger.spreadsheets.imports.old_sheet import OldSheet, Value
from ledger.spreadsheets.imports.row_reading import RowReader
from ledger.spreadsheets.imports.separated_text import FarOut, read_separated_text
from ledger.spreadsheets.site.book_reading import OLD_FILE, OpenBook, UnreadableCell, Worksheet, open_book
from ledger.spreadsheets.site.sheet_cells import BadCell, CellFault
from ledger.spreadsheets.site.zipped_parts import BookFault, Limits, UnreadableBook


def read_old_book(data: bytes, limits: Limits) -> tuple[OldSheet, ...]:
    """The sheets of a file in their order, hidden ones included; what is no workbook is read as separated text.

    A formula is its stored result, an error its text ("#REF!").
    Raises UnreadableBook for a file that is neither, too large, or has links to other files.
    Raises UnreadableCell for a formula without a result, a text too long, or a cell out of bounds.
    """
    if not data.startswith((b"PK", OLD_FILE)):
        try:
            return (read_separated_text(data, limits),)
        except FarOut as far:
            raise UnreadableCell(CellFault.FAR_OUT, "", (far.row, far.column), "") from None
    with open_book(data, limits) as book:
        if book.has_links:  # nobody can say how old the values are that came from there
            raise UnreadableBook(BookFault.LINKED)
        return tuple(read_sheet(sheet, book, limits) for sheet in book.sheets)


def read_sheet(sheet: Worksheet, book: OpenBook, limits: Limits) -> OldSheet:
    """One sheet of an open workbook.

    Raises UnreadableCell, with its place.
    """
    opened = open_sheet(sheet, book, limits)
    return replace(opened, rows=[*opened.rows])


def open_sheet(sheet: Worksheet, book: OpenBook, limits: Limits) -> OldSheet:
    """One sheet of an open workbook, whose rows are read as they are gone through, and its merged areas by then.

    Going through them raises as `read_sheet`.
    """
    reader = RowReader(book.marks, limits, counts_from_1904=book.counts_from_1904)
    return OldSheet(sheet.title, _rows(reader, sheet), reader.merged)


def _rows(reader: RowReader, sheet: Worksheet) -> Iterator[tuple[int, tuple[Value, ...]]]:
    try:
        yield from reader.read(sheet.pieces)
    except BadCell as bad:
        raise UnreadableCell(bad.fault, sheet.title, bad.cell, bad.text) from None
