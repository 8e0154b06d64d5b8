"""The workbook to type deals in as a file: a sheet an evening, the price list, and the lists to choose from."""

import json
from collections.abc import Sequence
from datetime import UTC
from io import BytesIO
from operator import itemgetter

from openpyxl import Workbook
from openpyxl.packaging.core import DocumentProperties
from openpyxl.utils import absolute_coordinate, get_column_letter
from openpyxl.workbook.defined_name import DefinedName

from ledger.rules.site.labels import Say, fill
from ledger.spreadsheets.imports.entry import entry_wording as wording
from ledger.spreadsheets.imports.entry.entry_book import (
    MARK,
    MARK_SHEET,
    PRICE_MISSING,
    EntryBook,
    EntryContract,
    EntryOutcome,
)
from ledger.spreadsheets.imports.entry.entry_columns import (
    DATE_CELL,
    HEADER_ROW,
    TABLE_CELL,
    EntryColumns,
    columns_of,
)
from ledger.spreadsheets.imports.entry.entry_formulas import list_name
from ledger.spreadsheets.imports.entry.evening_sheet import add_entry_styles, write_evening
from ledger.spreadsheets.seasons import wording as site_wording
from ledger.spreadsheets.seasons.listing import FIRST_ROW, cells, on_sheet
from ledger.spreadsheets.seasons.printing import fit_on_paper
from ledger.spreadsheets.site.finishing import finish, workbook_bytes
from ledger.spreadsheets.site.looks import Look
from ledger.spreadsheets.site.page import Page
from ledger.spreadsheets.site.safe_text import one_line, unique_headings
from ledger.spreadsheets.site.styles import named_styles

FORMAT = 2
# What the columns hold, as the map of a book has it, where that has another name.
HELD = {"attachment": "contract", "trump": "contract", "flag": "contract"}
TYPED = (
    "number", "dealer", "declarer", "contract", "attachment", "trump", "flag", "partner", "tricks", "note", "line",
)  # fmt: skip
EVENINGS, DEALS = 6, 32  # sheets, and rows of each; a sheet that is copied works too
OUTCOME_HEADINGS = (
    wording.KEY, wording.LINE, wording.CONTRACT, wording.ATTACHMENT, wording.TRUMP, wording.FLAG, wording.PAID,
)  # fmt: skip


def write_entry_book(book: EntryBook, language: str, *, evenings: int = EVENINGS, deals: int = DEALS) -> bytes:
    """The xlsx file to type deals in, in a language; equal books give equal bytes."""
    workbook, say = Workbook(), itemgetter(language)
    del workbook[workbook.sheetnames[0]]
    for style in named_styles(book.unit_denominator):
        workbook.add_named_style(style)
    add_entry_styles(workbook)
    workbook.properties = _properties(book, say)
    workbook.calculation.fullCalcOnLoad = True
    columns = columns_of(book)
    pages = []
    for number in range(1, evenings + 1):
        page = Page(workbook.create_sheet(say(fill(wording.EVENING_SHEET, number=number))), book.unit_denominator)
        write_evening(page, book, columns, say, deals)
        pages.append(page)
    _write_prices(workbook, book, say)
    _write_lists(workbook, book, say)
    _write_mark(workbook, columns, say)
    target = BytesIO()
    cached = {f"xl/worksheets/sheet{at}.xml": page.cached for at, page in enumerate(pages, 1)}
    finish(workbook_bytes(workbook), target, cached=cached)
    return target.getvalue()


def _properties(book: EntryBook, say: Say) -> DocumentProperties:
    made_at = book.made_at.astimezone(UTC).replace(tzinfo=None)
    return DocumentProperties(
        title=f"{one_line(book.club)} – {say(wording.SUBJECT)}",
        subject=say(wording.SUBJECT),
        keywords="whist",
        creator="Whistklub",
        language=say(site_wording.LANGUAGE_TAG),
        created=made_at,
        modified=made_at,
    )


# --- the price list


def _write_prices(workbook: Workbook, book: EntryBook, say: Say) -> None:
    page = Page(workbook.create_sheet(say(wording.PRICES_SHEET)), book.unit_denominator)
    fit_on_paper(page.sheet, landscape=True, repeats_headings=True)
    page.sheet.freeze_panes = "H2"
    width = max(book.tricks + 1, max((len(outcome.amounts) for outcome in book.outcomes), default=1))
    first = len(OUTCOME_HEADINGS) + 1
    headings = unique_headings([*map(say, OUTCOME_HEADINGS), *map(str, range(width))])
    for column, heading in enumerate(headings, 1):
        page.put(1, column, heading, Look.HEADING if column < first else Look.NUMBER_HEADING)
    for row, outcome in enumerate(book.outcomes, FIRST_ROW):
        _write_outcome(page, row, outcome, width, say)
    last = FIRST_ROW + len(book.outcomes) - 1
    for letter, size in zip("CDEFG", (20, 16, 12, 12, 34), strict=True):
        page.sheet.column_dimensions[letter].width = size
    for column in range(first, first + width):
        page.sheet.column_dimensions[get_column_letter(column)].width = 9
    for letter in "AB":
        page.sheet.column_dimensions[letter].hidden = True
    for name, start, end in (("keys", 1, 1), ("lines", 2, 2), ("prices", first, first + width - 1)):
        _name(workbook, name, page, cells((start, FIRST_ROW), (end, last)))
    page.sheet.protection.sheet = True


def _write_outcome(page: Page, row: int, outcome: EntryOutcome, width: int, say: Say) -> None:
    contract, attachment, trump, flag, side = outcome.place
    key = (((contract * 100 + attachment) * 100 + trump) * 100 + flag) * 10 + side
    page.put(row, 1, key, Look.COUNT)
    page.put(row, 2, outcome.line, Look.LINE)
    for column, label in enumerate(outcome.words, 3):
        page.put(row, column, one_line(say(label)) if label else None, Look.LINE)
    amounts = [*outcome.amounts, *[None] * (width - len(outcome.amounts))]
    for column, amount in enumerate(amounts, len(OUTCOME_HEADINGS) + 1):
        page.put(row, column, PRICE_MISSING if amount is None else amount, Look.PRICE)


# --- the lists


def _write_lists(workbook: Workbook, book: EntryBook, say: Say) -> None:
    """Write the lists to choose from, one beside the other, on a hidden sheet."""
    page = Page(workbook.create_sheet(say(wording.LISTS_SHEET)), book.unit_denominator)
    of_contracts = _columns_of(book.contracts, say, "contracts", "kinds", "rules", "most")
    of_attachments = _columns_of(
        book.attachments, say, "attachments", "attachment_kinds", "attachment_rules", "attachment_most"
    )
    lists: dict[str, Sequence[str | int]] = {
        "players": [*book.players],
        **of_contracts,
        **of_attachments,
        "trumps": unique_headings(map(say, book.trumps)),
        "flags": unique_headings(map(say, book.flags)),
    }
    for column, (name, values) in enumerate(lists.items(), 1):
        page.put(1, column, name, Look.HEADING)
        for row, value in enumerate(values, FIRST_ROW):
            page.put(row, column, value, Look.COUNT if isinstance(value, int) else Look.TEXT)
        _name(workbook, name, page, cells((column, FIRST_ROW), (column, FIRST_ROW + max(len(values), 1) - 1)))
    page.sheet.sheet_state = "hidden"


def _columns_of(
    contracts: Sequence[EntryContract], say: Say, names: str, kinds: str, rules: str, most: str
) -> dict[str, Sequence[str | int]]:
    return {
        names: unique_headings(say(contract.label) for contract in contracts),
        kinds: [int(contract.kind) for contract in contracts],
        rules: [int(contract.partner) for contract in contracts],
        most: [contract.most_tricks for contract in contracts],
    }


def _name(workbook: Workbook, what: str, page: Page, area: str) -> None:
    reference = on_sheet(page.sheet.title, absolute_coordinate(area))
    workbook.defined_names[list_name(what)] = DefinedName(list_name(what), attr_text=reference)


# --- what the site knows the file by


def _write_mark(workbook: Workbook, columns: EntryColumns, say: Say) -> None:
    """Say on a hidden sheet where everything stands, so that nobody has to when the file is handed in."""
    page = Page(workbook.create_sheet(MARK_SHEET), unit_denominator=1)
    held = {get_column_letter(columns.of[what]): HELD.get(what, what) for what in TYPED if columns.has(what)}
    chairs = [get_column_letter(column) for column in columns.chairs]
    cells = {"date": DATE_CELL, "table": TABLE_CELL}
    facts = {"format": FORMAT, "header_row": HEADER_ROW, "heading": say(columns.headings[1])}
    facts |= {"columns": held, "chairs": chairs, "cells": cells}
    page.put(1, 1, MARK, Look.LINE)
    page.put(1, 2, json.dumps(facts, ensure_ascii=False), Look.LINE)
    page.sheet.sheet_state = "veryHidden"
