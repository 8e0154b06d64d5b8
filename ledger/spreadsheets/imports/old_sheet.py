"""A sheet of a book that was kept elsewhere, as it stands in its file, and why a file has none that can be read."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum
from fractions import Fraction

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


class BookFault(Enum):
    """Why a file cannot be read."""

    TOO_LARGE = "too large"
    NO_WORKBOOK = "no workbook"
    BROKEN = "broken"
    PASSWORD = "password"  # noqa: S105 - the name of a fault
    OLD_EXCEL = "old Excel"
    MACROS = "macros"
    BINARY = "binary"
    OPEN_DOCUMENT = "open document"
    LINKED = "linked"
    EMPTY = "empty"
    NO_RESULT = "a formula without a result"
    FAR_OUT = "beyond the last row or column"


class UnreadableBook(ValueError):
    """A file cannot be read; carries the fault, and the sheet, row and column from 1 if it is a cell's."""

    def __init__(self, fault: BookFault, sheet: str = "", row: int = 0, column: int = 0) -> None:
        super().__init__(f"{sheet} {row} {column}: {fault.value}")
        self.fault, self.sheet, self.row, self.column = fault, sheet, row, column


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
