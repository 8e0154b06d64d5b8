"""The sheets of an old book as they stand in its file: cells with values, and what a place in them is called."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from sys import intern
from typing import Any

from ledger.rules.site.column_letters import letters_of

Value = str | int | Fraction | date | None
"""What stands in a cell: a text, an exact number, a day, or nothing."""


@dataclass(frozen=True, slots=True)
class BookRow:
    """A row of a sheet: its number from 1, and its values from the first column on."""

    number: int
    values: Sequence[Value]

    def value(self, column: int) -> Value:
        """What stands in a column, from 1."""
        return self.values[column - 1] if 0 < column <= len(self.values) else None

    def text(self, column: int) -> str:
        """What stands in a column, as text without space around it; empty where nothing does."""
        return text_of(self.value(column))


@dataclass(frozen=True)
class BookSheet:
    """A sheet of an old book: its title, and its rows that are not empty. One that `is_turned` had its dates across."""

    title: str
    rows: Sequence[BookRow]
    is_turned: bool = False


@dataclass(frozen=True, slots=True, order=True)
class CellPlace:
    """A cell of an old book, or some neighbours in a row up to the column `last`; rows and columns count from 1.

    In a sheet that `is_turned` the rows are the columns of the file.
    """

    sheet: str
    row: int
    column: int
    last: int = 0
    is_turned: bool = False

    @property
    def cell(self) -> str:
        """The place as a spreadsheet writes it: "B17", "E17:H17"; of a turned sheet as it stands in the file."""
        first = self._name(self.column)
        return f"{first}:{self._name(self.last)}" if self.last > self.column else first

    def _name(self, column: int) -> str:
        return f"{letters_of(self.row)}{column}" if self.is_turned else f"{letters_of(column)}{self.row}"


def sheets_of(plain_data: Iterable[Mapping[str, Any]]) -> tuple[BookSheet, ...]:
    """The sheets that `OldSheet.as_plain_data` of the spreadsheets made plain, in their order."""
    return tuple(
        BookSheet(
            sheet["title"],
            [BookRow(number, _values(values)) for number, values in sheet["rows"]],
            sheet.get("turned", False),
        )
        for sheet in plain_data
    )


def _values(plain: Iterable[Any]) -> tuple[Value, ...]:
    # Most cells of a wide book are empty.
    return tuple([value if value is None or type(value) is int else _value(value) for value in plain])


def _value(plain: str | Mapping[str, str]) -> Value:
    if isinstance(plain, str):
        return intern(plain)
    return Fraction(plain["number"]) if "number" in plain else date.fromisoformat(plain["day"])


def text_of(value: Value) -> str:
    """A cell's value as text on one line: "9", "1/8", "2014-03-12"."""
    if value is None:
        return ""
    return intern(" ".join(value.split())) if isinstance(value, str) else str(value)
