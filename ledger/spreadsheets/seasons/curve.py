"""The picture of everybody's course from 0, each name at the end of its line.

It refers to the cells of the evenings, and has their figures too, for programs that only show what is stored.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

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

from ledger.spreadsheets.seasons.figures import Figures
from ledger.spreadsheets.site.house_style import BRAND, HAIR, INK, MINUS, MUTED, SANS

COLOURS = (INK, "124F8C", MINUS, "6B3A6B", MUTED)
DASHES = ("solid", "dash", "sysDot", "lgDashDot")
THICK, USUAL, THIN = 38_000, 19_000, 6_000  # English metric units, 12,700 of which are a point
MOST_TICKS = 10
NAME_HEIGHT = 0.085  # of the largest figure, so that two names do not touch
TIMES_MOVED = 200
HIDDEN_PARTS = ("showVal", "showCatName", "showLegendKey", "showPercent", "showBubbleSize")


class CourseCells(NamedTuple):
    """Where the evenings' sheet has the days, everybody's course, and the lines that lead to the names.

    All are as long as the days and one more, which is blank in the days and the courses. `heights` are those of the
    names, by player number like the rest.
    """

    days: str
    courses: Mapping[int, str]
    leaders: Mapping[int, str]
    heights: Mapping[int, float]


def curve(figures: Figures, cells: CourseCells, days: Sequence[str]) -> LineChart:
    """The chart of the courses over the `days`, which begin with the start."""
    chart = LineChart()
    labels = StrData(len(days) + 1, [StrVal(at, day) for at, day in enumerate([*days, ""])])
    categories = AxDataSource(strRef=StrRef(cells.days, labels))
    for at, number in enumerate(figures.order):
        colour, dash, width = COLOURS[at % len(COLOURS)], DASHES[at % len(DASHES)], USUAL
        if at == 0:
            colour, width = BRAND, THICK
        course = figures.courses[number]
        line = LineProperties(w=width, solidFill=colour, prstDash=dash)  # type: ignore[arg-type]
        values = NumDataSource(NumRef(cells.courses[number], _numbers(len(days) + 1, course, first=0)))
        chart.series.append(_series("", values, categories, line))
        # A second line leads from the end of the course to the height at which there is room for the name.
        to_name = _numbers(len(days) + 1, [course[-1], cells.heights[number]], first=len(days) - 1)
        leader = NumDataSource(NumRef(cells.leaders[number], to_name))
        # LibreOffice takes a plain quotation mark for the name's end, and then shows none of it.
        name = figures.names[number].replace('"', "\N{RIGHT DOUBLE QUOTATION MARK}")
        points = figures.say(figures.points_in_words(figures.units[number]))
        named = _series(f"{name} {points}", leader, categories, LineProperties(w=THIN, solidFill=MUTED))
        named.dLbls = _name_at(len(days), _lettering(800, colour, is_bold=at == 0))
        chart.series.append(named)
    _set_axes(chart, len(days))
    return chart


def _numbers(count: int, values: Sequence[float], *, first: int) -> NumData:
    return NumData(ptCount=count, pt=[NumVal(at, v=value) for at, value in enumerate(values, first)])


def _series(name: str, values: NumDataSource, categories: AxDataSource, line: LineProperties) -> Series:
    return Series(
        tx=SeriesLabel(v=name),
        val=values,
        cat=categories,
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
    x, y = chart.x_axis, chart.y_axis
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


def heights_of_names(figures: Figures) -> dict[int, float]:
    """Heights for the names at the ends of the courses, moved as little as leaves a gap between neighbours."""
    order = sorted(figures.order, key=lambda number: -figures.courses[number][-1])
    heights = [figures.courses[number][-1] for number in order]
    gap = NAME_HEIGHT * max([1.0, *(max(map(abs, course)) for course in figures.courses.values())])
    for _ in range(TIMES_MOVED):
        for at in range(len(heights) - 1):
            missing = max(0.0, gap - heights[at] + heights[at + 1]) / 2
            heights[at] += missing
            heights[at + 1] -= missing
    return dict(zip(order, heights, strict=True))
