"""The text of a sheet's cells, from the XML of a workbook's parts (ECMA-376 part 1, chapter 18)."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from enum import Enum

from ledger.rules.site.column_letters import column_of
from ledger.spreadsheets.site.part_xml import Attributes, walk
from ledger.spreadsheets.site.safe_text import LONGEST_CELL, printable
from ledger.spreadsheets.site.zipped_parts import Limits

EXCELS_DIGITS = 15
LONGEST_FORMAT = 255  # Excel's own limit

# Formats that a file names by number alone; 27 to 36 and 50 to 58 are the dates of East Asia.
_BUILT_IN_DATES = {*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)}
# Anything opened and never closed runs to the end; searching for its end from every opening would take quadratic time.
_NOT_OF_A_DATE = re.compile(r'"[^"]*"?|\[[^\]]*\]?|\\.|[_*].|General', re.DOTALL)
REFERENCE = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
_NUMBER = re.compile(r"[+-]?[0-9]{1,40}(\.[0-9]{1,40})?([Ee][+-]?[0-9]{1,4})?")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")


class CellFault(Enum):
    """Why a cell's content cannot be read as text."""

    DATE = "a date"
    ERROR = "an error"
    NO_RESULT = "a formula without a result"
    FAR_OUT = "beyond the last row or column"
    TOO_LONG = "too long"


class BadCell(ValueError):
    """A cell cannot be read; carries its row and column from 1, and what stands in it."""

    def __init__(self, fault: CellFault, cell: tuple[int, int], text: str = "") -> None:
        super().__init__(fault.value)
        self.fault, self.cell, self.text = fault, cell, text


@dataclass(frozen=True)
class Marks:
    """What cells refer to by number: the shared texts, and which cell formats are dates."""

    texts: Sequence[str]
    dates: Sequence[bool]


class Gatherer:
    """Gathers the text within elements, without phonetic hints, during which it `is_aside`."""

    def __init__(self) -> None:
        self.pieces: list[str] | None = None  # of the text that the parser stands in
        self.is_aside = False

    def on_text(self, text: str) -> None:
        """Keep a piece of text while gathering."""
        if self.pieces is not None:
            self.pieces.append(text)

    def begin(self) -> None:
        """Gather from here."""
        self.pieces = []

    def finish(self) -> str:
        """The text gathered since `begin`; nothing is gathered any more."""
        text, self.pieces = "".join(self.pieces or ()), None
        return text


class _TextReader(Gatherer):
    """Reads the shared texts, each in one or several runs."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._runs: list[str] = []

    def on_start(self, name: str, _attributes: Attributes) -> None:
        if name == "si":
            self._runs = []
        elif name == "rPh":
            self.is_aside = True
        elif name == "t" and not self.is_aside:
            self.begin()

    def on_end(self, name: str) -> None:
        if name == "si":
            self.texts.append(plain_text("".join(self._runs)))
        elif name == "rPh":
            self.is_aside = False
        elif name == "t" and self.pieces is not None:
            self._runs.append(self.finish())


def read_shared_texts(pieces: Iterable[bytes]) -> list[str]:
    """The texts that cells refer to by number."""
    reader = _TextReader()
    walk(pieces, on_start=reader.on_start, on_end=reader.on_end, on_text=reader.on_text)
    return reader.texts


def read_dates(pieces: Iterable[bytes]) -> list[bool]:
    """For each cell format, whether it shows numbers as dates or times."""
    are_dates: dict[int, bool] = {}
    dates: list[bool] = []
    is_inside = False

    def on_start(name: str, attributes: Attributes) -> None:
        nonlocal is_inside
        if name == "numFmt":
            are_dates[int(attributes["numFmtId"])] = _is_date(attributes.get("formatCode", ""))
        elif name == "cellXfs":
            is_inside = True
        elif name == "xf" and is_inside:
            number = int(attributes.get("numFmtId", 0))
            dates.append(are_dates.get(number, number in _BUILT_IN_DATES))

    def on_end(name: str) -> None:
        nonlocal is_inside
        is_inside = is_inside and name != "cellXfs"

    walk(pieces, on_start=on_start, on_end=on_end)
    return dates


def _is_date(code: str) -> bool:
    return bool(set(_NOT_OF_A_DATE.sub("", code[:LONGEST_FORMAT]).lower()) & set("dmyhs"))


# The size that a sheet claims for itself is ignored.
class CellReader(Gatherer):
    """Reads a sheet's texts by (row, column); a cell with nothing but space is empty."""

    def __init__(self, marks: Marks, limits: Limits) -> None:
        super().__init__()
        self.texts: dict[tuple[int, int], str] = {}
        self._marks, self._limits = marks, limits
        self._row = self._column = 0
        self._cell: Attributes = {}
        self._value = ""
        self._has_formula = False

    def read(self, pieces: Iterable[bytes]) -> None:
        """Read a sheet.

        Raises BadCell for a cell that cannot be read, ValueError or LookupError for a sheet that is not sound.
        """
        walk(pieces, on_start=self.on_start, on_end=self.on_end, on_text=self.on_text)

    def on_start(self, name: str, attributes: Attributes) -> None:
        if name == "c":
            reference = REFERENCE.fullmatch(attributes.get("r", ""))
            self._column = column_of(reference[1]) if reference else self._column + 1
            self._cell, self._value, self._has_formula = attributes, "", False
        elif name == "v" or (name == "t" and not self.is_aside):
            self.begin()
        elif name == "f":
            self._has_formula = True
        elif name == "row":
            self._row, self._column = int(attributes.get("r", self._row + 1)), 0
            if self._row < 1:
                raise ValueError("a row above the first")
        elif name == "rPh":
            self.is_aside = True

    def on_end(self, name: str) -> None:
        if name == "c":
            self._keep(_text_of(self._cell, self._value, self._marks, self._at, has_formula=self._has_formula))
        elif self.pieces is not None and name in ("v", "t"):
            self._value += self.finish()
        elif name == "rPh":
            self.is_aside = False

    @property
    def _at(self) -> tuple[int, int]:
        return self._row, self._column

    def _keep(self, text: str) -> None:
        if not text or text.isspace():
            return
        if self._row > self._limits.rows or self._column > self._limits.columns:
            raise BadCell(CellFault.FAR_OUT, self._at)
        self.texts[self._at] = text


def _text_of(cell: Attributes, value: str, marks: Marks, place: tuple[int, int], *, has_formula: bool) -> str:
    kind = cell.get("t", "n")
    text = marks.texts[int(value)] if kind == "s" else value
    if len(text) > LONGEST_CELL:
        raise BadCell(CellFault.TOO_LONG, place)
    if kind == "s":
        return text
    if kind in ("str", "inlineStr"):
        return plain_text(text)
    if kind == "e":
        raise BadCell(CellFault.ERROR, place, printable(value))
    if not value:
        if has_formula:
            raise BadCell(CellFault.NO_RESULT, place)
        return ""
    if kind == "b":
        return "false" if value == "0" else "true"
    style = int(cell.get("s", 0))
    if kind == "d" or (style < len(marks.dates) and marks.dates[style]):
        raise BadCell(CellFault.DATE, place, printable(value))
    return exact_number(value)


def plain_text(text: str) -> str:
    """The text that a stored one stands for; a text too long for any cell is left as it is."""
    if len(text) > LONGEST_CELL:
        return text
    if "_x" in text:
        text = _ESCAPED.sub(lambda escaped: chr(int(escaped[1], 16)), text)
    return printable(text)


def exact_number(text: str) -> str:
    """A number's exact text, rounded to the fifteen digits that Excel itself shows: 0.30000000000000004 is 0.3."""
    if text.isdecimal() and len(text) <= EXCELS_DIGITS:
        return str(int(text))
    if not _NUMBER.fullmatch(text):
        raise ValueError(text[:40])
    value = Decimal(text).normalize(Context(prec=EXCELS_DIGITS))
    return f"{value:f}" if abs(value.adjusted()) <= EXCELS_DIGITS else str(value)
