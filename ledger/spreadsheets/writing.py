"""The season's workbook as a file."""

from datetime import UTC

from openpyxl import Workbook
from openpyxl.packaging.core import DocumentProperties
from openpyxl.utils import absolute_coordinate
from openpyxl.workbook.defined_name import DefinedName

from ledger.spreadsheets import layouts, wording
from ledger.spreadsheets.figures import Figures
from ledger.spreadsheets.finishing import finished, saved
from ledger.spreadsheets.layouts import Words
from ledger.spreadsheets.listing import Listing, on_sheet
from ledger.spreadsheets.lists_by_player import deals_list, evenings_list
from ledger.spreadsheets.looks import named_styles
from ledger.spreadsheets.overview import CHECK_CELL, SEASON_CELL, write_overview
from ledger.spreadsheets.page import Page
from ledger.spreadsheets.paper import set_up_paper
from ledger.spreadsheets.plain_lists import corrections_list, postings_list
from ledger.spreadsheets.price_sheet import write_prices
from ledger.spreadsheets.safe_text import one_line
from ledger.spreadsheets.season_book import SeasonBook
from ledger.spreadsheets.standings_list import standings_list
from ledger.spreadsheets.tables import write_listing


def write_season_book(book: SeasonBook) -> bytes:
    """The xlsx file of a season: equal books give equal bytes.

    Every player number in the book is in `book.players` or is the house. The main figures are values; beside them stand
    formulas that recalculate, with the values they should give. A book that does not agree with itself is written all
    the same and says FEJL or ERROR where it does not.
    """
    figures = Figures(book)
    workbook = _new_workbook(book)
    pages = _write_sheets(workbook, figures)
    cached = {f"xl/worksheets/sheet{number}.xml": page.cached for number, page in enumerate(pages, 1)}
    return finished(saved(workbook), cached=cached)


def _new_workbook(book: SeasonBook) -> Workbook:
    workbook = Workbook()
    del workbook[workbook.sheetnames[0]]
    for style in named_styles(book.unit_denominator):
        workbook.add_named_style(style)
    workbook.properties = _properties(book)
    workbook.calculation.fullCalcOnLoad = True
    return workbook


def _properties(book: SeasonBook) -> DocumentProperties:
    made_at = book.made_at.astimezone(UTC).replace(tzinfo=None)
    return DocumentProperties(
        title=f"{one_line(book.club)} – {one_line(book.season)}",
        subject=wording.DOCUMENT_SUBJECT.in_language(book.language),
        keywords="whist",
        creator=one_line(book.made_by),
        lastModifiedBy=one_line(book.made_by),
        language=wording.LANGUAGE_TAG.in_language(book.language),
        created=made_at,
        modified=made_at,
    )


def _write_sheets(workbook: Workbook, figures: Figures) -> list[Page]:
    """Write every sheet in order; the pages in that order, with the values of their formulas."""
    overview = _add_page(workbook, figures, layouts.OVERVIEW)
    lists = [make(figures) for make in (standings_list, evenings_list, deals_list, postings_list, corrections_list)]
    pages = [_add_list(workbook, figures, listing) for listing in lists[:-1]]
    prices = _add_page(workbook, figures, layouts.PRICES_NAME)
    write_prices(prices, figures)
    corrections = _add_list(workbook, figures, lists[-1])
    write_overview(overview, figures, lists)
    _name_cells(workbook, overview)
    return [overview, *pages, prices, corrections]


def _add_page(workbook: Workbook, figures: Figures, name: Words, listing: Listing | None = None) -> Page:
    sheet = workbook.create_sheet(figures.words(name))
    landscape = listing is not None and listing.layout.landscape
    set_up_paper(sheet, figures.book, landscape=landscape, repeats_headings=listing is not None)
    return Page(sheet, figures.book.unit_denominator)


def _add_list(workbook: Workbook, figures: Figures, listing: Listing) -> Page:
    page = _add_page(workbook, figures, listing.layout.name, listing)
    write_listing(page, listing, figures)
    return page


def _name_cells(workbook: Workbook, overview: Page) -> None:
    """Names for those who build on the workbook, the same in both languages."""
    for name, cell in (("Season", SEASON_CELL), ("ZeroSum", CHECK_CELL)):
        reference = on_sheet(overview.sheet.title, absolute_coordinate(cell))
        workbook.defined_names[name] = DefinedName(name, attr_text=reference)
