"""The sheets that are lists: evenings, deals, prices, postings, everybody's course."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from openpyxl.chart import LineChart
from openpyxl.chart.axis import ChartLines
from openpyxl.chart.data_source import AxDataSource, NumData, NumDataSource, NumRef, NumVal, StrData, StrRef, StrVal
from openpyxl.chart.label import DataLabel, DataLabelList
from openpyxl.chart.layout import Layout, ManualLayout
from openpyxl.chart.marker import Marker
from openpyxl.chart.series import Series, SeriesLabel
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.chart.text import RichText
from openpyxl.drawing.line import LineProperties
from openpyxl.drawing.text import CharacterProperties, Paragraph, ParagraphProperties
from openpyxl.drawing.text import Font as Typeface
from openpyxl.formatting.rule import Rule
from openpyxl.styles.differential import DifferentialStyle

from ledger.rules.site.labels import Phrase
from ledger.spreadsheets.seasons.season_book import (
    DATE,
    DEAL,
    DEALS,
    EVENING,
    EVENINGS,
    PLAYER,
    POINTS,
    POSTINGS,
    TOTAL,
    DealRow,
    EveningRow,
    Figures,
    PriceCell,
)
from ledger.spreadsheets.site import BRAND, HAIR, INK, LINE_ABOVE, MINUS, MUTED, SANS, Cell, StyledColumn, WrittenSheet

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
    for prices in figures.book.prices:
        sheet.line(prices.title, "section")
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
    rows: Iterator[list[Cell]] = (
        [row.sequence, row.date, row.evening, row.deal, figures.names[row.player], figures.points(row.units), row.text]
        for row in figures.book.postings
    )
    top = sheet.table(columns, rows, 0)
    sheet.worksheet.auto_filter.ref = sheet.area(1, len(columns), top - 1)
    return sheet.column(5, top), sheet.column(6, top)


# Everybody's course from 0 as figures, and the picture of them with each name at the end of its line.
#
# The picture refers to the cells, and has their figures too, for programs that only show what is stored.


COLOURS = (INK, "124F8C", MINUS, "6B3A6B", MUTED)
DASHES = ("solid", "dash", "sysDot", "lgDashDot")
THICK, USUAL, THIN = 38_000, 19_000, 6_000  # English metric units, 12,700 of which are a point
MOST_TICKS = 10
NAME_HEIGHT = 0.085  # of the largest figure, so that two names do not touch
TIMES_MOVED = 200
LONGEST_NAME = 18  # letters, on one line beside the chart
HIDDEN_PARTS = ("showVal", "showCatName", "showLegendKey", "showPercent", "showBubbleSize")


def write_courses(sheet: WrittenSheet, figures: Figures, before: int) -> LineChart:
    """Write where everybody stood after each evening, so many columns standing `before`; gives the chart of it.

    A second line of each leads from the end of the course to the height at which there is room for the name; it
    stands in hidden rows, as long as the course and one more.
    """
    days = [figures.say(Phrase("Start")), *(f"{row.date.day}/{row.date.month}" for row in figures.book.evenings)]
    courses = [figures.courses[number] for number in figures.order]
    heights = heights_of_names(courses)
    blank = [StyledColumn("", "text")] * (before - 1)
    columns = [StyledColumn(Phrase("After"), "text"), *blank, *figures.player_columns()]
    rows = ([day, *[None] * len(blank), *points] for day, *points in zip(days, *courses, strict=True))
    top = sheet.table(columns, rows, 19)
    below = top + len(days)
    for _ in days[1:]:
        sheet.hidden_row([])
    sheet.hidden_row([*[None] * before, *(course[-1] for course in courses)])
    sheet.hidden_row([*[None] * before, *heights])
    chart = LineChart()
    labels = StrData(len(days) + 1, [StrVal(at, day) for at, day in enumerate([*days, ""])])
    categories = AxDataSource(strRef=StrRef(sheet.column(1, top, below), labels))
    for at, height in enumerate(heights):
        column = before + 1 + at
        course = sheet.column(column, top, below)
        leader = sheet.column(column, below)
        chart.series += _lines(figures, at, course, leader, height)
    for line in chart.series:
        line.cat = categories
    _set_axes(chart, len(days))
    return chart


def _lines(figures: Figures, at: int, cells: str, leader_cells: str, height: float) -> list[Series]:
    """The course of the player at a place in the order, and the line from its end to the name."""
    number = figures.order[at]
    course = figures.courses[number]
    colour = COLOURS[at % len(COLOURS)]
    dash = DASHES[at % len(DASHES)]
    width = USUAL
    if at == 0:
        colour = BRAND
        width = THICK
    line = LineProperties(w=width, solidFill=colour, prstDash=dash)  # type: ignore[arg-type]
    # LibreOffice takes a plain quotation mark for the name's end, and then shows none of it.
    name = figures.names[number][:LONGEST_NAME].replace('"', "\N{RIGHT DOUBLE QUOTATION MARK}")
    points = figures.say(figures.points_in_words(figures.units[number]))
    end = len(course) - 1
    thin = LineProperties(w=THIN, solidFill=MUTED)
    leader = _series(f"{name} {points}", leader_cells, [*[None] * end, course[-1], height], thin)
    leader.dLbls = _name_at(end + 1, _lettering(800, colour, is_bold=at == 0))
    return [_series("", cells, [*course, None], line), leader]


def _series(name: str, cells: str, points: Sequence[float | None], line: LineProperties) -> Series:
    """A line over some cells, with what stands in them."""
    known = [NumVal(at, v=value) for at, value in enumerate(points) if value is not None]
    values = NumRef(cells, NumData(ptCount=len(points), pt=known))
    return Series(
        tx=SeriesLabel(v=name),
        val=NumDataSource(values),
        spPr=GraphicalProperties(ln=line),
        marker=Marker("none"),
        smooth=False,  # said, since it is drawn as waves otherwise
    )


def _name_at(point: int, lettering: RichText) -> DataLabelList:
    """The series' name to the right of one of its points."""
    hidden = dict.fromkeys(HIDDEN_PARTS, False)
    label = DataLabel(point, dLblPos="r", txPr=lettering, showSerName=True, **hidden)
    return DataLabelList([label], showSerName=False, **hidden)


def _set_axes(chart: LineChart, days: int) -> None:
    x = chart.x_axis
    y = chart.y_axis
    x.delete = y.delete = False
    x.tickLblSkip = max(1, days // MOST_TICKS)  # type: ignore[attr-defined]
    x.tickLblPos = "low"
    y.crossBetween = "midCat"  # the lines begin at the axis
    y.number_format = '+0;"−"0;0'
    x.txPr = y.txPr = _lettering(700, MUTED)
    x.spPr = GraphicalProperties(ln=LineProperties(w=9_000, solidFill=INK))
    y.majorGridlines = ChartLines(GraphicalProperties(ln=LineProperties(w=THIN, solidFill=HAIR)))
    y.spPr = chart.graphical_properties = GraphicalProperties(ln=LineProperties(noFill=True))
    chart.legend = None
    chart.display_blanks = "gap"
    chart.visible_cells_only = False
    inner = ManualLayout("inner", "edge", "edge", x=0.05, y=0.02, w=0.79, h=0.92)
    chart.layout = Layout(inner)


def _lettering(size: int, colour: str, *, is_bold: bool = False) -> RichText:
    letters = CharacterProperties(sz=size, b=is_bold, solidFill=colour, latin=Typeface(SANS))
    return RichText(p=[Paragraph(pPr=ParagraphProperties(defRPr=letters), endParaRPr=letters)])


def heights_of_names(courses: Sequence[Sequence[float]]) -> list[float]:
    """Heights for the names at the ends of the courses, moved as little as leaves a gap between neighbours."""
    heights = [course[-1] for course in courses]
    downwards = sorted(range(len(heights)), key=lambda at: -heights[at])
    gap = NAME_HEIGHT * max([1.0, *(abs(points) for course in courses for points in course)])
    for _ in range(TIMES_MOVED):
        for above, below in pairwise(downwards):
            missing = max(0.0, gap - heights[above] + heights[below]) / 2
            heights[above] += missing
            heights[below] -= missing
    return heights
