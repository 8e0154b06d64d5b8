"""The rows of a sheet of a workbook, with numbers and days as such, from its XML (ECMA-376 part 1, chapter 18)."""

import re
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from fractions import Fraction

from ledger.rules.site.column_letters import column_of
from ledger.spreadsheets.imports.old_sheet import Value
from ledger.spreadsheets.site.part_xml import Attributes, walk_by_piece
from ledger.spreadsheets.site.safe_text import LONGEST_CELL, printable
from ledger.spreadsheets.site.sheet_cells import (
    REFERENCE,
    BadCell,
    CellFault,
    Gatherer,
    Marks,
    exact_number,
    plain_text,
)
from ledger.spreadsheets.site.zipped_parts import Limits

MOST_MERGED = 5000
# Excel counts a 29 February 1900 that never was: from the day after, its days are right from this one.
DAY_BEFORE_THE_FIRST, FIRST_OF_1904 = date(1899, 12, 30), date(1904, 1, 1)
LAST_SERIAL = 2_958_465  # 31 December 9999
_AREA = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6}):([A-Z]{1,3})([1-9][0-9]{0,6})")


class RowReader(Gatherer):
    """Reads a sheet's rows that are not empty, and its merged areas; the size that a sheet claims is ignored.

    `rows` are those that were read and not given yet, `merged` the areas so far.
    """

    def __init__(self, marks: Marks, limits: Limits, *, counts_from_1904: bool) -> None:
        super().__init__()
        self.rows: list[tuple[int, tuple[Value, ...]]] = []
        self.merged: list[tuple[int, int, int, int]] = []
        self._marks, self._limits = marks, limits
        self._first_day = FIRST_OF_1904 if counts_from_1904 else DAY_BEFORE_THE_FIRST
        self._row = self._column = 0
        self._values: list[Value] = []
        self._cell: Attributes = {}
        self._text = ""
        self._has_formula = False
        self._numbers: dict[str, int | Fraction] = {}  # a book repeats a few numbers all the time

    def read(self, pieces: Iterable[bytes]) -> Iterator[tuple[int, tuple[Value, ...]]]:
        """Read a sheet and give its rows, of which no more are kept than stand in one piece.

        Raises BadCell for a cell that cannot be read, ValueError or LookupError for a sheet that is not sound.
        """
        for _piece in walk_by_piece(pieces, on_start=self.on_start, on_end=self.on_end, on_text=self.on_text):
            yield from self.rows
            self.rows.clear()

    def on_start(self, name: str, attributes: Attributes) -> None:
        """Begin a row, a cell or a text, or note a merged area."""
        if name == "c":
            reference = REFERENCE.fullmatch(attributes.get("r", ""))
            self._column = column_of(reference[1]) if reference else self._column + 1
            self._cell, self._text, self._has_formula = attributes, "", False
        elif name == "v" or (name == "t" and not self.is_aside):
            self.begin()
        elif name == "f":
            self._has_formula = True
        elif name == "row":
            self._begin_row(int(attributes.get("r", self._row + 1)))
        elif name == "rPh":  # how a Japanese text is pronounced
            self.is_aside = True
        elif name == "mergeCell":
            self._keep_merged(attributes.get("ref", ""))

    def on_end(self, name: str) -> None:
        """Finish a text, a cell or a row."""
        if name == "c":
            self._keep(self._value())
        elif self.pieces is not None and name in ("v", "t"):
            self._text += self.finish()
        elif name == "row" and self._values:
            self.rows.append((self._row, tuple(self._values)))
        elif name == "rPh":
            self.is_aside = False

    def _keep_merged(self, reference: str) -> None:
        area = _AREA.fullmatch(reference)
        if area and len(self.merged) < MOST_MERGED:
            self.merged.append((int(area[2]), column_of(area[1]), int(area[4]), column_of(area[3])))

    def _begin_row(self, number: int) -> None:
        if number <= self._row:
            raise ValueError("a row above another")
        self._row, self._column, self._values = number, 0, []

    def _keep(self, value: Value) -> None:
        # Before any limit: cells that are only coloured may reach to the last row of the sheet.
        if value is None or (isinstance(value, str) and (not value or value.isspace())):
            return
        if self._row > self._limits.rows or self._column > self._limits.columns:
            raise self._fault(CellFault.FAR_OUT)
        if self._column <= len(self._values):
            raise ValueError("a cell before another")
        self._values += [None] * (self._column - 1 - len(self._values))
        self._values.append(value)

    def _value(self) -> Value:
        kind, text = self._cell.get("t", "n"), self._text
        if kind == "s":
            text = self._marks.texts[int(text)]
        if len(text) > LONGEST_CELL:
            raise self._fault(CellFault.TOO_LONG)
        if kind == "s":
            return text
        if kind in ("str", "inlineStr"):
            return plain_text(text)
        if not text:
            if self._has_formula:
                raise self._fault(CellFault.NO_RESULT)
            return None
        if kind in ("e", "b"):
            return printable(text)
        if kind == "d":
            return date.fromisoformat(text[:10])
        return self._number(text)

    def _number(self, text: str) -> Value:
        number = self._numbers.get(text)
        if number is None:
            exact = Fraction(exact_number(text))
            number = self._numbers[text] = exact.numerator if exact.denominator == 1 else exact
        style, dates = int(self._cell.get("s", 0)), self._marks.dates
        # Less than 1 is a time of day.
        if style < len(dates) and dates[style] and 1 <= number <= LAST_SERIAL:
            # Counted from 1904, the last serials lie beyond the year 9999.
            days = min(int(number), (date.max - self._first_day).days)
            return self._first_day + timedelta(days=days)
        return number

    def _fault(self, fault: CellFault) -> BadCell:
        return BadCell(fault, (self._row, self._column))
