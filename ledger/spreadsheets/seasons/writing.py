"""The season's workbook as a file."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import UTC
from operator import itemgetter
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO, Any, BinaryIO

from openpyxl import Workbook
from openpyxl.packaging.core import DocumentProperties
from openpyxl.utils import absolute_coordinate
from openpyxl.workbook.defined_name import DefinedName

from ledger.rules.site.labels import Label
from ledger.spreadsheets.seasons import layouts, wording
from ledger.spreadsheets.seasons.figures import Figures, Posted
from ledger.spreadsheets.seasons.layouts import SheetLayout
from ledger.spreadsheets.seasons.list_writing import ListText, set_up_list
from ledger.spreadsheets.seasons.listing import Listing, on_sheet
from ledger.spreadsheets.seasons.printing import set_up_paper
from ledger.spreadsheets.seasons.season_book import SeasonBook
from ledger.spreadsheets.seasons.sheets.curve import CurveListing, draw_curve
from ledger.spreadsheets.seasons.sheets.head_to_head import HeadToHead, HeadToHeadListing
from ledger.spreadsheets.seasons.sheets.lists import (
    CorrectionsListing,
    DealsListing,
    EveningsListing,
    PostingsListing,
    StandingsListing,
)
from ledger.spreadsheets.seasons.sheets.origin import OriginText
from ledger.spreadsheets.seasons.sheets.overview import CHECK_CELL, SEASON_CELL, write_overview
from ledger.spreadsheets.seasons.sheets.price_sheet import write_prices
from ledger.spreadsheets.site.finishing import Rows, finish, workbook_bytes
from ledger.spreadsheets.site.page import Page
from ledger.spreadsheets.site.row_text import style_numbers
from ledger.spreadsheets.site.safe_text import one_line
from ledger.spreadsheets.site.styles import named_styles

MOST_IN_MEMORY = 50_000  # of the text of one list, in bytes: a short season needs no file


def write_season_book(book: SeasonBook, target: BinaryIO, *, language: str, workshop: Path | None = None) -> None:
    """Write the xlsx file of a season; equal books give equal bytes.

    Every player number in the book is in `book.players` or is the house. A book that does not agree with itself is
    written too, and says FEJL or ERROR where it does not. Large lists are held in files in the folder `workshop`, which
    are deleted when closed; memory does not grow with them.
    """
    figures = Figures(book, Posted(), itemgetter(language))
    workbook = _new_workbook(figures)
    overview = _add_page(workbook, figures, layouts.OVERVIEW)
    with ExitStack() as files:

        def new_text() -> IO[bytes]:
            text = SpooledTemporaryFile(max_size=MOST_IN_MEMORY, dir=str(workshop) if workshop else None)  # noqa: SIM115 - closed by `files`
            return files.enter_context(text)

        def begin(listing: Listing[Any]) -> ListText[Any]:
            return ListText(listing, new_text(), style_numbers(workbook), figures)

        origin = OriginText(book.origin, new_text(), style_numbers(workbook), figures) if book.origin else None
        lists = _write_lists(figures, begin, origin)
        pages = [overview, *_add_sheets(workbook, figures, lists)]
        write_overview(overview, figures, {season_list.listing.layout: season_list.ending for season_list in lists})
        _name_cells(workbook, overview)
        parts = {page.sheet.title: f"xl/worksheets/sheet{at}.xml" for at, page in enumerate(pages, 1)}
        rows = {
            parts[figures.words(season_list.listing.layout.name)]: Rows(season_list.text, season_list.area)
            for season_list in lists
        }
        cached = {parts[page.sheet.title]: page.cached for page in pages}
        if origin:
            _add_hidden(workbook)
            rows[f"xl/worksheets/sheet{len(pages) + 1}.xml"] = Rows(origin.text, origin.area)
        finish(workbook_bytes(workbook), target, cached=cached, rows=rows)


def _write_lists(
    figures: Figures, begin: Callable[[Listing[Any]], ListText[Any]], origin: OriginText | None
) -> list[ListText[Any]]:
    """The finished rows of every list, in the order of the sheets; evenings and deals are in the `origin` too."""
    book = figures.book
    # The postings come first: all other lists are checked against their sums.
    postings = begin(PostingsListing(figures)).finish(book.postings)
    if origin:
        origin.begin()
    standings = begin(StandingsListing(figures)).finish(book.standings)
    evenings, curve = begin(EveningsListing(figures)), begin(CurveListing(figures))
    for evening in book.evenings:
        evenings.add(evening)
        if origin:
            origin.add_evening(evening)
        if evening.totals:
            curve.add(evening)
    deals, met = begin(DealsListing(figures)), HeadToHead(figures)
    for deal in book.deals:
        deals.add(deal)
        met.add(deal)
        if origin:
            origin.add_deal(deal)
    head_to_head = begin(HeadToHeadListing(figures)).finish(met.rows())
    corrections = begin(CorrectionsListing(figures)).finish(book.corrections)
    first = [standings, evenings.finish(()), curve.finish(()), head_to_head]
    return [*first, deals.finish(()), postings, corrections]


def _new_workbook(figures: Figures) -> Workbook:
    workbook = Workbook()
    del workbook[workbook.sheetnames[0]]
    for style in named_styles(figures.book.unit_denominator):
        workbook.add_named_style(style)
    workbook.properties = _properties(figures)
    # The stored results are for programs that do not calculate; one that does must not believe them.
    workbook.calculation.fullCalcOnLoad = True
    return workbook


def _properties(figures: Figures) -> DocumentProperties:
    book = figures.book
    made_at = book.made_at.astimezone(UTC).replace(tzinfo=None)
    return DocumentProperties(
        title=f"{one_line(book.club)} – {one_line(book.season)}",
        subject=figures.words(wording.DOCUMENT_SUBJECT),
        keywords="whist",
        creator=one_line(book.made_by),
        lastModifiedBy=one_line(book.made_by),
        language=figures.words(wording.LANGUAGE_TAG),
        created=made_at,
        modified=made_at,
    )


def _add_sheets(workbook: Workbook, figures: Figures, lists: Sequence[ListText[Any]]) -> list[Page]:
    """The sheets of the lists, ready for their rows, with the prices before the last of them."""
    pages = [_add_list(workbook, figures, season_list) for season_list in lists[:-1]]
    prices = _add_page(workbook, figures, layouts.PRICES_NAME)
    write_prices(prices, figures)
    return [*pages, prices, _add_list(workbook, figures, lists[-1])]


def _add_page(workbook: Workbook, figures: Figures, name: Label, layout: SheetLayout | None = None) -> Page:
    sheet = workbook.create_sheet(figures.words(name))
    landscape = layout is not None and layout.landscape
    set_up_paper(sheet, figures, landscape=landscape, repeats_headings=layout is not None and not layout.above)
    return Page(sheet, figures.book.unit_denominator)


def _add_list(workbook: Workbook, figures: Figures, text: ListText[Any]) -> Page:
    layout = text.listing.layout
    page = _add_page(workbook, figures, layout.name, layout)
    set_up_list(page, text.listing, text.count, text.ending, figures)
    if isinstance(text.listing, CurveListing):
        draw_curve(page, text.listing, text.count)
    return page


def _add_hidden(workbook: Workbook) -> None:
    workbook.create_sheet(layouts.ORIGIN_NAME).sheet_state = "hidden"


def _name_cells(workbook: Workbook, overview: Page) -> None:
    """Name the cells that others may build on, with the same names in both languages."""
    for name, cell in (("Season", SEASON_CELL), ("ZeroSum", CHECK_CELL)):
        reference = on_sheet(overview.sheet.title, absolute_coordinate(cell))
        workbook.defined_names[name] = DefinedName(name, attr_text=reference)
