"""The sheets that are lists: evenings, deals, prices and postings."""

from collections.abc import Iterator, Sequence

from openpyxl.chart import LineChart
from openpyxl.formatting.rule import Rule
from openpyxl.styles.differential import DifferentialStyle

from ledger.rules.site.labels import Phrase, fill
from ledger.rules.site.spelling import day_in_words
from ledger.spreadsheets.seasons.curve import write_courses
from ledger.spreadsheets.seasons.figures import Figures
from ledger.spreadsheets.seasons.season_book import DealRow, EveningRow, PostingRow, PriceCell
from ledger.spreadsheets.seasons.wording import (
    DATE,
    DEAL,
    DEALS,
    EVENING,
    EVENINGS,
    PLAYER,
    POINTS,
    POSTINGS,
    TOTAL,
)
from ledger.spreadsheets.site.house_style import LINE_ABOVE
from ledger.spreadsheets.site.sheet import Cell, StyledColumn, WrittenSheet

FIRST_OF_AN_EVENING = Rule("expression", formula=["$A4<>$A3"], dxf=DifferentialStyle(border=LINE_ABOVE))


def write_evenings(figures: Figures) -> tuple[list[str], LineChart]:
    """Write an evening a row, and below where everybody stood after each; gives the columns of points and the chart."""
    facts = [
        StyledColumn(EVENING, "centre"),
        StyledColumn(DATE, "date"),
        StyledColumn(Phrase("Where"), "text", 17),
        StyledColumn(DEALS, "count"),
    ]
    columns = [*facts, *figures.player_columns(), StyledColumn(Phrase("Approved"), "centre", 19)]
    sheet = figures.add_sheet(EVENINGS, columns, is_upright=False, is_one_page=False)
    sheet.freeze(len(facts), 2)
    sheet.line(Phrase("Evening by evening"), "section")
    top = sheet.table(columns, (_evening_row(row, figures) for row in figures.book.evenings), 19)
    evenings = _point_columns(sheet, figures, len(facts), top)
    totals = [figures.points(figures.units[number]) for number in figures.order]
    played = sum(row.deals for row in figures.book.evenings)
    sheet.total(columns, [TOTAL, None, None, played, *totals])
    sheet.line(Phrase("The standings after each evening"), "section")
    chart = write_courses(sheet, figures, len(facts))
    sheet.print_columns()
    return evenings, chart


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


def write_deals(figures: Figures) -> list[str]:
    """Write a deal a row, the declarer's side in bold; gives the columns of points."""
    facts = [
        StyledColumn(EVENING, "centre"),
        StyledColumn(DATE, "date"),
        StyledColumn(DEAL, "centre", 5),
        StyledColumn(Phrase("Dealer"), "text", 10.5),
        StyledColumn(Phrase("Declarer"), "text", 10.5),
        StyledColumn(Phrase("Contract"), "text"),
        StyledColumn(Phrase("Partner"), "text"),
        StyledColumn(Phrase("Tricks"), "centre"),
        StyledColumn(Phrase("Result"), "words", 23),
    ]
    columns = [*facts, *figures.player_columns()]
    if any(deal.note for deal in figures.book.deals):
        columns.append(StyledColumn(Phrase("Note"), "words", 20))
    sheet = figures.add_sheet(DEALS, columns, is_upright=False, is_one_page=False)
    sheet.freeze(3, 2)
    sheet.line(Phrase("Deal by deal"), "section")
    rows = ([*_deal_row(deal, figures)][: len(columns)] for deal in figures.book.deals)
    top = sheet.table(columns, rows, 0)
    sheet.worksheet.auto_filter.ref = sheet.area(1, len(columns), top - 1)
    # Not below the points, since LibreOffice heeds only one of two conditions on a cell.
    sheet.worksheet.conditional_formatting.add(sheet.area(1, len(facts), top + 1), FIRST_OF_AN_EVENING)
    sheet.print_columns()
    return _point_columns(sheet, figures, len(facts), top)


def _deal_row(deal: DealRow, figures: Figures) -> Iterator[Cell]:
    yield from (deal.evening, deal.date, deal.number, deal.dealer, deal.declarer, deal.contract, deal.partner)
    yield deal.tricks
    results = [figures.say(label) for label in (deal.result, deal.status) if label is not None]
    yield " · ".join(filter(None, results))
    yield from figures.points_by_player(deal.units, (*deal.declarers, *deal.partners))
    yield deal.note


def _point_columns(sheet: WrittenSheet, figures: Figures, before: int, top: int) -> list[str]:
    """The column of each player from a row to the last, where so many others stand before them."""
    return [sheet.column(at, top) for at, _ in enumerate(figures.order, before + 1)]


def write_prices(figures: Figures) -> None:
    """Write every scoring table that priced deals this season, as on the club's wall."""
    widest = max((len(prices.columns) for prices in figures.book.prices), default=2)
    columns = [StyledColumn("", "name", 33), *[StyledColumn("", "price", 8.5)] * (widest - 1)]
    sheet = figures.add_sheet(Phrase("Prices"), columns)
    title = Phrase("%(name)s, version %(version)s, in force from %(day)s %(year)s")
    for prices in figures.book.prices:
        begins = prices.in_force_from
        day = day_in_words(begins)
        sheet.line(fill(title, name=prices.name, version=prices.version, day=day, year=begins.year), "section")
        contract, *others = prices.columns
        columns = [StyledColumn(contract, "name"), *(StyledColumn(heading, "price") for heading in others)]
        sheet.table(columns, (_prices(row, figures) for row in prices.rows))
        sheet.line(None, "note")
        for note in prices.notes:
            sheet.line(note, "note")
    if not figures.book.prices:
        sheet.line(Phrase("No prices have been used yet"), "note")
    sheet.print_columns()


def _prices(row: Sequence[PriceCell], figures: Figures) -> Iterator[Cell]:
    contract, *prices = row
    yield contract
    for price in prices:
        yield figures.points(price) if isinstance(price, int) else (price, "centre")


def write_postings(figures: Figures) -> tuple[str, str]:
    """Write the ledger, a posting a row; gives the columns of the players' names and of the points."""
    columns = [
        StyledColumn(Phrase("Entry"), "centre", 9),
        StyledColumn(DATE, "date"),
        StyledColumn(EVENING, "centre", 8),
        StyledColumn(DEAL, "centre", 8),
        StyledColumn(PLAYER, "text", 16),
        StyledColumn(POINTS, "points", figures.points_width),
        StyledColumn(Phrase("Text"), "text", 34),
    ]
    sheet = figures.add_sheet(POSTINGS, columns)
    sheet.freeze(0, 2)
    sheet.print_nothing()
    sheet.line(Phrase("The book's postings, for the checks and for pivot tables. This sheet is not printed."), "note")
    top = sheet.table(columns, (_posting_row(row, figures) for row in figures.book.postings), 0)
    sheet.worksheet.auto_filter.ref = sheet.area(1, len(columns), top - 1)
    return sheet.column(5, top), sheet.column(6, top)


def _posting_row(row: PostingRow, figures: Figures) -> list[Cell]:
    name = figures.names[row.player_number]
    points = figures.points(row.units)
    return [row.sequence, row.date, row.evening, row.deal, name, points, row.text]
