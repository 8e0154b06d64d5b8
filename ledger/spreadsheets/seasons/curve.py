"""Everybody's course from 0 as figures, and the picture of them with each name at the end of its line.

The picture refers to the cells, and has their figures too, for programs that only show what is stored.
"""

from collections.abc import Sequence
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

from ledger.rules.site.labels import Phrase
from ledger.spreadsheets.seasons.figures import Figures
from ledger.spreadsheets.site.house_style import BRAND, HAIR, INK, MINUS, MUTED, SANS
from ledger.spreadsheets.site.sheet import StyledColumn, WrittenSheet

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
