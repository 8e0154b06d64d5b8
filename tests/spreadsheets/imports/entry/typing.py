"""Typing deals into the workbook for them, as somebody at the table would."""

from collections.abc import Mapping, Sequence
from datetime import date
from io import BytesIO
from typing import Any

from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from ledger.queries.imports import entry_book_of
from ledger.rules.deals.kinds import Deal
from ledger.rules.scoring.scoring_table import CAUSES, TRUMPS
from ledger.rules.scoring.tariff import Tariff
from ledger.rules.site.labels import Label
from ledger.spreadsheets.imports.entry_book import (
    DATE_CELL,
    FIRST_DEAL,
    HEADER_ROW,
    EntryBook,
    EntryColumns,
    columns_of,
)
from tests.spreadsheets.imports.workbooks import file_of

DAY = date(2026, 3, 12)
NAMES = ("Anna", "Bo", "Carl", "Dorthe", "Emil", "Fie", "Gerda")


def book_of(
    tariff: Tariff, players: tuple[str, ...] = NAMES, club: str = "Torsdagsklubben", chairs: int | None = None
) -> EntryBook:
    """The workbook of some players by a tariff."""
    return entry_book_of(tariff.scoring_table, club=club, players=players, chairs=chairs)


def cells_of(deal: Deal, tariff: Tariff, say: Any) -> dict[str, Any]:
    """What somebody types for a deal, by column; the tricks of others by player under "tricks_of"."""
    data, scoring_table = deal.data(), tariff.scoring_table
    match data["kind"]:
        case "trick":
            return _trick_cells(data, tariff, say)
        case "nolo":
            first, *joined = data["participants"]
            return {
                "declarer": first["player"],
                "contract": say(scoring_table.nolo[data["contract"]].label),
                "tricks": first["tricks"],
                "tricks_of": {item["player"]: item["tricks"] for item in joined},
            }
        case "free_for_all":
            return {"contract": say(_label(scoring_table.free_for_all)), "tricks_of": data["tricks"]}
        case "pair_book":
            return {"contract": say(_label(scoring_table.pair_book)), "tricks": data["pair_tricks"][0]}
        case "role_table":
            contract = say(scoring_table.roles[data["outcome"]].label)
            return {"declarer": data["maker"], "contract": contract, "partner": data["partner"]}
        case "penalty":
            return {"declarer": data["player"], "contract": say(scoring_table.penalties[data["penalty"]].label)}
        case "not_played":
            return {"contract": say(CAUSES[data["cause"]])}
    return {"contract": say(deal.name(scoring_table))}


def _label(priced: Any) -> Label:
    label: Label = priced.label
    return label


def _trick_cells(data: Mapping[str, Any], tariff: Tariff, say: Any) -> dict[str, Any]:
    scoring_table = tariff.scoring_table
    column = scoring_table.column(data["attachment"], data.get("vip_turn"))
    assert column is not None
    has_levels = len(scoring_table.levels) > 1
    partner = data["partner"] if scoring_table.partner == "called" else None
    if data.get("alone") in ("self_called", "ace_in_cat"):
        partner = {"self_called": "Selvmakker", "ace_in_cat": "Katten"}[data["alone"]]
    return {
        "declarer": data["declarer"],
        "contract": str(data["level"]) if has_levels else say(column.label),
        "attachment": say(column.label) if has_levels else None,
        "trump": say(TRUMPS[data["trump"]]) if data.get("trump") in scoring_table.trumps else None,
        "flag": say(scoring_table.flags[data["flag"]]) if data.get("flag") else None,
        "partner": partner,
        "tricks": data["tricks"],
    }


def type_in(
    content: bytes, book: EntryBook, rows: Sequence[Mapping[str, Any]], players: Sequence[str], sheet: str = ""
) -> bytes:
    """The workbook with rows typed in on a sheet, the first unless it is named."""
    workbook, columns = load_workbook(BytesIO(content)), columns_of(book)
    page: Worksheet = workbook[sheet or workbook.sheetnames[0]]
    page[DATE_CELL].value = DAY
    for column in columns.chairs:
        page.cell(HEADER_ROW, column).value = None
    for column, name in zip(columns.chairs, players, strict=False):
        page.cell(HEADER_ROW, column).value = name or None
        page.cell(HEADER_ROW, column).data_type = "s"
    for row, cells in enumerate(rows, FIRST_DEAL):
        _type_row(page, columns, row, cells, players)
    return file_of(workbook)


def _type_row(
    page: Worksheet, columns: EntryColumns, row: int, cells: Mapping[str, Any], players: Sequence[str]
) -> None:
    for what, value in cells.items():
        if what == "tricks_of":
            for player, tricks in value.items():
                page.cell(row, columns.chairs[players.index(player)]).value = tricks
        elif value is not None:
            cell = page.cell(row, columns.of[what])
            cell.value = value
            if isinstance(value, str):
                cell.data_type = "s"
