"""An evening's sheet as pages draw it: on its own page, live, and by a player's link."""

from collections.abc import Sequence
from typing import Any

from ledger.models import Evening
from ledger.queries.evenings.seating import hands
from ledger.queries.evenings.sheet import Sheet, sheet
from ledger.queries.evenings.turns import AtTable, tables_at


def sheet_context(evening: Evening, *, is_live: bool) -> dict[str, Any]:
    """An evening's sheet as it is drawn; `is_live` while deals may still come, `lines` what is then approved."""
    is_live = is_live and not evening.season.closed_at
    # Counted before the sheet is read: a deal that comes in between is then seen, but not approved.
    lines = evening.entries.count() if is_live else None
    read = sheet(evening=evening)
    tables = tables_at(evening=evening) if is_live else []
    return {
        "club": evening.club,
        "season": evening.season,
        "evening": evening,
        "lines": lines,
        "is_live": is_live,
        **_rows_context(read),
        "parts": _table_parts(read, tables),
        "tables": tables,
    }


def _rows_context(sheet: Sheet) -> dict[str, Any]:
    """What _sheet.html asks of a sheet: the rows with their cards, who has what in all, and whether the house plays."""
    return {
        "sheet": sheet,
        "rows": [(row, hands(entry=row.entry)) for row in sheet.rows],
        "totals": list(zip(sheet.players, sheet.totals, strict=True)),
        "house_plays": any(row.house for row in sheet.rows),
    }


def _table_parts(read: Sheet, tables: Sequence[AtTable]) -> list[dict[str, Any]]:
    """A sheet as its tables are drawn, one under the other; the number is 0 where there is only one table.

    `next` is the table as it stands while it is played.
    """
    sheets, playing = read.tables, {table.table_number: table for table in tables}
    return [
        {
            "number": number if len(sheets) > 1 else 0,
            "table": number,
            "next": playing.get(number),
            "seatings": table_sheet.seatings,
            **_rows_context(table_sheet),
        }
        for number, table_sheet in sheets.items()
    ]
