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
from ledger.rules.site.phrases import phrases_in
from ledger.spreadsheets.scoring.table_book import Holds, ScoringTableBook, ScoringTableSheet, SheetColumn
from ledger.spreadsheets.site.safe_text import unique_headings

READING_ORDER = ("values", "nolo", "roles", "facts", "columns")
WHOLE_NUMBER = re.compile(r"-?(0|[1-9]\d{0,8})", re.ASCII)
HOLDS = {"price": Holds.AMOUNTS, "points": Holds.AMOUNTS, "whole": Holds.NUMBERS}


def table_json(*, version: ScoringTableVersion) -> str:
    """A version's document as a JSON file that reads like the sheet on the wall; no query."""
    return json_text(modern(version.document))


def table_book(*, version: ScoringTableVersion, language: str) -> ScoringTableBook:
    """A version as a workbook in a language; no query if its scoring table is loaded."""
    return ScoringTableBook(
        name=version.scoring_table.name,
        say=phrases_in(language).say,
        made_at=version.published_at,
        sheets=table_sheets(modern(version.document), language),
    )


def table_sheets(document: Mapping[str, Any], language: str) -> tuple[ScoringTableSheet, ...]:
    """A document's sheets: the prices first, then the sections in use, then the empty ones.

    Empty sections have a sheet too, so that rows can be added to them.
    """
    grids = sorted(write_grids(document), key=_place)
    return tuple(map(_SheetWriter(language).sheet, grids))


def _place(grid: Grid) -> tuple[bool, int]:
    known = grid.key in READING_ORDER
    return not grid.rows, READING_ORDER.index(grid.key) if known else len(READING_ORDER)


class _SheetWriter:
    """Writes grids as sheets in a language."""

    def __init__(self, language: str) -> None:
        self.language = language

    def sheet(self, grid: Grid) -> ScoringTableSheet:
        headings, title = grid.section.headings, grid.section.title[self.language]
        names = unique_headings(heading.label[self.language] for heading in headings)
        columns = tuple(self._column(heading, name) for heading, name in zip(headings, names, strict=True))
        if grid.key == "facts":
            return ScoringTableSheet(title, columns, self._facts(grid), [self._choices(fact) for fact in facts()])
        rows = [[self._cell(text, heading) for text, heading in zip(row, headings, strict=True)] for row in grid.rows]
        return ScoringTableSheet(title, columns, rows, frozen=1 if grid.key in ("values", "ladder") else 0)

    def _column(self, heading: Heading, name: str) -> SheetColumn:
        return SheetColumn(name, HOLDS.get(heading.kind, Holds.WORDS), self._choices(heading))

    def _facts(self, grid: Grid) -> list[list[str | int]]:
        """The rows of the facts' sheet: the name of each, then its value."""
        rows = zip(facts(), grid.rows, strict=True)
        return [[fact.label[self.language], self._cell(row[1], fact)] for fact, row in rows]

    def _choices(self, heading: Heading) -> tuple[str, ...]:
        if heading.kind not in ("choice", "truth"):
            return ()
        return tuple(str(self._cell(code, heading)) for code in heading.choices)

    def _cell(self, text: str, heading: Heading) -> str | int:
        """A cell's value: a choice by its name if that is unambiguous, a whole number as a number, the rest as text."""
        if heading.kind in ("choice", "truth") and text in heading.choices:
            name = heading.choices[text][self.language]
            return name if choice_code(name, heading.choices) == text else text
        return int(text) if heading.kind in HOLDS and WHOLE_NUMBER.fullmatch(text) else text
