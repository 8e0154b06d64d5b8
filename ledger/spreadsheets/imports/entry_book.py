"""The workbook to type deals in: a sheet an evening, with the lists to choose from."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import zip_longest
from operator import itemgetter

from openpyxl import Workbook
from openpyxl.styles import Alignment, Border, Font, NamedStyle, PatternFill, Side
from openpyxl.utils import get_column_letter, quote_sheetname
from openpyxl.worksheet.datavalidation import DataValidation

from ledger.rules.site.labels import Label, Phrase, Say, fill, same
from ledger.spreadsheets.site import Cell, StyledColumn, WrittenSheet, one_line

MARK_SHEET = "whistklub"  # hidden; its first word says that the workbook is one to type in
MARK = "entry"


@dataclass(frozen=True)
class EntryBook:
    """A club's workbook to type deals in.

    At most `players_at_table` play, and `chairs` sit at a table. `tricks` are those of a deal. `choices` are what the
    lists offer as "contract", "attachment", "trump" and "flag". A contract
    `has_partner` where one is called or named, and `has_tricks_of_each` where others than the declarer's side have
    tricks of their own.
    """

    club: str
    players_at_table: int
    chairs: int
    tricks: int
    players: Sequence[str]
    choices: Mapping[str, Sequence[Label]]
    has_partner: bool
    has_tricks_of_each: bool


USUAL_WIDTH, LIST_WIDTH = 11, 20
PLAIN, LABEL, HEADING, NAME, DAY, TEXT, NUMBER = "plain", "label", "heading", "name", "day", "typed", "typed number"
DEAL = Phrase("Deal")
DATE_CELL, TABLE_CELL, HEADER_ROW, FIRST_DEAL = "C1", "C2", 4, 5


@dataclass(frozen=True)
class EntryColumns:
    """The columns of an evening's sheet: by what they hold, from 1, and how they look.

    `chairs` have a player's name above, and below it that player's own tricks where others than the declarer's side
    have any.
    """

    of: Mapping[str, int]
    styled: Sequence[StyledColumn]
    chairs: Sequence[int]


def others_away(book: EntryBook) -> Sequence[str]:
    """The columns for those who sit out besides the dealer: one with six chairs for four who play, two with seven."""
    return [f"over{number}" for number in range(1, book.chairs - book.players_at_table)]


def columns_of(book: EntryBook) -> EntryColumns:
    """The columns that a club's scoring table needs."""
    columns = {
        "number": StyledColumn(DEAL, NUMBER, 6),
        "dealer": StyledColumn(Phrase("Dealer"), TEXT, USUAL_WIDTH),
        **dict.fromkeys(others_away(book), StyledColumn(Phrase("Sits out too"), TEXT, USUAL_WIDTH)),
        "declarer": StyledColumn(Phrase("Declarer"), TEXT, 12),
        "contract": StyledColumn(Phrase("Contract"), TEXT, 16),
        "attachment": StyledColumn(Phrase("Attachment"), TEXT, 12),
        "trump": StyledColumn(Phrase("Trump"), TEXT, 9),
        "flag": StyledColumn(Phrase("Knock"), TEXT, 9),
        "partner": StyledColumn(Phrase("Partner"), TEXT, 12),
        "tricks": StyledColumn(Phrase("Tricks"), NUMBER, 7),
    }
    for what, labels in book.choices.items():
        if not labels:
            del columns[what]
    if not book.has_partner:
        del columns["partner"]
    first = len(columns) + 1
    chair, note = StyledColumn("", NUMBER, USUAL_WIDTH), StyledColumn(Phrase("Note"), TEXT, 28)
    styled = [*columns.values(), *[chair] * book.chairs, note]
    of = {what: at for at, what in enumerate(columns, 1)}
    return EntryColumns({**of, "note": len(styled)}, styled, range(first, first + book.chairs))


# What is wrong is said by the site, when the workbook is handed in.


LISTS_SHEET = Phrase("Lists")
TRICKS_OF_OTHERS = Phrase("Tricks of others on a nolo")

FORMAT = 3
EVENINGS, DEALS = 6, 32  # sheets, and rows of each; a sheet that is copied works too
MOST_TABLES = 9
GREEN, RULE = "CFE8D5", "B7C9BD"


def write_entry_book(book: EntryBook, language: str, *, evenings: int = EVENINGS, deals: int = DEALS) -> bytes:
    """The xlsx file to type deals in, in a language."""
    workbook = Workbook(write_only=True)
    say = itemgetter(language)
    for style in _styles():
        workbook.add_named_style(style)
    columns = columns_of(book)
    lists = {"players": book.players} | {what: [*map(say, labels)] for what, labels in book.choices.items()}
    rules = _rules(book, columns, lists, FIRST_DEAL + deals - 1, say)
    for number in range(1, evenings + 1):
        sheet = WrittenSheet(workbook, fill(Phrase("Evening %(number)s"), number=number), columns.styled, say)
        _write_evening(sheet, book, columns, deals)
        sheet.worksheet.data_validations.dataValidation = rules
    sheet = WrittenSheet(workbook, LISTS_SHEET, [StyledColumn("", PLAIN, LIST_WIDTH)] * len(lists), say)
    for row in zip_longest(*lists.values()):
        sheet.row(row, [PLAIN] * len(lists))
    sheet.worksheet.sheet_state = "hidden"
    sheet = WrittenSheet(workbook, same(MARK_SHEET), [StyledColumn("", PLAIN)] * 2, say)
    sheet.row([MARK, json.dumps(_facts(book, columns, say), ensure_ascii=False)], [PLAIN] * 2)
    sheet.worksheet.sheet_state = "veryHidden"
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


def _write_evening(sheet: WrittenSheet, book: EntryBook, columns: EntryColumns, deals: int) -> None:
    sheet.set_paper(["", "", ""], is_upright=False, is_one_page=True)
    sheet.freeze(1, HEADER_ROW)
    styled = columns.styled
    first = columns.chairs[0]
    # In the words that the reader of old books knows.
    alone = fill(
        Phrase("Without a partner write %(own_partner)s or %(cat)s."),
        own_partner=Phrase("Own partner"),
        cat=Phrase("Cat"),
    )
    above: Sequence[Mapping[int, Cell]] = [
        {
            1: (Phrase("Date"), LABEL),
            3: (None, DAY),
            5: (one_line(book.club), LABEL),
            first: alone if book.has_partner else None,
        },
        {
            1: (Phrase("Table", "where people sit"), LABEL),
            3: (None, NUMBER),
            5: Phrase("Write the day, choose the players in the green cells, and write a deal in each row."),
        },
        {
            1: Phrase("Somebody new, or another table: next sheet, same day."),
            first: (TRICKS_OF_OTHERS if book.has_tricks_of_each else None, LABEL),
        },
    ]
    for cells in above:
        sheet.row([cells.get(column) for column, _ in enumerate(styled, 1)], [PLAIN] * len(styled))
    is_sure = len(book.players) <= book.chairs  # who sits there
    names = dict(zip(columns.chairs, book.players, strict=False)) if is_sure else {}
    headings: list[Cell] = [
        (names.get(column), NAME) if column in columns.chairs else heading.heading
        for column, heading in enumerate(styled, 1)
    ]
    sheet.row(headings, [HEADING] * len(styled), 32)
    for number in range(1, deals + 1):
        sheet.row([number, *[None] * (len(styled) - 1)], [column.style for column in styled], 18)
    sheet.worksheet.print_area = f"A1:{get_column_letter(len(styled))}{sheet.at}"


def _rules(
    book: EntryBook, columns: EntryColumns, lists: Mapping[str, Sequence[str]], last: int, say: Say
) -> list[DataValidation]:
    """What may be chosen or typed in the cells of an evening's sheet."""
    names = _area(columns.chairs, HEADER_ROW, HEADER_ROW)
    listed = {
        what: f"{quote_sheetname(say(LISTS_SHEET))}!{_area([at], 1, max(len(offered), 1))}"
        for at, (what, offered) in enumerate(lists.items(), 1)
    }
    rules = [
        DataValidation(
            "list",
            listed["players"],
            sqref=names,
            errorStyle="warning",
            error=say(Phrase("This is none of the club's players. Is it a guest, or a slip?")),
            prompt=say(Phrase("Choose a player of the club. A guest may be written too.")),
        )
    ]
    at_table = dict.fromkeys(("dealer", *others_away(book), "declarer", "partner"), names)
    for what, choices in {**listed, **at_table}.items():
        if what in columns.of:
            is_strict = what in at_table and what != "partner"  # where there is none, that is written
            error = say(Phrase("Choose one of the players at the table.")) if is_strict else None
            below = _area([columns.of[what]], FIRST_DEAL, last)
            rules.append(DataValidation("list", choices, sqref=below, error=error, showErrorMessage=is_strict))
    rules += _rules_of_numbers(book, columns, last, say)
    for rule in rules:
        rule.allow_blank = True
    return rules


def _rules_of_numbers(book: EntryBook, columns: EntryColumns, last: int, say: Say) -> list[DataValidation]:
    """What tricks, the day and the number of the table may be."""
    tricks = _area([columns.of["tricks"]], FIRST_DEAL, last)
    if book.has_tricks_of_each:
        tricks += f" {_area(columns.chairs, FIRST_DEAL, last)}"
    whole_number = say(fill(Phrase("A whole number from 0 to %(most)s."), most=book.tricks))
    day = say(Phrase("Write the day of the evening, such as 12-03-2026."))
    table_number = say(Phrase("Only if the tables were mixed in the course of the evening: the number of the table."))
    return [
        DataValidation("whole", "0", str(book.tricks), operator="between", sqref=tricks, error=whole_number),
        # A warning, since a day that a program keeps as text is read too.
        DataValidation(
            "date",
            "DATE(2000,1,1)",
            operator="greaterThan",
            sqref=DATE_CELL,
            errorStyle="warning",
            error=day,
            prompt=day,
        ),
        DataValidation(
            "whole",
            "1",
            str(MOST_TABLES),
            operator="between",
            sqref=TABLE_CELL,
            error=table_number,
            prompt=table_number,
        ),
    ]


def _area(columns: Sequence[int], top: int, bottom: int) -> str:
    return f"${get_column_letter(columns[0])}${top}:${get_column_letter(columns[-1])}${bottom}"


def _facts(book: EntryBook, columns: EntryColumns, say: Say) -> Mapping[str, object]:
    """Where everything stands, kept on a hidden sheet so that nobody has to say it when the file is handed in."""
    return {
        "format": FORMAT,
        "header_row": HEADER_ROW,
        "heading": say(DEAL),
        # As the map of a book calls what they hold; who else sits out stands between dealer and declarer.
        "columns": {
            get_column_letter(column): "contract" if what in ("attachment", "trump", "flag") else what
            for what, column in columns.of.items()
            if not what.startswith("over")
        },
        "chairs": [get_column_letter(column) for column in columns.chairs],
        "cells": {"date": DATE_CELL, "table": TABLE_CELL},
        "tricks_of_each": book.has_tricks_of_each,
    }
