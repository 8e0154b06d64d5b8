"""A book of deals of any preset, and the rows that its workbook has, to be edited cell by cell."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cache
from typing import Any

from ledger.rules.deals.outcomes import every_deal
from ledger.rules.deals.reading import deal_data
from ledger.rules.deals.settling import settle
from ledger.rules.imports.differences.book_deals import BookDeal, DealPrices, labels_of
from ledger.rules.imports.differences.book_sides import BookSides, KnownEvening
from ledger.rules.imports.differences.name_book import NameBook
from ledger.rules.imports.differences.origin import Place
from ledger.rules.imports.differences.typed_rows import DealColumns, TypedRow
from ledger.rules.imports.written.sheets import BookRow
from ledger.rules.site.refusal import Refusal
from tests.rules.deals.playing import FOUR, tariff_of

DAY = date(2026, 9, 3)
SHEET = "Spil"
LANGUAGES = ("da", "en")
COLUMNS = (
    "evening", "number", "date", "table", "dealer", "declarer", "contract", "attachment", "vip_turn", "partner",
    "joiners", "tricks", "note",
)  # fmt: skip


@cache
def prices_of(preset: str) -> DealPrices:
    return DealPrices(1, tariff_of(preset))


@cache
def every_book_deal(preset: str) -> tuple[BookDeal, ...]:
    """A deal of each outcome that the preset can pay, dealt by the first player."""
    prices = prices_of(preset)
    deals = []
    for deal in every_deal(prices.scoring_table, FOUR):
        try:
            settle(deal, prices.tariff, FOUR)
        except (Refusal, KeyError):
            continue
        data = deal_data(deal) | ({} if deal.kind in ("adjustment", "penalty") else {"dealer": FOUR[0]})
        deals.append(BookDeal(data, FOUR, 1, DAY, prices))
    return tuple(deals)


def book_of(deals: Sequence[BookDeal]) -> dict[Place, BookDeal]:
    """Deals of one evening, each with an entry of its own."""
    return {(1, number): replace(deal, entry=f"entry {number}") for number, deal in enumerate(deals, start=1)}


def sides_of(base: Mapping[Place, BookDeal], now: Mapping[Place, BookDeal] | None = None) -> BookSides:
    prices = next(iter(base.values())).prices
    evening = KnownEvening(1, DAY, prices, {1: FOUR})
    return BookSides(base, base if now is None else now, {}, {1: evening}, frozenset({DAY}), lambda _: prices, NAMES)


NAMES = NameBook(FOUR, {})
SHEET_OF_DEALS = DealColumns(
    SHEET,
    6,
    {what: column for column, what in enumerate(COLUMNS, start=1)},
    {name: column for column, name in enumerate(FOUR, start=len(COLUMNS) + 1)},
)


def row_of(place: Place, book_deal: BookDeal, language: str = "da", number: int = 2) -> TypedRow:
    """The row that the workbook writes of a deal."""
    facts = {what: label[language] or None for what, label in labels_of(book_deal).items()}
    values: dict[str, Any] = {**facts, "evening": place[0], "number": place[1], "date": book_deal.day}
    points: dict[str, Any] = {} if book_deal.is_void else {name: book_deal.points.get(name) for name in FOUR}
    values |= points
    return TypedRow(SHEET_OF_DEALS, BookRow(number, [values.get(what) for what in (*COLUMNS, *FOUR)]))


def rows_of(base: Mapping[Place, BookDeal], language: str = "da") -> list[TypedRow]:
    return [row_of(place, deal, language, number) for number, (place, deal) in enumerate(base.items(), start=2)]


def with_cell(row: TypedRow, what: str, value: Any) -> TypedRow:
    """The row with something else in a cell of facts or points."""
    values = [*row.cells.values]
    values[row.place(what).column - 1] = value
    return replace(row, cells=BookRow(row.number, values))
