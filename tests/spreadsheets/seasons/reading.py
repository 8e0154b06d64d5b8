"""Read a workbook back as anybody else would, with openpyxl."""

from datetime import datetime
from io import BytesIO
from typing import Any
from zipfile import ZipFile

from openpyxl import Workbook, load_workbook
from openpyxl.utils.escape import unescape

from ledger.spreadsheets.seasons.season_book import SeasonBook
from ledger.spreadsheets.seasons.writing import write_season_book


def open_workbook(content: bytes, *, values: bool = False) -> Workbook:
    """The workbook, or with `values` its stored results instead of the formulas."""
    return load_workbook(BytesIO(content), data_only=values)


def table(workbook: Workbook, name: str) -> list[dict[str, Any]]:
    """The rows of a table as heading -> value, dates as dates and an empty cell as an empty text."""
    headings, *rows = _cells(workbook, name)
    return [dict(zip(headings, row, strict=True)) for row in rows]


def headings(workbook: Workbook, name: str) -> list[str]:
    return _cells(workbook, name)[0]


def formulas(workbook: Workbook) -> dict[tuple[str, str], str]:
    """Every formula by sheet and cell."""
    return {
        (sheet.title, cell.coordinate): cell.value
        for sheet in workbook
        for row in sheet.iter_rows()
        for cell in row
        if cell.data_type == "f"
    }


def results(content: bytes) -> dict[tuple[str, str], Any]:
    """The stored result of every formula, by sheet and cell."""
    values = open_workbook(content, values=True)
    return {(sheet, cell): values[sheet][cell].value for sheet, cell in formulas(open_workbook(content))}


def parts(content: bytes) -> dict[str, str]:
    """The files inside the workbook."""
    with ZipFile(BytesIO(content)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def with_part(content: bytes, name: str, text: str) -> bytes:
    """The workbook with one file inside it replaced, and everything else unchanged."""
    target = BytesIO()
    with ZipFile(target, "w") as archive:
        for part, old in parts(content).items():
            archive.writestr(part, text if part == name else old)
    return target.getvalue()


def _cells(workbook: Workbook, name: str) -> list[list[Any]]:
    sheet = next(sheet for sheet in workbook if name in sheet.tables)
    return [[_plain(cell.value) for cell in row] for row in sheet[sheet.tables[name].ref]]


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return unescape(value)
    return value.date() if isinstance(value, datetime) else "" if value is None else value


def written_file(book: SeasonBook, language: str = "da") -> bytes:
    """The file of a season's workbook."""
    target = BytesIO()
    write_season_book(book, target, language=language)
    return target.getvalue()


def everything(content: bytes) -> dict[str, Any]:
    """All that a reader can see of a workbook, sheet by sheet, as plain values that JSON can hold."""
    formulas, results = open_workbook(content), open_workbook(content, values=True)
    return {
        sheet.title: {
            "cells": {
                cell.coordinate: [str(cell.value), str(results[sheet.title][cell.coordinate].value), *_form(cell)]
                for row in sheet.iter_rows()
                for cell in row
                if cell.value is not None
            },
            "heights": {str(at): row.height for at, row in sheet.row_dimensions.items() if row.height},
            "widths": {letter: column.width for letter, column in sheet.column_dimensions.items()},
            "tables": {table.name: [table.ref, table.column_names] for table in sheet.tables.values()},
            "frozen": sheet.freeze_panes,
            "painted": [
                [str(area.sqref), [[rule.operator, *rule.formula, rule.dxfId] for rule in area.rules]]
                for area in sheet.conditional_formatting
            ],
        }
        for sheet in formulas
    }


def _form(cell: Any) -> list[Any]:
    return [cell.data_type, cell.style, cell.number_format, cell.quotePrefix]


def sent_content(response: Any) -> bytes:
    """The content of a response, streamed or not."""
    return b"".join(response) if response.streaming else response.content
