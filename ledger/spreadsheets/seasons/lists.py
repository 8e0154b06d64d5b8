"""The sheets that are lists: evenings, deals, prices and postings."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from openpyxl.formatting.rule import Rule
from openpyxl.styles.differential import DifferentialStyle

from ledger.rules.site.labels import Phrase, fill
from ledger.spreadsheets.seasons import wording
from ledger.spreadsheets.seasons.curve import CourseCells, heights_of_names
from ledger.spreadsheets.seasons.figures import Figures
from ledger.spreadsheets.seasons.season_book import DealRow, EveningRow, PostingRow, PriceCell
from ledger.spreadsheets.site.house_style import LINE_ABOVE
from ledger.spreadsheets.site.sheet import Cell, StyledColumn, WrittenSheet

FIRST_OF_AN_EVENING = Rule("expression", formula=["$A4<>$A3"], dxf=DifferentialStyle(border=LINE_ABOVE))


def days_of(figures: Figures) -> list[str]:
    """The start, and each evening in a few letters."""
    return [figures.say(Phrase("Start")), *(f"{row.date.day}/{row.date.month}" for row in figures.book.evenings)]


def write_evenings(figures: Figures) -> tuple[dict[int, str], CourseCells]:
    """Write an evening a row, and below where everybody stood after each; says where both have their figures."""
    facts = [
        StyledColumn(wording.EVENING, "centre"),
        StyledColumn(wording.DATE, "date"),
        StyledColumn(Phrase("Where"), "text", 17),
        StyledColumn(wording.DEALS, "count"),
    ]
    columns = [*facts, *figures.player_columns(), StyledColumn(Phrase("Approved"), "centre", 19)]
    sheet = figures.add_sheet(wording.EVENINGS, columns, is_upright=False, is_one_page=False)
    sheet.freeze(len(facts), 2)
    sheet.line(Phrase("Evening by evening"), "section")
    top = sheet.table(columns, (_evening_row(row, figures) for row in figures.book.evenings), 19)
    evenings = _point_columns(sheet, figures, len(facts), top)
    totals = [figures.points(figures.units[number]) for number in figures.order]
    played = sum(row.deals for row in figures.book.evenings)
    sheet.total(columns, [wording.TOTAL, None, None, played, *totals, None])
    sheet.line(Phrase("The standings after each evening"), "section")
    return evenings, _write_courses(sheet, figures, len(facts))


def _write_courses(sheet: WrittenSheet, figures: Figures, before: int) -> CourseCells:
    """Write where everybody stood after each evening, and in hidden rows the lines that lead to the names."""
    days, courses = days_of(figures), [figures.courses[number] for number in figures.order]
    blank = [None] * (before - 1)
    columns = [
        StyledColumn(Phrase("After"), "text"),
        *[StyledColumn("", "text")] * (before - 1),
        *figures.player_columns(),
    ]
    rows = ([day, *blank, *points] for day, *points in zip(days, *courses, strict=True))
    top = sheet.table(columns, rows, 19)
    heights = heights_of_names(figures)
    for _ in days[1:]:
        sheet.hidden_row([])
    course_cells = _point_columns(sheet, figures, before, top, top + len(days))
    sheet.hidden_row([None] * before + [figures.courses[number][-1] for number in figures.order])
    sheet.hidden_row([None] * before + [heights[number] for number in figures.order])
    leaders = _point_columns(sheet, figures, before, sheet.at - len(days))
    return CourseCells(sheet.column(1, top, top + len(days)), course_cells, leaders, heights)


def _evening_row(row: EveningRow, figures: Figures) -> Iterator[Cell]:
    if row.is_opening:
        yield from (None, row.date, Phrase("Opening balances"), None)
    elif row.is_totals:
        yield from (row.number, row.date, row.place_name or Phrase("only the evening's points"), None)
    else:
        yield from (row.number, row.date, row.place_name, row.deals)
    most = max(row.totals.values(), default=0)
    yield from figures.points_by_player(row.totals, [number for number in row.totals if row.totals[number] == most])
    yield row.fingerprint or Phrase("not yet")


def write_deals(figures: Figures) -> dict[int, str]:
    """Write a deal a row, the declarer's side in bold; says where the points stand."""
    facts = [
        StyledColumn(wording.EVENING, "centre"),
        StyledColumn(wording.DATE, "date"),
        StyledColumn(wording.DEAL, "centre", 5),
        StyledColumn(Phrase("Dealer"), "text", 10.5),
        StyledColumn(Phrase("Declarer"), "text", 10.5),
        StyledColumn(wording.CONTRACT, "text"),
        StyledColumn(Phrase("Partner"), "text"),
        StyledColumn(Phrase("Tricks"), "centre"),
        StyledColumn(Phrase("Result"), "words", 23),
    ]
    columns = [*facts, *figures.player_columns()]
    if any(deal.note for deal in figures.book.deals):
        columns.append(StyledColumn(Phrase("Note"), "words", 20))
    sheet = figures.add_sheet(wording.DEALS, columns, is_upright=False, is_one_page=False)
    sheet.freeze(3, 2)
    sheet.line(Phrase("Deal by deal"), "section")
    rows = ([*_deal_row(deal, figures)][: len(columns)] for deal in figures.book.deals)
    top = sheet.table(columns, rows, None)
    sheet.worksheet.auto_filter.ref = sheet.area(1, len(columns), top - 1)
    # Not below the points, since LibreOffice heeds only one of two conditions on a cell.
    sheet.worksheet.conditional_formatting.add(sheet.area(1, len(facts), top + 1), FIRST_OF_AN_EVENING)
    return _point_columns(sheet, figures, len(facts), top)


def _deal_row(deal: DealRow, figures: Figures) -> Iterator[Cell]:
    yield from (deal.evening, deal.date, deal.number, deal.dealer, deal.declarer, deal.contract, deal.partner)
    yield deal.tricks
    results = [figures.say(label) for label in (deal.result, deal.status) if label is not None]
    yield " · ".join(filter(None, results))
    yield from figures.points_by_player(deal.units, (*deal.declarers, *deal.partners))
    yield deal.note


def _point_columns(
    sheet: WrittenSheet, figures: Figures, before: int, top: int, end: int | None = None
) -> dict[int, str]:
    """The column of each player from a row on, where so many others stand before them."""
    return {number: sheet.column(at, top, end) for at, number in enumerate(figures.order, before + 1)}


def write_prices(figures: Figures) -> None:
    """Write every scoring table that priced deals this season, as on the club's wall."""
    widest = max((len(prices.columns) for prices in figures.book.prices), default=2)
    sheet = figures.add_sheet(
        wording.PRICES, [StyledColumn("", "name", 33), *[StyledColumn("", "price", 8.5)] * (widest - 1)]
    )
    title = Phrase("{name}, version {version}, in force from {day} {year}")
    for prices in figures.book.prices:
        begins = prices.in_force_from
        day = wording.day_in_words(begins)
        sheet.line(fill(title, name=prices.name, version=prices.version, day=day, year=begins.year), "section")
        contract, *others = prices.columns
        columns = [StyledColumn(contract, "name"), *(StyledColumn(heading, "price") for heading in others)]
        sheet.table(columns, (_prices(row, figures) for row in prices.rows))
        sheet.line(None, "note")
        for note in prices.notes:
            sheet.line(note, "note")
    if not figures.book.prices:
        sheet.line(Phrase("No prices have been used yet"), "note")


def _prices(row: Sequence[PriceCell], figures: Figures) -> Iterator[Cell]:
    contract, *prices = row
    yield contract
    for price in prices:
        yield figures.points(price) if isinstance(price, int) else (price, "centre")


class PostingCells(NamedTuple):
    """Where the ledger has the players' names, and the points."""

    players: str
    points: str


def write_postings(figures: Figures) -> PostingCells:
    """Write the ledger, a posting a row; says where names and points stand."""
    columns = [
        StyledColumn(Phrase("Entry"), "centre", 9),
        StyledColumn(wording.DATE, "date"),
        StyledColumn(wording.EVENING, "centre", 8),
        StyledColumn(wording.DEAL, "centre", 8),
        StyledColumn(wording.PLAYER, "text", 16),
        StyledColumn(wording.POINTS, "points", figures.points_width),
        StyledColumn(Phrase("Text"), "text", 34),
    ]
    sheet = figures.add_sheet(wording.POSTINGS, columns)
    sheet.freeze(0, 2)
    sheet.print_nothing()
    sheet.line(Phrase("The book's postings, for the checks and for pivot tables. This sheet is not printed."), "note")
    top = sheet.table(columns, (_posting_row(row, figures) for row in figures.book.postings), None)
    sheet.worksheet.auto_filter.ref = sheet.area(1, len(columns), top - 1)
    return PostingCells(sheet.column(5, top), sheet.column(6, top))


def _posting_row(row: PostingRow, figures: Figures) -> list[Cell]:
    name, points = figures.names[row.player_number], figures.points(row.units)
    return [row.sequence, row.date, row.evening, row.deal, name, points, row.text]
