"""Read a workbook back as anybody else would, with openpyxl."""

from datetime import datetime
from io import BytesIO
from typing import Any
from zipfile import ZipFile

from openpyxl import Workbook, load_workbook
from openpyxl.utils.escape import unescape

from ledger.spreadsheets.seasons.season_book import SeasonBook
from ledger.spreadsheets.seasons.writing import write_season_book


def written_file(book: SeasonBook, language: str = "da") -> bytes:
    """The file of a season's workbook."""
    target = BytesIO()
    write_season_book(book, target, language=language)
    return target.getvalue()


def open_workbook(content: bytes, *, values: bool = False) -> Workbook:
    """The workbook, or with `values` its stored results instead of the formulas."""
    return load_workbook(BytesIO(content), data_only=values)


def table(workbook: Workbook, sheet: str, key: str) -> list[dict[str, Any]]:
    """The rows below the headings of which one is `key`, as heading -> value, as long as something stands under it.

    Dates are dates, and an empty cell is an empty text.
    """
    rows = [[_plain(cell.value) for cell in row] for row in workbook[sheet]]
    top = next(at for at, row in enumerate(rows) if key in row)
    headings, listed = rows[top], []
    for row in rows[top + 1 :]:
        if row[headings.index(key)] == "":
            break
        listed.append({heading: value for heading, value in zip(headings, row, strict=True) if heading})
    return listed


def texts(workbook: Workbook, sheet: str) -> list[str]:
    """Every text of a sheet, row by row."""
    cells = [_plain(cell.value) for row in workbook[sheet] for cell in row]
    return [cell for cell in cells if isinstance(cell, str) and cell]


def formulas(workbook: Workbook) -> dict[tuple[str, str], str]:
    """Every formula by sheet and cell."""
    return {
        (sheet.title, cell.coordinate): cell.value
        for sheet in workbook
        for row in sheet.iter_rows()
        for cell in row
        if cell.data_type == "f"
    }


def parts(content: bytes) -> dict[str, str]:
    """The files inside the workbook."""
    with ZipFile(BytesIO(content)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def with_cell(content: bytes, sheet: str, cell: str, value: object) -> bytes:
    """The workbook with one cell changed, as somebody does who saves it again."""
    workbook, target = open_workbook(content), BytesIO()
    workbook[sheet][cell] = value
    workbook.save(target)
    return target.getvalue()


def sent_content(response: Any) -> bytes:
    """The content of a response, streamed or not."""
    return b"".join(response) if response.streaming else response.content


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return unescape(value)
    return value.date() if isinstance(value, datetime) else "" if value is None else value
