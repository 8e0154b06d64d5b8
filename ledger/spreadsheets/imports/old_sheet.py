"""A sheet of a book that was kept elsewhere, as it stands in its file, and why a file has none that can be read."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.rules.site.spelling import letters_of
from ledger.spreadsheets.site.safe_text import one_line

# By which a season's workbook is known, in either language, as it is made now and as earlier releases made it.
TITLES_OF_A_SEASON = (
    {"Årsberetning", "Spil", "Posteringer"},
    {"Annual report", "Deals", "Postings"},
    {"Oversigt", "Stilling", "Spil"},
    {"Overview", "Standings", "Deals"},
)
SHEETS_OF_DEALS = ("Spil", "Deals")

LONGEST_FILE = 5_000_000  # bytes
MOST_ROWS, MOST_COLUMNS = 20_000, 300  # the deals of more years than a club has in one file, and a column a player

Value = str | int | Fraction | date | None
"""What stands in a cell: a text, an exact number, a day, or nothing."""


BROKEN = gettext_noop("The workbook is damaged. Open it in a spreadsheet program and save it again.")
TOO_LARGE = gettext_noop("The file is too large to be read here. Hand in one season at a time.")
NO_BOOK = gettext_noop("This is neither an Excel workbook (.xlsx) nor a sheet saved as text (.csv).")
EMPTY = gettext_noop("There is nothing in the file.")
FAR_OUT = gettext_noop(
    "A sheet has at most 20,000 rows and 300 columns here. Delete what is in the cell, or hand in one season at a time."
)
IN_CELL = gettext_noop("Sheet %(sheet)s, row %(row)d, column %(column)s: %(fault)s")


@dataclass(frozen=True)
class OldSheet:
    """A sheet's title, empty for one saved as text, and its rows that are not empty.

    A row is its number from 1, and its values from the first column on.
    """

    title: str
    rows: Sequence[tuple[int, Sequence[Value]]]

    def as_plain_data(self) -> dict[str, object]:
        """The sheet as JSON can hold it: {"number": "1/8"} for a fraction, {"day": "2014-03-12"} for a day."""
        return {"title": self.title, "rows": [[number, list(map(_plain, values))] for number, values in self.rows]}


def filled_rows(title: str, rows: Iterable[list[Value]]) -> Iterator[tuple[int, Sequence[Value]]]:
    """The rows of a sheet that are not empty, with their numbers from 1, as far as values reach.

    Raises Refusal for a value too far down or to the right.
    """
    for number, values in enumerate(rows, 1):
        while values and values[-1] is None:
            values.pop()
        if values and (number > MOST_ROWS or len(values) > MOST_COLUMNS):
            raise refused_cell(Refusal(FAR_OUT), title, number, len(values))
        if values:
            yield number, values


def refused_cell(fault: Refusal, title: str, row: int, column: int) -> Refusal:
    """The refusal of a file for one of its cells; a sheet that was saved as text has no title."""
    return Refusal(IN_CELL, sheet=one_line(title) or "1", row=row, column=letters_of(column), fault=fault)


def is_of_a_season(titles: Collection[str]) -> bool:
    """Whether sheets with these titles are a season's workbook, of which only the deals are read."""
    return any(of_a_season <= {*titles} for of_a_season in TITLES_OF_A_SEASON)


def _plain(value: Value) -> object:
    match value:
        case Fraction():
            return {"number": str(value)}
        case date():
            return {"day": value.isoformat()}
        case _:
            return value
