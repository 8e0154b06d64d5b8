"""A sheet that runs crosswise, players down and dates across: turned, so that each date is a row."""

from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

from ledger.rules.imports.written.days import read_day
from ledger.rules.imports.written.headings import FIRST_ROWS, guess_sheet_map
from ledger.rules.imports.written.sheets import BookRow, sheets_of

FEWEST_DAYS = 3
MOST_ROWS = 300  # a club has at most 200 players
CORNER = "Dato / Date"  # the heading that the days get


def with_dates_down(plain: Mapping[str, Any]) -> Mapping[str, Any]:
    """A sheet as plain data, its columns made rows if its dates run across; any other as it is."""
    [sheet] = sheets_of([plain])
    heads = next((row for row in sheet.rows[:FIRST_ROWS] if len(_days_of(row)) >= FEWEST_DAYS), None)
    if heads is None or sheet.rows[-1].number > MOST_ROWS or guess_sheet_map(sheet):
        return plain
    rows = dict(plain["rows"])
    columns = [list(column) for column in zip_longest(*[rows.get(at, ()) for at in range(1, max(rows) + 1)])]
    names = max(columns[: _days_of(heads)[0]], key=lambda column: sum(isinstance(value, str) for value in column))
    names[heads.number - 1] = CORNER
    turned = {**plain, "rows": [*enumerate(columns, 1)], "turned": True}
    return turned if guess_sheet_map(sheets_of([turned])[0]) else plain


def _days_of(row: BookRow) -> list[int]:
    """The columns of a row's days behind its first one, where most of what stands there are days; from 0."""
    filled = [at for at, value in enumerate(row.values) if at and value is not None]
    days = [at for at in filled if read_day(row.values[at])]
    return days if len(days) * 2 > len(filled) else []
