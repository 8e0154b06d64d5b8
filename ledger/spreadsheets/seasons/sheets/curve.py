"""The sheet of the curve: everybody's points evening by evening, drawn by the spreadsheet from the list below."""

from collections import Counter

from openpyxl.chart import LineChart, Reference
from openpyxl.chart.axis import ChartLines
from openpyxl.chart.layout import Layout, ManualLayout
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.drawing.line import LineProperties
from openpyxl.utils import get_column_letter

from ledger.spreadsheets.seasons import layouts, wording
from ledger.spreadsheets.seasons.figures import Figures
from ledger.spreadsheets.seasons.listing import (
    BELONGS,
    Ending,
    Listing,
    Row,
    cells,
    compared_figure,
    foot_row,
    last_row,
    posted_sum,
)
from ledger.spreadsheets.seasons.season_book import HOUSE, EveningRow
from ledger.spreadsheets.seasons.sheets.lists import player_columns
from ledger.spreadsheets.site.page import Page

MOST_SERIES = 255  # Excel's limit for a chart
WIDTH, HEIGHT = 28, 15  # centimetres; the height is that of the rows above the list
GRID_COLOUR = "D9D9D9"
STROKE = 22_000  # English metric units, 12,700 of which are a point


class CurveListing(Listing[EveningRow]):
    """Everybody's total after each evening; the foot compares the last with the postings that belong to an evening."""

    layout = layouts.CURVE

    def __init__(self, figures: Figures) -> None:
        self.figures = figures
        self.numbers = [number for number in figures.numbers if number != HOUSE]
        self.columns = (*self.layout.columns, *player_columns(figures, self.layout, self.numbers))
        self.totals: Counter[int] = Counter()

    def row(self, record: EveningRow, _at: int) -> Row:
        self.totals.update(record.totals)
        return record.number, record.date, *(self.totals[number] for number in self.numbers)

    def ending(self, count: int) -> Ending:
        first = len(self.layout.columns) + 1
        at, last = foot_row(count, self.first_row), last_row(count, self.first_row)
        posted = self.figures.posted.of_evenings
        places = [(get_column_letter(column), number) for column, number in enumerate(self.numbers, first)]
        by_postings = [
            posted_sum(self.figures, posted[number], (layouts.PLAYER_NUMBER, str(number)), (layouts.EVENING, BELONGS))
            for _letter, number in places
        ]
        apart = [
            compared_figure(f"N({letter}{last})-{letter}{at}", self.totals[number] - posted[number])
            for letter, number in places
        ]
        words = self.figures.words
        return Ending(
            foot=((words(wording.BY_POSTINGS), None, *by_postings), (words(wording.DIFFERENCE), None, *apart)),
            suspects=(cells((first, at + 1), (max(len(self.columns), first), at + 1)),),
            is_right=all(self.totals[number] == posted[number] for number in self.numbers),
        )


def draw_curve(page: Page, listing: CurveListing, count: int) -> None:
    """Draw the course of each player above a list of so many rows; nothing where nobody has played."""
    if not count or not listing.numbers:
        return
    chart = LineChart()
    heading, last = listing.first_row - 1, last_row(count, listing.first_row)
    first = len(listing.layout.columns) + 1
    most = first - 1 + min(len(listing.numbers), MOST_SERIES)
    figures = Reference(page.sheet, min_col=first, max_col=most, min_row=heading, max_row=last)
    chart.add_data(figures, titles_from_data=True)
    chart.set_categories(Reference(page.sheet, min_col=2, min_row=heading + 1, max_row=last))
    for series in chart.series:
        series.smooth = False
        series.graphicalProperties.line.width = STROKE
    chart.width, chart.height = WIDTH, HEIGHT
    chart.x_axis.number_format, chart.x_axis.tickLblPos = "dd-mm-yy", "low"
    chart.y_axis.majorGridlines = ChartLines(spPr=GraphicalProperties(ln=LineProperties(solidFill=GRID_COLOUR)))
    chart.x_axis.delete = chart.y_axis.delete = False
    chart.layout = Layout(manualLayout=ManualLayout(x=0.05, y=0.04, w=0.75, h=0.82, layoutTarget="inner"))
    page.sheet.add_chart(chart, "A1")
