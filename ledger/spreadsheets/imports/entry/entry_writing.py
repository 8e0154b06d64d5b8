"""The workbook to type deals in as a file: a sheet an evening, and the lists to choose from.

What is wrong is said by the site, when the workbook is handed in.
"""

import json
from collections.abc import Mapping, Sequence
from io import BytesIO
from operator import itemgetter

from openpyxl import Workbook
from openpyxl.styles import Alignment, Border, Font, NamedStyle, PatternFill, Side
from openpyxl.utils import absolute_coordinate, get_column_letter, quote_sheetname
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.page import PageMargins
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from ledger.rules.site.labels import Phrase, Say, fill
from ledger.spreadsheets.imports.entry.entry_book import MARK, MARK_SHEET, EntryBook
from ledger.spreadsheets.imports.entry.entry_columns import (
    DATE_CELL,
    FIRST_DEAL,
    HEADER_ROW,
    TABLE_CELL,
    EntryColumns,
    columns_of,
    others_away,
)
from ledger.spreadsheets.site.safe_text import cell_text, one_line

EVENING_SHEET, LISTS_SHEET = Phrase("Evening {number}"), Phrase("Lists")
DATE, TABLE = Phrase("Date"), Phrase("Table")
HINT = Phrase("Write the day, choose the players in the green cells, and write a deal in each row.")
MORE = Phrase("Somebody new, or another table: next sheet, same day.")
ALONE = Phrase("Without a partner write {own_partner} or {cat}.")
OWN_PARTNER, CAT = Phrase("Own partner"), Phrase("Cat")  # as the reader of old books knows them
TRICKS_OF_OTHERS = Phrase("Tricks of others on a nolo")
ASK_DAY = Phrase("Write the day of the evening, such as 12-03-2026.")
ASK_TABLE = Phrase("Only if the tables were mixed in the course of the evening: the number of the table.")
ASK_PLAYER = Phrase("Choose a player of the club. A guest may be written too.")
UNKNOWN_PLAYER = Phrase("This is none of the club's players. Is it a guest, or a slip?")
ASK_AT_TABLE = Phrase("Choose one of the players at the table.")
ASK_TRICKS = Phrase("A whole number from 0 to {most}.")

FORMAT = 3
EVENINGS, DEALS = 6, 32  # sheets, and rows of each; a sheet that is copied works too
MOST_TABLES = 9
# What the columns hold, as the map of a book calls it.
HELD = {
    "number": "number", "dealer": "dealer", "declarer": "declarer", "contract": "contract", "attachment": "contract",
    "trump": "contract", "flag": "contract", "partner": "partner", "tricks": "tricks", "note": "note",
}  # fmt: skip
WIDTHS = {
    "number": 6, "declarer": 12, "contract": 16, "attachment": 12, "trump": 9, "flag": 9, "partner": 12, "tricks": 7,
    "note": 28,
}  # fmt: skip
USUAL_WIDTH = 11
PLAIN, LABEL, HEADING, NAME, DAY, TEXT, NUMBER = "plain", "label", "heading", "name", "day", "typed", "typed number"
GREEN, RULE = "CFE8D5", "B7C9BD"


def write_entry_book(book: EntryBook, language: str, *, evenings: int = EVENINGS, deals: int = DEALS) -> bytes:
    """The xlsx file to type deals in, in a language."""
    workbook, say = Workbook(), itemgetter(language)
    for style in _styles():
        workbook.add_named_style(style)
    lists = workbook.worksheets[0]
    lists.title, lists.sheet_state = say(LISTS_SHEET), "hidden"
    choices = _write_lists(lists, book, say)
    columns = columns_of(book)
    for number in range(1, evenings + 1):
        sheet = workbook.create_sheet(say(fill(EVENING_SHEET, number=number)), number - 1)
        _write_head(sheet, book, columns, say)
        _write_rows(sheet, columns, deals)
        _offer_choices(sheet, book, columns, choices, say)
        _lay_out(sheet, columns)
    workbook.active = 0
    _write_mark(workbook.create_sheet(MARK_SHEET), book, columns, say)
    workbook.save(target := BytesIO())
    return target.getvalue()


def _styles() -> list[NamedStyle]:
    thin, regular, bold = Side("thin", RULE), Font("Calibri", 11), Font("Calibri", 11, bold=True)
    frame, green = Border(thin, thin, thin, thin), PatternFill("solid", GREEN)
    left, right = Alignment("left", "center", wrap_text=True), Alignment("right", "center", wrap_text=True)
    # As text, or a program would take a guest called "=1+1" for a formula and one called "1-2" for a day.
    return [
        NamedStyle(PLAIN, regular, number_format="@"),
        NamedStyle(LABEL, bold, number_format="@"),
        NamedStyle(HEADING, bold, border=frame, alignment=left, number_format="@"),
        NamedStyle(NAME, bold, green, frame, right, "@"),
        NamedStyle(DAY, bold, green, frame, left, "dd-mm-yyyy"),
        NamedStyle(TEXT, regular, border=frame, alignment=left, number_format="@"),
        NamedStyle(NUMBER, regular, border=frame, alignment=right, number_format="0"),
    ]


def _put(sheet: Worksheet, row: int, column: int, text: str, style: str) -> None:
    cell = sheet.cell(row, column, cell_text(text))
    cell.data_type = "s"  # openpyxl would take "=1+1" for a formula and "#N/A" for an error
    cell.style = style


def _write_lists(sheet: Worksheet, book: EntryBook, say: Say) -> Mapping[str, str]:
    """Write the lists to choose from, one beside the other; gives where each stands, by what it is for."""
    lists = {
        "players": book.players,
        "contract": [say(label) for label in book.contracts],
        "attachment": [say(label) for label in book.attachments],
        "trump": [say(label) for label in book.trumps],
        "flag": [say(label) for label in book.flags],
    }
    areas = {}
    for column, (what, choices) in enumerate(lists.items(), 1):
        for row, choice in enumerate(choices, 1):
            _put(sheet, row, column, choice, PLAIN)
        letter = get_column_letter(column)
        area = absolute_coordinate(f"{letter}1:{letter}{max(len(choices), 1)}")
        areas[what] = f"{quote_sheetname(sheet.title)}!{area}"
    return areas


def _write_head(sheet: Worksheet, book: EntryBook, columns: EntryColumns, say: Say) -> None:
    _put(sheet, 1, 1, say(DATE), LABEL)
    sheet[DATE_CELL].style = DAY
    _put(sheet, 1, 5, one_line(book.club), LABEL)
    _put(sheet, 2, 1, say(TABLE), LABEL)
    sheet[TABLE_CELL].style = NUMBER
    _put(sheet, 2, 5, say(HINT), PLAIN)
    _put(sheet, 3, 1, say(MORE), PLAIN)
    if book.has_partner:
        _put(sheet, 1, columns.chairs[0], say(fill(ALONE, own_partner=OWN_PARTNER, cat=CAT)), PLAIN)
    if book.has_tricks_of_each:
        _put(sheet, HEADER_ROW - 1, columns.chairs[0], say(TRICKS_OF_OTHERS), LABEL)
    for column, heading in columns.headings.items():
        _put(sheet, HEADER_ROW, column, say(heading), HEADING)
    is_sure = len(book.players) <= book.chairs  # who sits there
    for at, column in enumerate(columns.chairs):
        sheet.cell(HEADER_ROW, column).style = NAME
        if is_sure and at < len(book.players):
            _put(sheet, HEADER_ROW, column, book.players[at], NAME)


def _write_rows(sheet: Worksheet, columns: EntryColumns, deals: int) -> None:
    of_numbers = {columns.of["number"], columns.of["tricks"], *columns.chairs}
    for number, row in enumerate(range(FIRST_DEAL, FIRST_DEAL + deals), 1):
        sheet.row_dimensions[row].height = 18
        for column in range(1, columns.of["note"] + 1):
            sheet.cell(row, column).style = NUMBER if column in of_numbers else TEXT
        sheet.cell(row, columns.of["number"]).value = number


def _offer_choices(
    sheet: Worksheet, book: EntryBook, columns: EntryColumns, choices: Mapping[str, str], say: Say
) -> None:
    last = sheet.max_row
    names = _area(columns.chairs, HEADER_ROW, HEADER_ROW)
    for what in ("dealer", *others_away(book), "declarer", "partner"):
        if what in columns.of:
            rule = _list(absolute_coordinate(names), say(ASK_AT_TABLE))
            rule.showErrorMessage = what != "partner"  # where there is none, that is written
            _add(sheet, rule, _area([columns.of[what]], FIRST_DEAL, last))
    for what in ("contract", "attachment", "trump", "flag"):
        if what in columns.of:
            _add(sheet, _list(choices[what]), _area([columns.of[what]], FIRST_DEAL, last))
    players = _list(choices["players"], say(UNKNOWN_PLAYER), say(ASK_PLAYER))
    players.errorStyle = "warning"
    _add(sheet, players, names)
    tricks = DataValidation("whole", "0", str(book.tricks), operator="between")
    tricks.error = say(fill(ASK_TRICKS, most=book.tricks))
    _add(sheet, tricks, _area([columns.of["tricks"]], FIRST_DEAL, last))
    if book.has_tricks_of_each:
        tricks.add(_area(columns.chairs, FIRST_DEAL, last))
    # A warning, since a day that a program keeps as text is read too.
    day = DataValidation("date", "DATE(2000,1,1)", operator="greaterThan", errorStyle="warning")
    day.error = day.prompt = say(ASK_DAY)
    _add(sheet, day, DATE_CELL)
    table_number = DataValidation("whole", "1", str(MOST_TABLES), operator="between")
    table_number.error = table_number.prompt = say(ASK_TABLE)
    _add(sheet, table_number, TABLE_CELL)


def _list(area: str, fault: str = "", ask: str = "") -> DataValidation:
    return DataValidation("list", area, error=fault or None, prompt=ask or None)


def _add(sheet: Worksheet, rule: DataValidation, cells: str) -> None:
    rule.allow_blank = True
    rule.add(cells)
    sheet.add_data_validation(rule)


def _area(columns: Sequence[int], top: int, bottom: int) -> str:
    return f"{get_column_letter(columns[0])}{top}:{get_column_letter(columns[-1])}{bottom}"


def _lay_out(sheet: Worksheet, columns: EntryColumns) -> None:
    """Set widths, keep the headings in sight, and print an evening on one page."""
    for column in range(1, columns.of["note"] + 1):
        sheet.column_dimensions[get_column_letter(column)].width = USUAL_WIDTH
    for what, width in WIDTHS.items():
        if what in columns.of:
            sheet.column_dimensions[get_column_letter(columns.of[what])].width = width
    sheet.row_dimensions[HEADER_ROW].height = 32
    sheet.freeze_panes = f"B{FIRST_DEAL}"
    sheet.page_setup.paperSize, sheet.page_setup.orientation = 9, "landscape"  # A4
    sheet.page_margins = PageMargins(0.4, 0.4, 0.4, 0.4)
    sheet.print_options.horizontalCentered = True
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.print_area = f"A1:{get_column_letter(columns.of['note'])}{sheet.max_row}"


def _write_mark(sheet: Worksheet, book: EntryBook, columns: EntryColumns, say: Say) -> None:
    """Say on a hidden sheet where everything stands, so that nobody has to when the file is handed in."""
    facts = {
        "format": FORMAT,
        "header_row": HEADER_ROW,
        "heading": say(columns.headings[1]),
        "columns": {get_column_letter(columns.of[what]): held for what, held in HELD.items() if what in columns.of},
        "chairs": [get_column_letter(column) for column in columns.chairs],
        "cells": {"date": DATE_CELL, "table": TABLE_CELL},
        "tricks_of_each": book.has_tricks_of_each,
    }
    _put(sheet, 1, 1, MARK, PLAIN)
    _put(sheet, 1, 2, json.dumps(facts, ensure_ascii=False), PLAIN)
    sheet.sheet_state = "veryHidden"
