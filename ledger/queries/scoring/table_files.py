"""A scoring table as files: the workbook to type in, and its document as JSON."""

import re
from collections.abc import Mapping
from typing import Any

from ledger.models import ScoringTableVersion
from ledger.rules.scoring.document import modern
from ledger.rules.scoring.editor.cell_text import choice_code
from ledger.rules.scoring.editor.grids import Grid, write_grids
from ledger.rules.scoring.editor.json_text import json_text
from ledger.rules.scoring.editor.layout import facts
from ledger.rules.scoring.parameters.headings import Heading
from ledger.rules.site.labels import Changed, Label
from ledger.spreadsheets.scoring.table_book import CellValue, Holds, ScoringTableBook, ScoringTableSheet, SheetColumn

READING_ORDER = ("values", "nolo", "roles", "facts", "columns")
WHOLE_NUMBER = re.compile(r"-?(0|[1-9]\d{0,8})", re.ASCII)
HOLDS = {"price": Holds.AMOUNTS, "points": Holds.AMOUNTS, "whole": Holds.NUMBERS}


def table_json(*, version: ScoringTableVersion) -> str:
    """A version's document as a JSON file that reads like the sheet on the wall; no query."""
    return json_text(modern(version.document))


def table_book(*, version: ScoringTableVersion) -> ScoringTableBook:
    """A version as a workbook; no query if its scoring table is loaded."""
    return ScoringTableBook(
        name=version.scoring_table.name,
        made_at=version.published_at,
        sheets=table_sheets(modern(version.document)),
    )


def table_sheets(document: Mapping[str, Any]) -> tuple[ScoringTableSheet, ...]:
    """A document's sheets: the prices first, then the sections in use, then the empty ones.

    Empty sections have a sheet too, so that rows can be added to them.
    """
    return tuple(map(_sheet, sorted(write_grids(document), key=_place)))


def _place(grid: Grid) -> tuple[bool, int]:
    known = grid.key in READING_ORDER
    return not grid.rows, READING_ORDER.index(grid.key) if known else len(READING_ORDER)


def _sheet(grid: Grid) -> ScoringTableSheet:
    headings, title = grid.section.headings, grid.section.title
    columns = tuple(map(_column, headings))
    if grid.key == "facts":
        rows = [[fact.label, _cell(row[1], fact)] for fact, row in zip(facts(), grid.rows, strict=True)]
        return ScoringTableSheet(title, columns, rows, [_choices(fact) for fact in facts()])
    rows = [[_cell(text, heading) for text, heading in zip(row, headings, strict=True)] for row in grid.rows]
    return ScoringTableSheet(title, columns, rows, frozen=1 if grid.key in ("values", "ladder") else 0)


def _column(heading: Heading) -> SheetColumn:
    return SheetColumn(heading.label, HOLDS.get(heading.kind, Holds.WORDS), _choices(heading))


def _choices(heading: Heading) -> tuple[Label, ...]:
    choices = heading.choices if heading.kind in ("choice", "truth") else ()
    return tuple(_choice(code, heading) for code in choices)


def _cell(text: str, heading: Heading) -> CellValue:
    """A cell's value: a choice by its name, a whole number as a number, the rest as text."""
    if heading.kind in ("choice", "truth") and text in heading.choices:
        return _choice(text, heading)
    return int(text) if heading.kind in HOLDS and WHOLE_NUMBER.fullmatch(text) else text


def _choice(code: str, heading: Heading) -> Label:
    """A choice by its name, or by its code in a language where another choice has that name."""
    choices = heading.choices
    return Changed(choices[code], lambda name: name if choice_code(name, choices) == code else code)
