"""The workbook of a scoring table as a file: made to be typed in, and to come back unchanged."""

from collections.abc import Sequence
from datetime import UTC
from io import BytesIO
from operator import itemgetter

from openpyxl import Workbook
from openpyxl.packaging.core import DocumentProperties
from openpyxl.styles import Alignment
from openpyxl.utils import absolute_coordinate, get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation

from ledger.rules.site.labels import Label, Phrase, Say
from ledger.spreadsheets.scoring.table_book import CHOICES_SHEET, CellValue, Holds, ScoringTableBook, ScoringTableSheet
from ledger.spreadsheets.seasons import wording
from ledger.spreadsheets.seasons.listing import FIRST_ROW, cells, on_sheet
from ledger.spreadsheets.seasons.printing import fit_on_paper
from ledger.spreadsheets.site.finishing import finish, workbook_bytes
from ledger.spreadsheets.site.looks import Look, heading_look
from ledger.spreadsheets.site.page import Page
from ledger.spreadsheets.site.row_heights import row_height
from ledger.spreadsheets.site.safe_text import one_line, unique_headings
from ledger.spreadsheets.site.styles import named_styles

SUBJECT = Phrase("Scoring table")
NARROWEST, WIDEST = 9, 60
TEXT = "@"  # of amounts too, even numbers: in any other cell a spreadsheet takes 1/8 for a date
SPARE_ROWS = 200  # below the last row, where choices can be picked for rows to come

_RIGHT = Alignment(horizontal="right", vertical="top", wrap_text=True)
_LOOKS = {Holds.WORDS: Look.TEXT, Holds.NUMBERS: Look.COUNT, Holds.AMOUNTS: Look.COUNT}


def write_table_book(book: ScoringTableBook, language: str) -> bytes:
    """The xlsx file of a scoring table in a language; equal books give equal bytes."""
    workbook, say = Workbook(), itemgetter(language)
    del workbook[workbook.sheetnames[0]]
    for style in named_styles(unit_denominator=1):
        workbook.add_named_style(style)
    workbook.properties = _properties(book, say)
    choices = _Choices(say(CHOICES_SHEET))
    for sheet in book.sheets:
        _write_sheet(workbook, sheet, choices, say)
    choices.write(workbook)
    target = BytesIO()
    finish(workbook_bytes(workbook), target)
    return target.getvalue()


def _properties(book: ScoringTableBook, say: Say) -> DocumentProperties:
    # openpyxl drops a moment's zone and calls what is left UTC, whatever it was.
    made_at = book.made_at.astimezone(UTC).replace(tzinfo=None)
    return DocumentProperties(
        title=one_line(book.name),
        subject=say(SUBJECT),
        keywords="whist",
        creator="Whistklub",
        language=say(wording.LANGUAGE_TAG),
        created=made_at,
        modified=made_at,
    )


# A list within a cell's own rule cannot hold a comma, nor more than 255 characters.
class _Choices:
    """The lists that choices are picked from, one below the other on a sheet of their own."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._lists: dict[tuple[str, ...], int] = {}
        self._next_row = 1

    def offer(self, page: Page, area: str, options: tuple[str, ...]) -> None:
        """Let each cell of `area` ("B2:B9") pick one of the options; a program only warns of anything else."""
        rule = DataValidation(type="list", formula1=self._place_of(options), allow_blank=True)
        rule.errorStyle, rule.showErrorMessage = "warning", True
        rule.add(area)
        page.sheet.add_data_validation(rule)

    def write(self, workbook: Workbook) -> None:
        """Write the lists on a hidden sheet behind the others."""
        page = Page(workbook.create_sheet(self._title), unit_denominator=1)
        for options, top in self._lists.items():
            for row, option in enumerate(options, top):
                page.put(row, 1, option, Look.TEXT)
        page.sheet.sheet_state = "hidden"

    def _place_of(self, options: tuple[str, ...]) -> str:
        if options not in self._lists:
            self._lists[options] = self._next_row
            self._next_row += len(options)
        top = self._lists[options]
        return on_sheet(self._title, absolute_coordinate(cells((1, top), (1, top + len(options) - 1))))


def _write_sheet(workbook: Workbook, sheet: ScoringTableSheet, choices: _Choices, say: Say) -> None:
    page = Page(workbook.create_sheet(say(sheet.title)), unit_denominator=1)
    fit_on_paper(page.sheet, landscape=len(sheet.columns) > 4, repeats_headings=True)
    page.sheet.freeze_panes = f"{get_column_letter(sheet.frozen + 1)}{FIRST_ROW}"
    headings = unique_headings(say(column.heading) for column in sheet.columns)
    rows = [[_value(cell, say) for cell in row] for row in sheet.rows]
    holds = [column.holds for column in sheet.columns]
    widths = [_width(heading, [row[at] for row in rows]) for at, heading in enumerate(headings)]
    for at, (heading, kind, width) in enumerate(zip(headings, holds, widths, strict=True), 1):
        _prepare_column(page, at, heading, kind, width)
    for row, values in enumerate(rows, FIRST_ROW):
        _write_row(page, row, values, holds, widths)
    _offer_choices(page, sheet, choices, say)


def _value(cell: CellValue, say: Say) -> str | int:
    return say(cell) if isinstance(cell, Label) else cell


def _prepare_column(page: Page, at: int, heading: str, holds: Holds, width: float) -> None:
    dimension = page.sheet.column_dimensions[get_column_letter(at)]
    dimension.width = width
    if holds is not Holds.NUMBERS:
        dimension.number_format = TEXT
    page.put(1, at, heading, heading_look(_LOOKS[holds]))
    if holds is not Holds.WORDS:
        dimension.alignment = page.sheet.cell(1, at).alignment = _RIGHT
    if height := row_height([(heading, width)]):
        page.sheet.row_dimensions[1].height = max(height, page.sheet.row_dimensions[1].height or 0)


def _write_row(
    page: Page, row: int, values: Sequence[str | int], holds: Sequence[Holds], widths: Sequence[float]
) -> None:
    for at, (value, kind) in enumerate(zip(values, holds, strict=True), 1):
        page.put(row, at, value, _LOOKS[kind])
        if value != "" and kind is not Holds.NUMBERS:
            page.sheet.cell(row, at).number_format = TEXT
    texts = ((str(value), width) for value, width in zip(values, widths, strict=True))
    if height := row_height(texts):
        page.sheet.row_dimensions[row].height = height


def _offer_choices(page: Page, sheet: ScoringTableSheet, choices: _Choices, say: Say) -> None:
    last = FIRST_ROW + len(sheet.rows) + SPARE_ROWS
    for at, column in enumerate(sheet.columns, 1):
        if column.choices:
            choices.offer(page, cells((at, FIRST_ROW), (at, last)), tuple(map(say, column.choices)))
    for row, options in enumerate(sheet.choices, FIRST_ROW):
        if options:
            place = (len(sheet.columns), row)
            choices.offer(page, cells(place, place), tuple(map(say, options)))


def _width(heading: str, values: Sequence[str | int]) -> float:
    """The width of the longest text, within bounds; a heading of several words may take two lines."""
    longest = max((len(str(value)) for value in values), default=0)
    longest_word = max(map(len, heading.split()), default=0)
    return min(max(longest + 4, longest_word + 4, NARROWEST), WIDEST)
