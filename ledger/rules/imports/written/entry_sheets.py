"""The workbook that this site made to type deals in, recognised by its hidden sheet, with the map of its columns."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ledger.rules.imports.written.column_map import EVERY_SHEET, ONCE, SEVERAL, BookMap, SheetMap
from ledger.rules.imports.written.sheets import BookSheet
from ledger.rules.site import fields
from ledger.rules.site.column_letters import column_of
from ledger.rules.site.refusal import Refusal

TITLE, KIND = "whistklub", "entry"
CELL = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,5})")
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
    match = CELL.fullmatch(name)
    if match is None:
        raise ValueError(name)
    return int(match[2]), column_of(match[1])
