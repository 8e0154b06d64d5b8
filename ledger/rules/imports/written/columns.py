"""Which column of an old book holds what: a map as data, which a page shows, a file keeps."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ledger.rules.imports.written.cells import BookSheet
from ledger.rules.site import fields
from ledger.rules.site.fields import inside
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.rules.site.spelling import column_of, letters_of

# What a column may hold. A contract may stand in several (level, attachment, turn), and so may its notes.
ONCE = ("date", "evening", "number", "declarer", "partner", "dealer", "joiners", "tricks")
SEVERAL = ("contract", "note")
EVERY_SHEET = "*"
COLUMN = re.compile(r"[A-Z]{1,3}")
MOST_COLUMNS, MOST_SHEETS, LAST_ROW = 200, 600, 200_000

NOT_A_COLUMN = gettext_noop("“%(letters)s” is not a column. Write its letters: A, B … AA.")
TWICE = gettext_noop("“%(what)s” is in two columns: %(one)s and %(other)s.")
NO_POINTS = gettext_noop("The sheet lacks the points of each player. Without them we do not know who sat at the table.")


@dataclass(frozen=True)
class SheetMap:
    """Which column of a sheet holds what, columns from 1.

    `header_row` is the last row of headings, 0 if there are none. `columns` are those of ONCE and SEVERAL, `points` and
    `totals` those of the players by what the sheet calls them. `year` is that of days written without one. Running
    totals begin at 0 each evening if they `restart`, else they go on, through the sheets too unless one begins at 0.
    With `by_evening` each row is everybody's points of an evening, and no deal.
    Only the site's own workbook to type in has `cells`, the rows and columns where the day and the table of a whole
    sheet stand, and `tricks`, the columns of the players' own.
    """

    header_row: int
    columns: Mapping[int, str]
    points: Mapping[int, str]
    totals: Mapping[int, str]
    year: int | None = None
    restart: bool = False
    by_evening: bool = False
    cells: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    tricks: Mapping[int, str] = field(default_factory=dict)

    @property
    def is_typed(self) -> bool:
        """Whether it is a sheet of the site's own workbook to type in, whose rows say whole deals."""
        return bool(self.cells)

    def column(self, what: str) -> int:
        """The first column that holds something; 0 if none does."""
        return next((column for column, held in self.columns.items() if held == what), 0)

    def columns_of(self, what: str) -> list[int]:
        """The columns that hold something, from the left."""
        return sorted(column for column, held in self.columns.items() if held == what)

    @property
    def players(self) -> tuple[str, ...]:
        """What the sheet calls its players, in the order of their columns."""
        return tuple(dict.fromkeys((self.points or self.totals or self.tricks).values()))

    def as_plain_data(self) -> dict[str, Any]:
        """The map as JSON can hold it; `read_sheet_map` reads it back, but for one that `is_typed`."""
        points = {column: {"points": player} for column, player in self.points.items()}
        totals = {column: {"total": player} for column, player in self.totals.items()}
        columns = {letters_of(column): what for column, what in sorted({**self.columns, **points, **totals}.items())}
        told = {"year": self.year, "restart": self.restart, "by_evening": self.by_evening, "cells": {**self.cells}}
        return {"header_row": self.header_row, "columns": columns} | {
            what: is_so for what, is_so in told.items() if is_so
        }


@dataclass(frozen=True)
class BookMap:
    """The maps of a book by the titles of its sheets, "*" for all others; None for a sheet that holds no deals."""

    sheets: Mapping[str, SheetMap | None]

    @property
    def is_typed(self) -> bool:
        """Whether it is the site's own workbook to type in."""
        return any(sheet is not None and sheet.is_typed for sheet in self.sheets.values())

    def of_sheet(self, title: str) -> SheetMap | None:
        """The map of a sheet; None if it holds no deals."""
        return self.sheets.get(title, self.sheets.get(EVERY_SHEET))

    def as_plain_data(self) -> dict[str, Any]:
        """The maps as JSON can hold them; `read_map` reads them back."""
        return {"sheets": {title: sheet and sheet.as_plain_data() for title, sheet in self.sheets.items()}}


def read_map(data: object) -> BookMap:
    """Read the map of a book: {"sheets": {"*": {"header_row": 1, "columns": {"A": "date", "F": {"points": "Anna"}}}}}.

    Raises Refusal with the path of the error as its field.
    """
    given = fields.record(fields.record(data, None, required=("sheets",))["sheets"], "sheets", optional=None)
    fields.sequence(list(given), "sheets", 1, MOST_SHEETS)
    sheets = {
        title: None if sheet is None else read_sheet_map(sheet, inside("sheets", title))
        for title, sheet in given.items()
    }
    return BookMap(sheets)


def read_sheet_map(data: object, field: str | None = None) -> SheetMap:
    """Read the map of a sheet; raises Refusal with the path of the error as its field."""
    given = fields.record(data, field, required=("columns",), optional=("header_row", "year", "restart", "by_evening"))
    held = _held_columns(given["columns"], inside(field, "columns"))
    if not held["points"] and not held["total"]:
        raise Refusal(NO_POINTS, inside(field, "columns"))
    header_row = fields.integer(given.get("header_row", 0), inside(field, "header_row"), 0, LAST_ROW)
    year = given.get("year")
    known_year = None if year is None else fields.integer(year, inside(field, "year"), 1900, 2100)
    restart = fields.boolean(given.get("restart", False), inside(field, "restart"))
    by_evening = fields.boolean(given.get("by_evening", False), inside(field, "by_evening"))
    return SheetMap(
        header_row=header_row,
        columns=held[""],
        points=held["points"],
        totals=held["total"],
        year=known_year,
        restart=restart,
        by_evening=by_evening,
    )


def _held_columns(data: object, field: str) -> dict[str, dict[int, str]]:
    """The players by column, under "points" and "total", and under "" what the other columns hold."""
    given = fields.record(data, field, optional=None)
    fields.sequence(list(given), field, 1, MOST_COLUMNS)
    held: dict[str, dict[int, str]] = {"": {}, "points": {}, "total": {}}
    for letters, what in given.items():
        if not COLUMN.fullmatch(letters):
            raise Refusal(NOT_A_COLUMN, field, letters=fields.excerpt(letters))
        kind, content = _content(what, inside(field, letters))
        other = next((column for column, known in held[kind].items() if known == content), None)
        if other and content not in SEVERAL:
            raise Refusal(TWICE, field, what=content, one=letters_of(other), other=letters)
        held[kind][column_of(letters)] = content
    return held


def _content(what: object, path: str) -> tuple[str, str]:
    """What a column holds, or whose "points" or "total"."""
    if not isinstance(what, Mapping):
        return "", fields.one_of(what, path, (*ONCE, *SEVERAL))
    fields.record(what, path, optional=("points", "total"))
    fields.sequence(list(what), path, 1, 1)
    [(kind, player)] = what.items()
    return kind, fields.words(player, inside(path, kind), 80)


# The workbook that this site made to type deals in, recognised by its hidden sheet, with the map of its columns.


TITLE, KIND = "whistklub", "entry"
CELL = re.compile(r"\A([A-Z]{1,3})([1-9][0-9]{0,5})\Z")
FIRST_CELLS = {"date": "C1"}  # where the first of these workbooks had the day, and did not say so
LONGEST_NAME = 80


def entry_map(sheets: Sequence[BookSheet]) -> BookMap | None:
    """The map that the workbook itself gives: its evenings by their sheets, copied ones too, and nothing else.

    None for any other file, and for one whose hidden sheet was tampered with.
    """
    mark = next((sheet for sheet in sheets if sheet.title == TITLE), None)
    if mark is None or not mark.rows or mark.rows[0].text(1) != KIND:
        return None
    try:
        facts = fields.record(fields.parse_json(mark.rows[0].text(2)), None, optional=None)
        evenings = {sheet.title: _evening(sheet, facts) for sheet in sheets if sheet is not mark}
    except (Refusal, LookupError, TypeError, ValueError, AttributeError):
        return None
    return BookMap({EVERY_SHEET: None} | {title: sheet_map for title, sheet_map in evenings.items() if sheet_map})


def _evening(sheet: BookSheet, facts: Mapping[str, Any]) -> SheetMap | None:
    """The map of an evening's sheet, with those who sit there; None for any other, and one without players."""
    header = next((row for row in sheet.rows if row.number == facts["header_row"]), None)
    if header is None or header.text(1) != facts["heading"]:
        return None
    # What earlier releases worked out in a column is read from the cells beside it.
    columns = {column_of(at): what for at, what in facts["columns"].items() if what in (*ONCE, *SEVERAL)}
    at = {what: column for column, what in columns.items()}
    columns |= dict.fromkeys(range(at["dealer"] + 1, at["declarer"]), "away")
    chairs = [column_of(letters) for letters in facts["chairs"]]
    seated: dict[str, int] = {}
    for chair in chairs:
        seated.setdefault(header.text(chair)[:LONGEST_NAME], chair)
    players = {chair: name for name, chair in seated.items() if name}
    points, tricks = players, {chair - len(chairs): name for chair, name in players.items()}
    if facts.get("tricks_of_each"):
        points, tricks = {}, players
    elif at["tricks"] + 1 >= chairs[0]:  # only formats 1 and 2 had tricks, in columns of their own
        tricks = {}
    cells = {what: _cell(name) for what, name in facts.get("cells", FIRST_CELLS).items()}
    return SheetMap(header.number, columns, points, {}, cells=cells, tricks=tricks) if players else None


def _cell(name: str) -> tuple[int, int]:
    """The row and column of a cell."""
    [(letters, row)] = CELL.findall(name)
    return int(row), column_of(letters)
