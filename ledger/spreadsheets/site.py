"""How every workbook and CSV file of the site is written, so that all of them look and read alike."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from datetime import date
from html import unescape
from itertools import zip_longest
from textwrap import wrap
from typing import Literal, NamedTuple

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import Cell as StyledCell
from openpyxl.formatting.rule import Rule
from openpyxl.styles import Alignment, Border, Font, NamedStyle, PatternFill, Side
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.utils import get_column_letter, quote_sheetname
from openpyxl.worksheet.page import PageMargins, PrintPageSetup
from openpyxl.worksheet.properties import PageSetupProperties, WorksheetProperties

from ledger.rules.site.labels import Label, Say
from ledger.rules.site.spelling import variants

# The points of height that a line of wrapped text takes, and its letters to one of the width of columns.
LINES = {
    "above": (14, 1.05),
    "title": (32, 0.42),
    "section": (24, 0.85),
    "facts": (18, 1.05),
    "sentence": (14, 1.05),
    "name": (14, 1),
    "words": (13, 1.1),
}
SMALL_LINE = 13, 1.15
A4 = 9
MOST_IN_FOOTER = 50
NOWHERE = "XFD1"  # an empty cell: a sheet that prints no more than that prints nothing


class SheetFormula(str):
    """A text that the spreadsheet calculates; any other text is shown as it was typed, even "=1+1"."""


PLAIN = (int, float, date, SheetFormula)  # what openpyxl may take for what it is
Value = str | int | float | date | Label | None
Cell = Value | tuple[Value, str]
"""What stands in a cell, with a style of its own if it has one."""


class StyledColumn(NamedTuple):
    """A column of a table: its heading, the style of its cells, and its width in characters if it is not the usual."""

    heading: str | Label
    style: str
    width: float = 0


class WrittenSheet:
    """A sheet as wide as some columns; `at` is the number of the last row written."""

    def __init__(self, workbook: Workbook, title: Label, columns: Sequence[StyledColumn], say: Say) -> None:
        self.say = say
        self.at = 0
        self.widths = [column.width or WIDTHS.get(column.style, FIGURE_WIDTH) for column in columns]
        self._cells: dict[tuple[int, str], StyledCell] = {}
        self.worksheet = workbook.create_sheet(self._text(title))
        for column, width in enumerate(self.widths, 1):
            self.worksheet.column_dimensions[get_column_letter(column)].width = width
        self.worksheet.sheet_view.showGridLines = False

    def set_paper(self, footer: Sequence[str], *, is_upright: bool, is_one_page: bool) -> None:
        """Print on one page, or one page wide and as long as it is; before the first row is written.

        The three parts of the footer may have "&P" for the page and "&N" for their number.
        """
        sheet = self.worksheet
        orientation: Literal["portrait", "landscape"] = "portrait" if is_upright else "landscape"
        sheet.page_setup = PrintPageSetup(sheet, orientation, A4, fitToWidth=1, fitToHeight=int(is_one_page))
        sheet.page_margins = PageMargins(0.55, 0.55, 0.55, 0.65, 0.3, 0.3)
        sheet.print_options.horizontalCentered = True
        fitted = PageSetupProperties(fitToPage=True)
        sheet.sheet_properties = WorksheetProperties(tabColor=BRAND, pageSetUpPr=fitted)
        places = sheet.oddFooter.left, sheet.oddFooter.center, sheet.oddFooter.right
        for place, text in zip(places, footer, strict=True):
            # The space keeps the font's size from the digits of a name such as "13. sæson".
            place.text = f'&"{SANS},Regular"&8 {text}'

    def freeze(self, columns: int, rows: int) -> None:
        """Keep the first columns and rows in sight, and the rows on every page; before the first row is written."""
        self.worksheet.freeze_panes = f"{get_column_letter(columns + 1)}{rows + 1}"
        self.worksheet.print_title_rows = f"1:{rows}"

    def print_nothing(self) -> None:
        """Keep the sheet from the printer."""
        self.worksheet.print_area = NOWHERE

    def print_columns(self) -> None:
        """Print the columns and the rows so far: LibreOffice would make room for texts before they were shrunk."""
        self.worksheet.print_area = self.area(1, len(self.widths), 1)

    def row(self, values: Iterable[Cell], styles: Sequence[str], height: float | None = None) -> None:
        """Append a row of values, each in the style of its column; what is left of the columns is blank."""
        self.at += 1
        if height is not None:
            self.worksheet.row_dimensions[self.at].height = height
        cells = zip_longest(values, styles)
        self.worksheet.append([self._cell(column, value, style) for column, (value, style) in enumerate(cells)])

    def line(self, text: str | Label | None, style: str, height: float = 0) -> None:
        """Append a row with one text across all columns; the row is as high as its lines."""
        height = height or self._height(text or "", sum(self.widths), style)
        self.row([text], [style] * len(self.widths), height)
        self.worksheet.merged_cells.add(f"A{self.at}:{get_column_letter(len(self.widths))}{self.at}")

    def table(self, columns: Sequence[StyledColumn], rows: Iterable[Iterable[Cell]], height: float = 17) -> int:
        """Append headings and rows, figures below zero in red; returns the number of the first row.

        Rows are at least of this height, where 0 is the program's own, and as high as their names and words.
        """
        headings = [column.heading for column in columns]
        styles = [column.style for column in columns]
        above = [HEADINGS.get(style, "number heading") for style in styles]
        self.row(headings, above, max(map(self._height, headings, self.widths, above)))
        first = self.at + 1
        for row in rows:
            cells = list(row)
            self.row(cells, styles, self._height_of_words(cells, styles, height))
        signed = [at for at, style in enumerate(styles, 1) if style in SIGNED]
        if signed and self.at >= first:
            self.worksheet.conditional_formatting.add(self.area(signed[0], signed[-1], first), BELOW_ZERO)
        return first

    def total(self, columns: Sequence[StyledColumn], values: Sequence[Value]) -> None:
        """Append what the columns of the table above come to."""
        self.row(values, [TOTALS.get(column.style, "total") for column in columns], 20)
        self.worksheet.conditional_formatting.add(self.area(1, len(columns), self.at), BELOW_ZERO)

    def hidden_row(self, values: Sequence[float | None]) -> None:
        """Append a row of figures for a chart, which nobody sees."""
        self.at += 1
        self.worksheet.row_dimensions[self.at].hidden = True
        self.worksheet.append(values)

    def area(self, left: int, right: int, top: int) -> str:
        """The range of some columns from a row to the last one: "C3:E7"."""
        return f"{get_column_letter(left)}{top}:{get_column_letter(right)}{max(top, self.at)}"

    def column(self, at: int, top: int, end: int | None = None) -> str:
        """A column from a row to another or to the last one, as other sheets refer to it: "'Spil'!$C$3:$C$7"."""
        letter = get_column_letter(at)
        title = quote_sheetname(self.worksheet.title)
        return f"{title}!${letter}${top}:${letter}${end or max(top, self.at)}"

    def _cell(self, column: int, value: Cell, style: str) -> StyledCell:
        """The cell of a column and a style, filled again for every row.

        openpyxl writes a row as it is appended, and finding a style by its name takes as long as all the rest.
        """
        if isinstance(value, tuple):
            value, style = value
        cell = self._cells.get((column, style))
        if cell is None:
            cell = self._cells[column, style] = WriteOnlyCell(self.worksheet)
            cell.style = style
        if value is None or isinstance(value, PLAIN):
            cell.value = value
        else:
            cell.value = self._text(value)
            cell.data_type = "s"  # openpyxl would take "=1+1" for a formula and "#N/A" for an error
        return cell

    def _text(self, text: str | Label) -> str:
        if isinstance(text, Label):
            text = self.say(text)
        return cell_text(text)

    def _height_of_words(self, cells: Sequence[Cell], styles: Sequence[str], least: float) -> float | None:
        """The height of a row in which names and words are wrapped; None where the program's own will do."""
        heights = [
            self._height(cell, width, style)
            for cell, style, width in zip(cells, styles, self.widths, strict=False)
            if style in WRAPPED and isinstance(cell, str) and len(cell) > LINES[style][1] * width
        ]
        return max([least, *heights]) or None

    def _height(self, text: str | Label, width: float, style: str) -> float:
        """The height of a row in which a text is wrapped."""
        line, letters = LINES.get(style, SMALL_LINE)
        return line * max(1, len(wrap(self._text(text), int(letters * width)))) + 4


def in_footer(text: str) -> str:
    """A text as it stands in a footer: so much of it as has room beside the middle, with every & doubled."""
    return one_line(text)[:MOST_IN_FOOTER].replace("&", "&&")


# Making what members typed fit for a workbook without changing what a reader sees.


LONGEST_CELL = 32_767
LONGEST_HEADING = 100

_NOT_IN_XML = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# Spreadsheets read "_x0041_" as the letter A (ECMA-376 part 1, ST_Xstring).
_LOOKS_ESCAPED = re.compile("_(?=x[0-9A-Fa-f]{4}_)")


def cell_text(text: str) -> str:
    """`text` as a cell or a table's heading stores it: printable, and with a literal "_x0041_" escaped."""
    return _LOOKS_ESCAPED.sub("_x005F_", printable(text))


def printable(text: str) -> str:
    """`text` with XML's forbidden characters as U+FFFD and at most 32,767 UTF-16 units, Excel's limit for a cell."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    legible = _NOT_IN_XML.sub("\ufffd", lines)
    if 2 * len(legible) <= LONGEST_CELL:
        return legible
    # A letter of two units may be cut in half.
    return legible.encode("utf-16-le")[: 2 * LONGEST_CELL].decode("utf-16-le", "ignore")


def one_line(text: str) -> str:
    """`text` on one line of at most 100 characters, for headings, page headers and document properties."""
    return " ".join(printable(text).split())[:LONGEST_HEADING].strip()


def unique_headings(headings: Iterable[str]) -> tuple[str, ...]:
    """The headings in order, none empty, and no two equal whatever the case."""
    unique: dict[str, str] = {}
    for heading in headings:
        candidates = variants(one_line(heading) or "?", "%s (%d)")
        free = next(candidate for candidate in candidates if candidate.casefold() not in unique)
        unique[free.casefold()] = free
    return tuple(unique.values())


# The looks that the site's workbooks share: ink, two typefaces, hair lines, and number formats of points.


INK, MUTED, HAIR, BRAND, BRASS, MINUS, TINT = "20241F", "5B5F55", "D8CFBC", "1D5A43", "B9934F", "974307", "ECE9D8"
SERIF, SANS = "Palatino Linotype", "Arial"  # for what is read, and for what is counted
EVEN = "Courier New"  # for fractions, which stand below each other only where a blank is as wide as a digit
TEXT = "@"  # a text that is edited stays one, even "=1+1"
SHARES = '+0.00;"−"0.00;0.00'  # of what is divided
HEADINGS = {"name": "heading", "text": "heading", "words": "heading", "date": "heading", "centre": "centre heading"}
TOTALS = {"points": "total points", "strong points": "total points", "count": "total count"}
# In characters; whatever is not here is a figure.
WIDTHS = {"name": 24, "text": 14, "date": 10.5, "centre": 6, "count": 7}
FIGURE_WIDTH = 8.2
WRAPPED = ("name", "words")  # the styles of cells that grow with their text
SIGNED = ("points", "strong points", "share")  # the styles of figures that are red below zero
RED = DifferentialStyle(font=Font(color=MINUS))
BELOW_ZERO = Rule("cellIs", operator="lessThan", formula=["0"], dxf=RED)

TO_READ = Font(SERIF, 11, color=INK)
TO_COUNT = Font(SANS, 10, color=INK)
STRONG = Font(SANS, 10, bold=True, color=INK)
NOTES = Font(SANS, 9, color=MUTED)
LEFT = Alignment("left", "center")
RIGHT = Alignment("right", "center")
SHRINKING = Alignment("left", "center", shrink_to_fit=True)  # rather than cut off
WRAPPING = Alignment("left", "center", wrap_text=True)
SET_IN = Alignment("left", "center", indent=1, shrink_to_fit=True)
HAIR_BELOW = Border(bottom=Side("thin", HAIR))
LINE_BELOW = Border(bottom=Side("thin", INK))
LINE_ABOVE = Border(top=Side("thin", INK))
ON_TINT = PatternFill("solid", TINT)


def points_format(decimals: int | None, denominator: int) -> str:
    """The number format of points won and lost, with so many decimals, or as mixed numbers of 1/`denominator`."""
    if decimals is None:
        size = mixed_format(denominator)
        return f'+{size};"−"{size};0{" " * (size.count("?") + 2)}'
    # Without decimals there is no mark either: "0." would leave a bare comma.
    size = f"0.{'0' * decimals}" if decimals else "0"
    return f'+{size};"−"{size};{size}'


def mixed_format(denominator: int) -> str:
    """The number format of mixed numbers such as 1 1/6."""
    digits = "?" * len(str(denominator))
    return f"# {digits}/{digits}"


def named_styles(decimals: int | None, denominator: int) -> list[NamedStyle]:
    """Every style of a workbook whose points have so many decimals, or are mixed numbers of 1/`denominator`."""
    points = points_format(decimals, denominator)
    prices = "General"
    typeface = SANS
    if decimals is None:
        prices = mixed_format(denominator)
        typeface = EVEN
    figures = Font(typeface, 10, color=INK)
    strong = Font(typeface, 10, bold=True, color=INK)
    return [
        _style("above", Font(SERIF, 11, italic=True, color=MUTED), WRAPPING),
        _style("title", Font(SERIF, 26, bold=True, color=INK), WRAPPING),
        _style("section", Font(SERIF, 13, bold=True, color=INK), Alignment("left", "bottom", wrap_text=True)),
        _style("facts", Font(SERIF, 11, color=MUTED), WRAPPING, Border(bottom=Side("double", BRASS))),
        _style("sentence", TO_READ, WRAPPING),
        _style("note", NOTES, Alignment("left", "top", wrap_text=True)),
        _style("podium", NOTES, Alignment("left", "bottom", indent=1, shrink_to_fit=True), fill=ON_TINT),
        _style("podium name", Font(SERIF, 18, bold=True, color=INK), SET_IN, fill=ON_TINT),
        _style("podium points", STRONG, Alignment("left", "top", indent=1), fill=ON_TINT),
        _style("heading", NOTES, Alignment("left", "bottom", wrap_text=True), LINE_BELOW),
        _style("number heading", NOTES, Alignment("right", "bottom", wrap_text=True), LINE_BELOW),
        _style("centre heading", NOTES, Alignment("center", "bottom", wrap_text=True), LINE_BELOW),
        _style("name", TO_READ, WRAPPING, HAIR_BELOW),
        _style("text", TO_COUNT, SHRINKING, HAIR_BELOW),
        _style("words", TO_COUNT, WRAPPING, HAIR_BELOW),
        _style("centre", TO_COUNT, Alignment("center", "center", shrink_to_fit=True), HAIR_BELOW, "General"),
        _style("date", TO_COUNT, LEFT, HAIR_BELOW, "dd-mm-yyyy"),
        _style("count", TO_COUNT, RIGHT, HAIR_BELOW, "General"),
        _style("price", figures, RIGHT, HAIR_BELOW, prices),
        _style("points", figures, RIGHT, HAIR_BELOW, points),
        _style("strong points", strong, RIGHT, HAIR_BELOW, points),
        _style("share", TO_COUNT, RIGHT, HAIR_BELOW, SHARES),
        _style("total", STRONG, LEFT, LINE_ABOVE),
        _style("total points", strong, RIGHT, LINE_ABOVE, points),
        _style("total count", STRONG, RIGHT, LINE_ABOVE, "General"),
        _style("bar below", Font(SANS, 7, color=MINUS), RIGHT, HAIR_BELOW),
        _style("bar above", Font(SANS, 7, color=BRAND), LEFT, HAIR_BELOW),
    ]


def _style(
    name: str,
    font: Font,
    alignment: Alignment,
    border: Border | None = None,
    number_format: str = TEXT,
    *,
    fill: PatternFill | None = None,
) -> NamedStyle:
    return NamedStyle(name, font, fill, border, alignment, number_format)


# A list as CSV for a Danish spreadsheet: semicolons, decimal commas, and nothing that could be a formula.


TRUE_MINUS, ABSENT = "\N{MINUS SIGN}", "\N{EN DASH}"
HIDDEN = re.compile(
    r'<(i|small|span) (?:class="(?:pad|phone|badge|visually-hidden)"|aria-hidden="true")[^>]*>.*?</\1>|<svg.*?</svg>',
    re.DOTALL,
)
NEXT_LINE = re.compile(r"</div>\s*<div>")
TAG = re.compile(r"<[^<>]+>")
NUMBER = re.compile(r"[+-]?(\d+)(?:[.,](\d+))?", re.ASCII)
# A spreadsheet takes the broad signs of East Asia for the beginning of a formula too.
FORMULA = tuple("=+-@\t\r\n＝＋－＠")


def csv_file(rows: Iterable[Sequence[object]]) -> bytes:
    """Rows as a file, with the byte order mark by which Excel recognises UTF-8."""
    file = io.StringIO()
    csv.writer(file, delimiter=";", lineterminator="\r\n").writerows([csv_cell(value) for value in row] for row in rows)
    return file.getvalue().encode("utf-8-sig")


def csv_cell(value: object) -> str:
    """What a cell of a page says, without its markup: a number with a decimal comma, or a text that is no formula."""
    seen = NEXT_LINE.sub(", ", HIDDEN.sub("", str(value))) if value is not None else ""
    text = " ".join(unescape(TAG.sub("", seen)).split())
    if text == ABSENT:
        text = ""
    plain = text.replace(TRUE_MINUS, "-")
    if NUMBER.fullmatch(plain):
        return plain.removeprefix("+").replace(".", ",")
    return f"'{text}" if text.startswith((*FORMULA, TRUE_MINUS)) else text
