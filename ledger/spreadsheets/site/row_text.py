"""The rows of a long list, written as the text of a sheet (ECMA-376 part 1, 18.3.1.73) without keeping any."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from functools import cache, lru_cache
from typing import IO
from xml.sax.saxutils import escape

from openpyxl import Workbook
from openpyxl.cell.cell import Cell
from openpyxl.compat import safe_string
from openpyxl.utils import get_column_letter

from ledger.spreadsheets.site.looks import Look
from ledger.spreadsheets.site.page import Formula, Value, number_shown
from ledger.spreadsheets.site.row_heights import row_height
from ledger.spreadsheets.site.safe_text import cell_text, needs_quote_prefix

# openpyxl makes an object of every cell and writes it through a general XML writer: the lists of a long season took
# seven times as long, and memory without end.
KNOWN_TEXTS = 4096
KNOWN_NUMBERS = 1024  # of each look
_FIRST_DAY = date(1899, 12, 30)  # from where Excel counts its days, since March 1900

StyleOf = Callable[[Look, bool], int]


def style_numbers(workbook: Workbook) -> StyleOf:
    """A function from a look, with or without a quote prefix, to its number among the workbook's cell formats.

    The workbook must have a sheet, and the named style of every look.
    """
    sheet = workbook.worksheets[0]

    @cache
    def number(look: Look, has_quote_prefix: bool) -> int:
        cell = Cell(sheet, row=1, column=1)
        cell.style = look
        cell.quotePrefix = has_quote_prefix
        return int(cell.style_id)

    return number


class RowText:
    """Rows written to a file one after the other, from a sheet's first row."""

    def __init__(self, target: IO[bytes], style_of: StyleOf, unit_denominator: int) -> None:
        self._target = target
        self._style_of = style_of
        self._unit_denominator = unit_denominator
        self._numbers: dict[Look, tuple[str, Callable[[int], str]]] = {}
        self._letters = [get_column_letter(at) for at in range(1, 1000)]

    def write(
        self, at: int, row: Sequence[Value], looks: Sequence[Look], widths: Iterable[float] | None = None
    ) -> None:
        """Write row `at`, with a look for each value, as high as its texts need in columns of these widths."""
        cells = [
            self._cell(f"{letter}{at}", value, look)
            for letter, value, look in zip(self._letters, row, looks, strict=False)
            if value is not None and value != ""
        ]
        if not cells:
            return
        tall = ""
        if widths is not None:
            height = row_height((value, width) for value, width in zip(row, widths, strict=True) if type(value) is str)
            tall = f' ht="{height:g}" customHeight="1"' if height else ""
        self._target.write(f'<row r="{at}"{tall}>{"".join(cells)}</row>'.encode())

    def _cell(self, place: str, value: Value, look: Look) -> str:
        if type(value) is int:
            opening, number_text = self._number_cell(look)
            return f'<c r="{place}"{opening}{number_text(value)}</v></c>'
        if isinstance(value, str):
            content, has_quote_prefix = _text(value)
            return f'<c r="{place}" s="{self._style_of(look, has_quote_prefix)}" t="inlineStr">{content}</c>'
        style = self._style_of(look, False)
        if isinstance(value, Formula):
            stored = number_shown(value.value, look, self._unit_denominator)
            kind = ' t="str"' if isinstance(stored, str) else ""
            return f'<c r="{place}" s="{style}"{kind}><f>{escape(value.text)}</f><v>{escape(str(stored))}</v></c>'
        assert type(value) is date
        return f'<c r="{place}" s="{style}" t="n"><v>{(value - _FIRST_DAY).days}</v></c>'

    def _number_cell(self, look: Look) -> tuple[str, Callable[[int], str]]:
        """The text before every number in a look, and a function that writes a number; made once a look."""
        if look not in self._numbers:
            units = self._unit_denominator

            @lru_cache(maxsize=KNOWN_NUMBERS)
            def number_text(value: int) -> str:
                return safe_string(number_shown(value, look, units))

            self._numbers[look] = f' s="{self._style_of(look, False)}" t="n"><v>', number_text
        return self._numbers[look]


@lru_cache(maxsize=KNOWN_TEXTS)
def _text(text: str) -> tuple[str, bool]:
    """A text as a cell holds it, and whether it needs a quote prefix to stay a text."""
    kept = cell_text(text)
    space = ' xml:space="preserve"' if kept != kept.strip() or "\n" in kept else ""
    return f"<is><t{space}>{escape(kept)}</t></is>", needs_quote_prefix(text)
