"""A season's workbook as somebody edits it: workbook_of, changed cell by cell by its headings, and read back."""

import hashlib
import json
from collections.abc import Callable, Collection
from io import BytesIO
from typing import Any

from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from ledger.models import BookImport, Club, Season
from ledger.queries.imports.file_differences import FileDifferences, file_differences
from ledger.queries.imports.looking import Names
from ledger.rules.imports.differences.deal_difference import DealDifference
from ledger.rules.imports.differences.origin import read_origin
from ledger.rules.imports.written.sheets import BookSheet, sheets_of
from ledger.services.imports.book_files import read_book_of_a_page
from ledger.services.imports.taking import take_differences
from ledger.services.seasons.making import make_workbook
from tests.support.people import NOW, signed

Edit = Callable[[Worksheet], Any]


def workbook_of(season: Season, language: str = "da") -> bytes:
    """The season's workbook as it is downloaded now."""
    target = BytesIO()
    season.refresh_from_db()
    make_workbook(season=season, language=language, now=NOW, target=target)
    return target.getvalue()


def with_edits(content: bytes, *edits: Edit, sheet: str = "Spil") -> bytes:
    """The workbook with some changes of its sheet of deals, its formulas being what they come to."""
    # openpyxl saves no results of formulas, as every spreadsheet program does.
    workbook = load_workbook(BytesIO(content), data_only=True)
    for edit in edits:
        edit(workbook[sheet])
    target = BytesIO()
    workbook.save(target)
    return target.getvalue()


def column(sheet: Worksheet, heading: str) -> int:
    """The column under a heading."""
    return next(cell.column for cell in sheet[1] if cell.value == heading)


def put(row: int, **cells: object) -> Edit:
    """Write cells of a row by their headings."""

    def edit(sheet: Worksheet) -> None:
        for heading, value in cells.items():
            sheet.cell(row, column(sheet, heading.replace("_", " ")), value)

    return edit


def put_points(row: int, points: dict[str, object]) -> Edit:
    """Write the points of a row by the players' names."""
    return lambda sheet: [sheet.cell(row, column(sheet, name), value) for name, value in points.items()]


def without_row(row: int) -> Edit:
    """Delete a row."""
    return lambda sheet: sheet.delete_rows(row)


def sheets_in(content: bytes) -> tuple[BookSheet, ...]:
    """The sheets of a workbook, read here: a process for each would cost more than all the rest."""
    return sheets_of(read_book_of_a_page(content))


def compare(club: Club, content: bytes, answers: Names | None = None) -> FileDifferences:
    """The workbook compared with the club's book."""
    sheets = sheets_in(content)
    origin = read_origin(sheets)
    assert origin is not None
    return file_differences(club=club, sheets=sheets, origin=origin, answers=answers or {})


def sound(differences: FileDifferences) -> list[str]:
    """The keys of the differences that are ticked unasked."""
    return [difference.key for difference in differences.differences if difference.is_sound]


def take(club: Club, content: bytes, chosen: Collection[str] | None = None, answers: Names | None = None) -> BookImport:
    """Book the chosen differences of a workbook, or all that are ticked unasked."""
    unlike = compare(club, content, answers)
    return take_differences(
        looked=unlike,
        chosen=sound(unlike) if chosen is None else chosen,
        file_name="sæson.xlsx",
        digest=hashlib.sha256(content).hexdigest(),
        **signed(club),
    )


InBrief = tuple[str, tuple[int, int] | None, tuple[str, ...], tuple[str, ...]]


def in_brief(differences: FileDifferences) -> list[InBrief]:
    """Each difference in brief: its kind, its deal, its columns and the kinds of what speaks against it."""
    return [_one_in_brief(difference) for difference in differences.differences]


def _one_in_brief(difference: DealDifference) -> InBrief:
    doubts = tuple(doubt.kind.value for doubt in difference.doubts)
    return difference.kind.value, difference.place, difference.columns, doubts


def with_hidden_fact(content: bytes, **facts: object) -> bytes:
    """The workbook with other facts of the book in its hidden sheet."""
    workbook = load_workbook(BytesIO(content), data_only=True)
    cell = workbook["whistklub"]["B1"]
    cell.value = json.dumps({**json.loads(str(cell.value)), **facts})
    target = BytesIO()
    workbook.save(target)
    return target.getvalue()
