"""A list on its way into a file: its heading, its rows as they come, and its foot."""

from collections.abc import Iterable
from typing import IO, Generic, TypeVar

from openpyxl.utils import get_column_letter

from ledger.spreadsheets.seasons.lists.listing import FIRST_ROW, Ending, Listing, foot_row, last_row
from ledger.spreadsheets.seasons.lists.region import foot_look, heading_widths
from ledger.spreadsheets.seasons.season_book import SeasonBook
from ledger.spreadsheets.site.looks import heading_look
from ledger.spreadsheets.site.row_text import RowText, StyleOf

Record = TypeVar("Record")


class ListText(Generic[Record]):
    """The text of a list's rows in `text`: `count` of them so far, and when it is filled its `ending` and `area`."""

    def __init__(self, listing: Listing[Record], text: IO[bytes], style_of: StyleOf, book: SeasonBook) -> None:
        self.listing = listing
        self.text = text
        self.count = 0
        self.ending = Ending()
        self._rows = RowText(text, style_of, book.unit_denominator)
        self._looks = [column.look for column in listing.columns]
        self._widths = [column.width for column in listing.columns]
        headings = [column.heading.in_language(book.language) for column in listing.columns]
        self._rows.write(1, headings, [heading_look(look) for look in self._looks], heading_widths(listing.columns))

    def add(self, record: Record) -> None:
        """Write one more row."""
        at = FIRST_ROW + self.count
        self._rows.write(at, self.listing.row(record, at), self._looks, self._widths)
        self.count += 1

    def finish(self, records: Iterable[Record]) -> "ListText[Record]":
        """Write the last rows and the foot; gives itself."""
        for record in records:
            self.add(record)
        self.ending = self.listing.ending(self.count)
        for at, row in enumerate(self.ending.foot, foot_row(self.count)):
            self._rows.write(at, row, [foot_look(value) for value in row])
        return self

    @property
    def area(self) -> str:
        """From the first heading to the last cell that may hold something."""
        foot = len(self.ending.foot)
        last = foot_row(self.count) + foot - 1 if foot else last_row(self.count)
        return f"A1:{get_column_letter(len(self.listing.columns))}{last}"
