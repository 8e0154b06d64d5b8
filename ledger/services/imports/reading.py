"""The sheets of an old book that is handed in, read in a process of its own."""

from ledger.rules.imports.written.sheets import BookSheet, sheets_of
from ledger.services.imports.book_files import read_book_of_a_page, read_long_book
from ledger.services.site.reader_process import Allowance
from ledger.services.site.reading_apart import read_apart

# For as long a file as `OF_A_COMMAND` lets through.
LONG = Allowance(seconds=30, memory=400_000_000, answer=80_000_000)


def old_book(data: bytes, *, is_long: bool = False) -> tuple[BookSheet, ...]:
    """The sheets of an old book; a command may bring a long one, which a page may not.

    Raises Refusal, with the sheet, row and column where it is about one.
    """
    return sheets_of(read_apart(read_long_book, data, LONG) if is_long else read_apart(read_book_of_a_page, data))
