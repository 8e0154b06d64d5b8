"""A sheet of a book that was kept elsewhere, as it stands in its file: values row by row, none of them understood."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

Value = str | int | Fraction | date | None
"""What stands in a cell: a text, an exact number, a day, or nothing."""
PLAIN = (int, str)


@dataclass(frozen=True)
class OldSheet:
    """A sheet's title, its rows that are not empty, and the areas in which cells were made one.

    A row is its number from 1 and its values from the first column on. An area is its first row and column and its
    last row and column, from 1.
    """

    title: str
    rows: Iterable[tuple[int, Sequence[Value]]]
    merged: Sequence[tuple[int, int, int, int]] = ()

    def as_plain_data(self) -> dict[str, object]:
        """The sheet as JSON can hold it: {"number": "1/8"} for a fraction, {"day": "2014-03-12"} for a day."""
        # Most cells of a wide book are empty.
        rows = [
            [number, [value if value is None or type(value) in PLAIN else _plain(value) for value in values]]
            for number, values in self.rows
        ]
        return {"title": self.title, "rows": rows, "merged": [list(area) for area in self.merged]}


def _plain(value: Value) -> object:
    match value:
        case Fraction():
            return {"number": str(value)}
        case date():
            return {"day": value.isoformat()}
        case _:
            return value
