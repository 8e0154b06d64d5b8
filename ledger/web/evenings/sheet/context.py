"""An evening's sheet as pages draw it: on its own page, live, and by a player's link."""

from collections.abc import Collection
from typing import Any, NamedTuple

from django.utils import timezone

from ledger.models import Evening, Player
from ledger.queries.deals.doubts import Doubts, doubts_among
from ledger.queries.evenings.confirming import confirming
from ledger.queries.evenings.neighbours import Around
from ledger.queries.evenings.result import evening_result
from ledger.queries.evenings.sheet import Sheet, sheet
from ledger.queries.evenings.turns import AtTable, tables_as_read
from ledger.queries.statistics.story import words_of_evening
from ledger.rules.evenings.figures import night_of
from ledger.rules.site.points import decimals_of, points_text
from ledger.web.evenings.sheet.pictures import evening_curve, places_with_bars
from ledger.web.evenings.sheet.rows import SheetRows


class Room(NamedTuple):
    """How many characters of a number fit in a column of a phone 360 pixels wide, its sign and comma included.

    In the rows at their usual size and small, and in the totals.
    """

    usual: int
    small: int
    in_all: int


ROOM = {4: Room(8, 9, 9), 5: Room(6, 7, 7), 6: Room(5, 6, 6), 7: Room(5, 5, 6)}
BESIDE = Room(5, 6, 6)  # where the numbers stand beside what was played
MOST_BESIDE = 5  # columns


def evening_context(evening: Evening, around: Around, *, is_boards: bool) -> dict[str, Any]:
    """An evening's result and sheet for whoever reads; `is_live` while deals may still come.

    `is_ending` where the board has a result to approve, and `lines` is how many entries that would cover.
    """
    is_live = not around.is_approved and not evening.season.closed_at
    sheet = sheet_context(evening, is_live=is_live, leads_on=is_boards)
    result, asks = evening_result(sheet=sheet["sheet"], around=around), evening.club.players_confirm
    totals = sheet["sheet"].book.only_entry("totals")
    is_over = not is_live or totals is not None or evening.date < night_of(timezone.localtime())
    return {
        **sheet,
        "around": around,
        "totals_only": totals,
        "lines": len(sheet["sheet"].book.entries),
        "is_live": is_live,
        "is_over": is_over,
        "is_ending": is_boards and is_live and bool(sheet["rows"]),
        "confirming": asks and confirming(evening=evening, read=sheet["sheet"], has_links=around.has_links),
        "result": result,
        "told": words_of_evening(sheet=sheet["sheet"], result=result, is_first=not around.before)
        if result and is_over
        else None,
        "places": places_with_bars(result) if result else [],
        "curve": evening_curve(result, evening.season.unit_denominator) if result else None,
    }


def sheet_context(
    evening: Evening, *, is_live: bool = False, own_player: Player | None = None, leads_on: bool = False
) -> dict[str, Any]:
    """An evening's sheet alone, for whom SheetRows says; while `is_live`, `tables` are those that are played at."""
    read = sheet(evening=evening)
    doubts = doubts_among(club=evening.club, evenings=[evening.pk])
    return {
        "club": evening.club,
        "season": evening.season,
        "evening": evening,
        **_rows_context(read, doubts, own_player=own_player, leads_on=leads_on),
        "parts": _table_parts(read, doubts, leads_on=leads_on),
        "tables": _tables_as_read(read) if is_live else [],
    }


def _tables_as_read(read: Sheet) -> list[AtTable]:
    standing = [row.entry for row in read.standing]
    return tables_as_read(evening=read.evening, seats=read.seats, standing=standing, number=read.book.next_number)


def _rows_context(sheet: Sheet, doubts: Doubts, *, own_player: Player | None = None, leads_on: bool) -> dict[str, Any]:
    """What _sheet.html asks of a sheet.

    What draws its rows, everybody's total, the deals in doubt, whether the house plays, how many decimals the numbers
    have, and the classes that lay the sheet out.
    """
    denominator = sheet.evening.season.unit_denominator
    house_plays, amounts = any(row.house for row in sheet.rows), _amounts(sheet)
    in_doubt = [row.number for row in sheet.standing if row.number in doubts.numbers]
    decimals = decimals_of([*amounts, *sheet.totals, sheet.house], denominator)
    return {
        "sheet": sheet,
        "rows": sheet.rows,
        "drawn": SheetRows(
            sheet,
            decimals=decimals,
            house_plays=house_plays,
            own_player=own_player,
            leads_on=leads_on,
            in_doubt=in_doubt,
        ),
        "in_doubt": in_doubt,
        "own_player": own_player,
        "totals": list(zip(sheet.players, sheet.totals, strict=True)),
        "house_plays": house_plays,
        "decimals": decimals,
        "layout": _layout(sheet, amounts, len(sheet.players) + house_plays, decimals),
        "has_declarers": any(cell.is_declaring for row in sheet.rows for cell in row.cells),
    }


def _amounts(sheet: Sheet) -> set[int]:
    """Every number in the rows of a sheet, once."""
    in_cells = {cell.points for row in sheet.rows for cell in row.cells if cell.points is not None}
    return in_cells | {row.house for row in sheet.rows}


def _layout(sheet: Sheet, amounts: Collection[int], columns: int, decimals: int) -> str:
    """The CSS classes of a sheet with so many columns, which size its numbers (evenings/sheet.css)."""
    denominator = sheet.evening.season.unit_denominator
    in_rows = _longest(amounts, denominator, decimals)
    in_all = _longest([*sheet.totals, sheet.house], denominator, decimals)
    columns = max(columns, min(ROOM))
    room = ROOM.get(columns)
    classes = [f"n{columns}"]
    if room is None or in_rows > room.small or in_all > room.in_all:
        classes.append("lines")
    elif columns <= MOST_BESIDE and in_rows <= BESIDE.small and in_all <= BESIDE.in_all:
        classes.append("beside")
        room = BESIDE
    if room is None or in_rows > room.usual:
        classes.append("small-numbers")
    return " ".join(classes)


def _longest(amounts: Collection[int], denominator: int, decimals: int) -> int:
    """How many characters the longest amount takes, aligned on the comma and with its sign."""
    return max((_length(units, denominator, decimals) for units in amounts), default=1)


def _length(units: int, denominator: int, decimals: int) -> int:
    whole, _, after = points_text(abs(units), denominator).partition(".")
    return 1 + len(whole) + (1 + max(decimals, len(after)) if decimals else 0)


def _table_parts(read: Sheet, doubts: Doubts, *, leads_on: bool) -> list[dict[str, Any]]:
    """A sheet in parts, one per table; the number is 0 if there is only one."""
    sheets = read.tables
    return [
        {
            "number": number if len(sheets) > 1 else 0,
            "heading": f"sheet-{number}",
            "seatings": table_sheet.seatings,
            **_rows_context(table_sheet, doubts, leads_on=leads_on),
        }
        for number, table_sheet in sheets.items()
    ]
