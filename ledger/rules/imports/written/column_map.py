"""Which column of an old book holds what: a map as data, which a page shows and a file keeps."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ledger.rules.site import fields
from ledger.rules.site.column_letters import column_of, letters_of
from ledger.rules.site.fields import inside
from ledger.rules.site.refusal import Refusal, gettext_noop

# What a column may hold. A contract may stand in several (level, attachment, turn), and so may its notes.
ONCE = ("date", "evening", "number", "declarer", "partner", "dealer", "joiners", "tricks")
SEVERAL = ("contract", "note", "away")
OF_PLAYERS = ("points", "total", "tricks")
YES_OR_NO = ("restart", "by_evening")
OF_SHEET = ("date", "table")  # what one cell may say of a whole sheet
EVERY_SHEET = "*"
CELL = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,5})")
MOST_COLUMNS, MOST_SHEETS, LAST_ROW = 200, 600, 200_000

NOT_A_COLUMN = gettext_noop("“%(letters)s” is not a column. Write its letters: A, B … AA.")
TWICE = gettext_noop("“%(what)s” is in two columns: %(one)s and %(other)s.")
NOT_A_CELL = gettext_noop("“%(cell)s” is not a cell. Write it as C1.")
NO_POINTS = gettext_noop("The sheet lacks the points of each player. Without them we do not know who sat at the table.")


@dataclass(frozen=True)
class SheetMap:
    """Which column of a sheet holds what, columns from 1.

    `header_row` is the last row of headings, 0 if there are none. `columns` are those of ONCE and SEVERAL, `points` and
    `totals` those of the players by what the sheet calls them. `year` is that of days written without one. Running
    totals begin at 0 each evening if they `restart`, else they go on, through the sheets too unless one begins at 0.
    With `by_evening` each row is everybody's points of an evening, and no deal.
    `cells` say where OF_SHEET stands, and `tricks` are the players' own; only the site's own workbook to type in has
    them.
    """

    header_row: int
    columns: Mapping[int, str]
    points: Mapping[int, str]
    totals: Mapping[int, str]
    year: int | None = None
    restart: bool = False
    by_evening: bool = False
    cells: Mapping[str, str] = field(default_factory=dict)
    tricks: Mapping[int, str] = field(default_factory=dict)

    @property
    def is_typed(self) -> bool:
        """Whether it is a sheet of the site's own workbook to type in, whose rows say whole deals."""
        return bool(self.cells)

    def cell(self, what: str) -> tuple[int, int]:
        """The row and column of the cell that says something of the whole sheet; zeros if none does."""
        match = CELL.fullmatch(self.cells.get(what, ""))
        return (int(match[2]), column_of(match[1])) if match else (0, 0)

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
        """The map as JSON can hold it; `read_sheet_map` reads it back."""
        columns: dict[int, Any] = dict(self.columns)
        for kind, of_players in zip(OF_PLAYERS, (self.points, self.totals, self.tricks), strict=True):
            columns |= {column: {kind: player} for column, player in of_players.items()}
        data: dict[str, Any] = {"header_row": self.header_row}
        data["columns"] = {letters_of(column): columns[column] for column in sorted(columns)}
        if self.year:
            data["year"] = self.year
        if self.restart:
            data["restart"] = True
        if self.by_evening:
            data["by_evening"] = True
        if self.cells:
            data["cells"] = dict(self.cells)
        return data


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
    given = fields.record(data, field, required=("columns",), optional=("header_row", "year", *YES_OR_NO, "cells"))
    held = _held_columns(given["columns"], inside(field, "columns"))
    if not any(held[kind] for kind in OF_PLAYERS):
        raise Refusal(NO_POINTS, inside(field, "columns"))
    year = given.get("year")
    return SheetMap(
        header_row=fields.integer(given.get("header_row", 0), inside(field, "header_row"), 0, LAST_ROW),
        columns=held[""],
        points=held["points"],
        totals=held["total"],
        year=None if year is None else fields.integer(year, inside(field, "year"), 1900, 2100),
        restart=fields.boolean(given.get("restart", False), inside(field, "restart")),
        by_evening=fields.boolean(given.get("by_evening", False), inside(field, "by_evening")),
        cells=_cells(given.get("cells", {}), inside(field, "cells")),
        tricks=held["tricks"],
    )


def _held_columns(data: object, field: str) -> dict[str, dict[int, str]]:
    """The players by column for each of OF_PLAYERS, and under "" what the other columns hold."""
    given = fields.record(data, field, optional=None)
    fields.sequence(list(given), field, 1, MOST_COLUMNS)
    held: dict[str, dict[int, str]] = {kind: {} for kind in ("", *OF_PLAYERS)}
    first: dict[tuple[str, str], str] = {}
    for letters, what in given.items():
        path, kind = inside(field, letters), ""
        if not (letters.isascii() and letters.isalpha() and letters.isupper() and len(letters) <= 3):
            raise Refusal(NOT_A_COLUMN, field, letters=fields.excerpt(letters))
        if isinstance(what, Mapping):
            fields.record(what, path, optional=OF_PLAYERS)
            fields.sequence(list(what), path, 1, 1)
            [(kind, player)] = what.items()
            content = fields.words(player, inside(path, kind), 80)
        else:
            content = fields.one_of(what, path, (*ONCE, *SEVERAL))
        other = first.setdefault((kind, content), letters)
        if other != letters and content not in SEVERAL:
            raise Refusal(TWICE, field, what=content, one=other, other=letters)
        held[kind][column_of(letters)] = content
    return held


def _cells(data: object, field: str) -> dict[str, str]:
    cells = {what: str(cell) for what, cell in fields.record(data, field, optional=OF_SHEET).items()}
    for what, cell in cells.items():
        if not CELL.fullmatch(cell):
            raise Refusal(NOT_A_CELL, inside(field, what), cell=fields.excerpt(cell))
    return cells
