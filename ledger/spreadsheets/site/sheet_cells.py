"""The text of a sheet's cells, from the XML of a workbook's parts (ECMA-376 part 1, chapter 18).

Elements are known by their local names, so that the strict form of the format is read too.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from enum import Enum
from io import BytesIO
from xml.etree.ElementTree import Element

from defusedxml.ElementTree import iterparse  # type: ignore[import-untyped]
from openpyxl.utils import column_index_from_string
from openpyxl.utils.escape import unescape

from ledger.spreadsheets.site.safe_text import printable

MOST_ROWS = 2_000
MOST_COLUMNS = 60
EXCELS_DIGITS = 15

_BUILT_IN_DATES = {*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)}
# What is opened and never closed goes on to the end: a search for its end from every opening would take for ever.
_NOT_OF_A_DATE = re.compile(r'"[^"]*"?|\[[^\]]*\]?|\\.|[_*].|General', re.DOTALL)
_REFERENCE = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
_NUMBER = re.compile(r"[+-]?[0-9]{1,40}(\.[0-9]{1,40})?([Ee][+-]?[0-9]{1,4})?")


class CellFault(Enum):
    """Why a cell's content is no text that could be meant."""

    DATE = "a date"
    ERROR = "an error"
    NO_RESULT = "a formula without a result"


class BadCell(ValueError):
    """A cell that cannot be read: its row and column from 1, and what stands in it."""

    def __init__(self, fault: CellFault, cell: tuple[int, int], text: str) -> None:
        super().__init__(fault.value)
        self.fault, self.cell, self.text = fault, cell, text


class TooMuch(ValueError):
    """More rows or columns than any scoring table has."""


@dataclass(frozen=True)
class Marks:
    """What cells refer to by number: shared texts, and which of the formats are dates."""

    texts: Sequence[str]
    dates: Sequence[bool]


class _InOnePiece(BytesIO):
    """A part that the parser gets whole: of a tag in pieces it would read all that came before at each of them."""

    def read(self, _size: int | None = -1, /) -> bytes:
        return super().read()


def elements(part: bytes, *names: str) -> Iterator[Element]:
    """Every whole element of one of these names; raises a ParseError or ValueError for what is not sound XML.

    An element is emptied once the next is asked for. A file that defines entities is refused by the parser.
    """
    for _, element in iterparse(_InOnePiece(part), forbid_dtd=True):
        if _name(element) in names:
            yield element
            element.clear()


def read_marks(shared_strings: bytes | None, styles: bytes | None) -> Marks:
    """The shared texts and the formats of a workbook, from its two parts; a workbook may lack them."""
    texts = [_text_of(element) for element in elements(shared_strings, "si")] if shared_strings else []
    return Marks(texts, _dates(styles) if styles else [])


def read_cells(sheet: bytes, marks: Marks) -> dict[tuple[int, int], str]:
    """The texts of a sheet by row and column; raises BadCell, and TooMuch for text beyond the limits.

    A cell of nothing but space is empty. What a sheet claims of its own size is not asked.
    """
    texts: dict[tuple[int, int], str] = {}
    row = 0
    for element in elements(sheet, "row"):
        row = int(element.get("r", row + 1))
        column = 0
        for cell in element:
            reference = _REFERENCE.fullmatch(cell.get("r", ""))
            column = column_index_from_string(reference[1]) if reference else column + 1
            if (text := _cell_text(cell, (row, column), marks)).strip():
                if row > MOST_ROWS or column > MOST_COLUMNS:
                    raise TooMuch
                texts[row, column] = text
    return texts


def _cell_text(cell: Element, place: tuple[int, int], marks: Marks) -> str:
    kind, value = cell.get("t", "n"), cell.findtext("{*}v") or ""
    if kind == "inlineStr":
        return "".join(_text_of(inline) for inline in cell.iterfind("{*}is"))
    if kind == "s":
        return marks.texts[int(value)]
    if kind == "e":
        raise BadCell(CellFault.ERROR, place, printable(value))
    if kind == "str":
        return printable(unescape(value))
    if not value:
        if cell.find("{*}f") is not None:
            raise BadCell(CellFault.NO_RESULT, place, "")
        return ""
    if kind == "b":
        return "false" if value == "0" else "true"
    style = int(cell.get("s", 0))
    if kind == "d" or (style < len(marks.dates) and marks.dates[style]):
        raise BadCell(CellFault.DATE, place, printable(value))
    return _number(value)


def _number(text: str) -> str:
    """A number's exact text, rounded to the fifteen digits that Excel itself shows: 0.30000000000000004 is 0.3."""
    if not _NUMBER.fullmatch(text):
        raise ValueError(text[:40])
    value = Decimal(text).normalize(Context(prec=EXCELS_DIGITS))
    return f"{value:f}" if abs(value.adjusted()) <= EXCELS_DIGITS else str(value)


def _text_of(element: Element) -> str:
    """The text of a shared or inline string, in one or several runs; what is said of its pronunciation is left out."""
    texts = [*element.iterfind("{*}t"), *element.iterfind("{*}r/{*}t")]
    return printable(unescape("".join(text.text or "" for text in texts)))


def _dates(styles: bytes) -> list[bool]:
    """Of each cell format whether it shows numbers as dates or times."""
    codes: dict[int, str] = {}
    formats: list[int] = []
    for element in elements(styles, "numFmt", "cellXfs"):
        if _name(element) == "numFmt":
            codes[int(element.attrib["numFmtId"])] = element.get("formatCode", "")
        else:
            formats = [int(xf.get("numFmtId", 0)) for xf in element]
    return [_is_date(number, codes.get(number)) for number in formats]


def _is_date(number: int, code: str | None) -> bool:
    if code is None:
        return number in _BUILT_IN_DATES
    return bool(set(_NOT_OF_A_DATE.sub("", code).lower()) & set("dmyhs"))


def _name(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]
