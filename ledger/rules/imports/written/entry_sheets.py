"""The workbook that this site made to type deals in, recognised by its hidden sheet, with the map of its columns."""

from collections.abc import Mapping, Sequence
from typing import Any

from ledger.rules.imports.written.column_map import EVERY_SHEET, BookMap, read_map
from ledger.rules.imports.written.sheets import BookSheet
from ledger.rules.site import fields
from ledger.rules.site.column_letters import column_of, letters_of
from ledger.rules.site.refusal import Refusal

TITLE, KIND = "whistklub", "entry"
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
        return read_map({"sheets": {EVERY_SHEET: None} | {title: map_ for title, map_ in evenings.items() if map_}})
    except (Refusal, LookupError, TypeError, ValueError):
        return None


def _evening(sheet: BookSheet, facts: Mapping[str, Any]) -> dict[str, Any] | None:
    """The map of an evening's sheet as data, with those who sit there; None for any other, and one without players."""
    header = next((row for row in sheet.rows if row.number == facts["header_row"]), None)
    if header is None or header.text(1) != facts["heading"]:
        return None
    # What earlier releases worked out in a column is read from the cells beside it.
    columns: dict[str, Any] = {letters: what for letters, what in facts["columns"].items() if what != "line"}
    at = {what: column_of(letters) for letters, what in columns.items()}
    chairs = [column_of(letters) for letters in facts["chairs"]]
    for column in range(at["dealer"] + 1, at["declarer"]):
        columns[letters_of(column)] = "away"
    under_a_name = "tricks" if facts.get("tricks_of_each") else "points"
    has_tricks = at["tricks"] + 1 < chairs[0]  # as formats 1 and 2 had them, in columns of their own
    seated: set[str] = set()
    for chair in chairs:
        name = header.text(chair)[:LONGEST_NAME]
        if name and name not in seated:
            seated.add(name)
            columns[letters_of(chair)] = {under_a_name: name}
            if has_tricks:
                columns[letters_of(chair - len(chairs))] = {"tricks": name}
    cells = facts.get("cells", FIRST_CELLS)
    return {"header_row": header.number, "columns": columns, "cells": cells} if seated else None
