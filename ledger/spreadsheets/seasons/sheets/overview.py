"""The first sheet: whose book it is, whether it balances, what the other sheets hold, and how to read them."""

from collections.abc import Mapping

from ledger.rules.site.labels import Label
from ledger.spreadsheets.seasons import layouts, wording
from ledger.spreadsheets.seasons.figures import Figures
from ledger.spreadsheets.seasons.layouts import SheetLayout
from ledger.spreadsheets.seasons.list_writing import mark_verdicts
from ledger.spreadsheets.seasons.listing import Ending, agreement_verdict, on_sheet, zero_sum_verdict
from ledger.spreadsheets.site.looks import Look
from ledger.spreadsheets.site.page import Page, Value
from ledger.spreadsheets.site.row_heights import row_height

WIDTHS = {"A": 24, "B": 18, "C": 62}
SEASON_CELL, CHECK_CELL = "B2", "B11"
_FACTS_TOP, _CHECKS_TOP = 2, 10


def write_overview(page: Page, figures: Figures, lists: Mapping[SheetLayout, Ending]) -> None:
    """Write the sheet, with the season in SEASON_CELL and the zero-sum check in CHECK_CELL."""
    for letter, width in WIDTHS.items():
        page.sheet.column_dimensions[letter].width = width
    page.sheet.sheet_view.showGridLines = False
    page.put(1, 1, figures.book.club, Look.TITLE)
    page.sheet.row_dimensions[1].height = 30
    _write_facts(page, figures)
    prizes_top = _write_checks(page, figures, lists) + 1
    contents_top = _write_prizes(page, figures, prizes_top)
    reading_top = _write_contents(page, figures, list(lists), contents_top) + 1
    _write_reading(page, figures, reading_top)


def _write_facts(page: Page, figures: Figures) -> None:
    book = figures.book
    facts: list[tuple[Label, Value, Look]] = [
        (wording.SEASON, book.season, Look.LINE),
        (wording.MADE_AT, book.made_at.replace(tzinfo=None), Look.MOMENT),  # openpyxl refuses a zone
        (wording.MADE_BY, book.made_by, Look.LINE),
        (wording.EVENINGS, figures.evening_sums.evenings, Look.LINE),
        (wording.DEALS, figures.words(book.deal_count), Look.LINE),
        (wording.UNIT, _unit(figures), Look.LINE),
        (wording.FINGERPRINT, book.head_digest or figures.words(wording.NO_ENTRIES), Look.LINE),
    ]
    if book.is_being_imported:
        page.put(_FACTS_TOP + len(facts), 1, figures.words(wording.IS_BEING_IMPORTED), Look.LINE)
    for at, (label, value, look) in enumerate(facts, _FACTS_TOP):
        page.put(at, 1, figures.words(label), Look.LABEL)
        page.put(at, 2, value, look)


def _unit(figures: Figures) -> str:
    denominator = figures.book.unit_denominator
    return figures.words(wording.WHOLE_POINT if denominator == 1 else wording.FRACTION).format(denominator=denominator)


def _write_checks(page: Page, figures: Figures, lists: Mapping[SheetLayout, Ending]) -> int:
    """Write one verdict a line; returns the row after the last."""
    agreements = {
        layouts.STANDINGS: wording.STANDINGS_AGREE,
        layouts.EVENINGS: wording.EVENINGS_AGREE,
        layouts.CURVE: wording.CURVE_AGREES,
        layouts.HEAD_TO_HEAD: wording.HEAD_TO_HEAD_AGREES,
        layouts.DEALS: wording.DEALS_AGREE,
    }
    checks = [(wording.SUMS_TO_ZERO, zero_sum_verdict(figures), wording.SUMS_TO_ZERO_MEANS)] + [
        (agreements[layout], agreement_verdict(figures, layout, ending), wording.AGREES_MEANS)
        for layout, ending in lists.items()
        if layout in agreements
    ]
    page.put(_CHECKS_TOP, 1, figures.words(wording.CHECKS), Look.SECTION)
    _fill_heading(page, _CHECKS_TOP)
    for at, (label, verdict, meaning) in enumerate(checks, _CHECKS_TOP + 1):
        page.put(at, 1, figures.words(label), Look.LINE)
        page.put(at, 2, verdict, Look.CHECK)
        page.put(at, 3, figures.words(meaning), Look.TEXT)
    end = _CHECKS_TOP + 1 + len(checks)
    mark_verdicts(page, f"{CHECK_CELL}:B{end - 1}", figures)
    return end


def _write_prizes(page: Page, figures: Figures, top: int) -> int:
    """Write who had won what when the season was closed; returns the row where the next part may start."""
    if not figures.book.prizes:
        return top
    page.put(top, 1, figures.words(wording.PRIZES), Look.SECTION)
    _fill_heading(page, top)
    for at, prize in enumerate(figures.book.prizes, top + 1):
        winners, given = ", ".join(prize.winners), ", ".join(filter(None, (prize.title, prize.gift)))
        page.put(at, 1, figures.words(prize.name), Look.LINE)
        page.put(at, 2, winners, Look.TEXT)
        page.put(at, 3, given, Look.TEXT)
        page.sheet.row_dimensions[at].height = row_height([(winners, WIDTHS["B"]), (given, WIDTHS["C"])])
    return top + 1 + len(figures.book.prizes) + 1


def _write_contents(page: Page, figures: Figures, layouts_shown: list[SheetLayout], top: int) -> int:
    """Write a link to each sheet with what it holds; returns the row after the last."""
    sheets = [(layout.name, layout.holds) for layout in layouts_shown]
    sheets.insert(-1, (layouts.PRICES_NAME, layouts.PRICES_HOLD))
    page.put(top, 1, figures.words(wording.CONTENTS), Look.SECTION)
    _fill_heading(page, top)
    for at, (name, holds) in enumerate(sheets, top + 1):
        page.link(at, 1, figures.words(name), on_sheet(figures.words(name), "A1"))
        page.put(at, 2, figures.words(holds), Look.LINE)
    return top + 1 + len(sheets)


def _write_reading(page: Page, figures: Figures, top: int) -> None:
    page.put(top, 1, figures.words(wording.READING), Look.SECTION)
    _fill_heading(page, top)
    for at, line in enumerate(wording.READING_LINES, top + 1):
        page.put(at, 1, figures.words(line), Look.LINE)


def _fill_heading(page: Page, row: int) -> None:
    for column in (2, 3):
        page.sheet.cell(row, column).style = Look.SECTION
