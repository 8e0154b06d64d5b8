"""The sheet of prices: every scoring table that priced deals this season, one below the other, as on the wall."""

from collections.abc import Iterator
from textwrap import wrap

from openpyxl.utils import get_column_letter

from ledger.rules.site.labels import Label, same
from ledger.spreadsheets.seasons import layouts, wording
from ledger.spreadsheets.seasons.figures import Figures
from ledger.spreadsheets.seasons.layouts import ListColumn
from ledger.spreadsheets.seasons.list_writing import write_table
from ledger.spreadsheets.seasons.season_book import PriceCell, PricedScoringTable
from ledger.spreadsheets.site.looks import Look
from ledger.spreadsheets.site.page import Page
from ledger.spreadsheets.site.safe_text import unique_headings

CONTRACT_WIDTH, PRICE_WIDTH, NOTE_WIDTH = 26, 14, 90


def write_prices(page: Page, figures: Figures) -> None:
    """Write the tables, named tblPrices1, tblPrices2 and so on, in the book's order."""
    scoring_tables = figures.book.prices
    page.sheet.column_dimensions["A"].width = CONTRACT_WIDTH
    texts = (figures.words(price) for scoring_table in scoring_tables for price in _worded_prices(scoring_table))
    width = max([PRICE_WIDTH, *(len(text) + 2 for text in texts)])
    for at in range(2, 1 + max((len(scoring_table.columns) for scoring_table in scoring_tables), default=0)):
        page.sheet.column_dimensions[get_column_letter(at)].width = width
    top = 1
    for number, scoring_table in enumerate(scoring_tables, 1):
        top = _write_prices_of(page, figures, scoring_table, f"{layouts.PRICES_TABLE}{number}", top)
    if not scoring_tables:
        page.put(1, 1, figures.words(wording.NO_PRICES), Look.LINE)


def _worded_prices(scoring_table: PricedScoringTable) -> Iterator[Label]:
    """The prices that are not single numbers."""
    return (cell for _contract, *prices in scoring_table.rows for cell in prices if isinstance(cell, Label))


def _write_prices_of(page: Page, figures: Figures, scoring_table: PricedScoringTable, name: str, top: int) -> int:
    """Write one scoring table from row `top`; returns the row where the next may start."""
    title = figures.words(wording.PRICES_TITLE)
    page.put(
        top,
        1,
        title.format(name=scoring_table.name, version=scoring_table.version, date=scoring_table.in_force_from),
        Look.LABEL,
    )
    rows = [[_value(cell, figures) for cell in row] for row in scoring_table.rows]
    write_table(page, name, top + 1, _columns(scoring_table, figures), rows, figures)
    notes = [line for note in scoring_table.notes for line in wrap(figures.words(note), NOTE_WIDTH)]
    first_note = top + 3 + max(len(scoring_table.rows), 1)
    for at, line in enumerate(notes, first_note):
        page.put(at, 1, line, Look.LINE)
    return first_note + len(notes) + 2


def _value(cell: PriceCell, figures: Figures) -> int | str | None:
    return figures.words(cell) if isinstance(cell, Label) else cell


def _columns(scoring_table: PricedScoringTable, figures: Figures) -> list[ListColumn]:
    contract, *prices = unique_headings(map(figures.words, scoring_table.columns))
    return [
        ListColumn(same(contract), CONTRACT_WIDTH, Look.TEXT),
        *(ListColumn(same(heading), PRICE_WIDTH, Look.PRICE) for heading in prices),
    ]
