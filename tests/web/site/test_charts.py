"""The charts: what they show is the numbers they were given, and nothing they write lies on anything else."""

import random
import re
from itertools import accumulate, combinations, pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ledger.web.site.charts import (
    Curve,
    CurveLine,
    CurveSize,
    bars,
    curve,
    front_curve,
    hairlines,
    shorten,
    sparkline,
    spread,
    text_width,
)

TALL, BROAD = CurveSize("tall", 336, 430), CurveSize("broad", 1000, 520)
SIZES = [TALL, BROAD, CurveSize("tall", 336, 200), CurveSize("broad", 560, 230)]
UNITS = st.integers(-2000, 2000)


def say(units):
    return f"{units:+d}".replace("-", "−") if units else "0"


def charts():
    """Charts of any size; what is in them is drawn from a seed, which costs little."""
    shapes = st.tuples(st.integers(1, 26), st.integers(1, 60), st.sampled_from([1, 4, 8]), st.booleans(), st.integers())
    return st.builds(chart_of, shapes)


def chart_of(shape):
    count, ticks, denominator, is_alone, seed = shape
    chance = random.Random(seed)
    size = chance.choice([0, 3, 200, 9000])
    lines = [
        CurveLine(
            name="".join(chance.choices("abcmWÅø <&'\"-", k=chance.randint(1, 60))),
            totals=[chance.randint(-size, size) for _ in range(ticks)],
            was_there=[chance.random() < 0.6 for _ in range(ticks)],
        )
        for _ in range(count)
    ]
    return Curve(
        name="Pointene",
        lines=lines,
        ticks=[f"{index % 28 + 1}/{index % 12 + 1}" for index in range(ticks)],
        say=say,
        denominator=denominator,
        highlighted=chance.choice([None, chance.randrange(count)]),
        is_alone=is_alone,
    )


parsed_svg = ElementTree.fromstring


def boxes(drawing):
    """Every text's words and box: left, top, right, bottom."""
    for text in drawing.iter("text"):
        words = text.text
        size = 11 if text.get("class") in {"axis", "value"} else 12
        width = text_width(words, size) * (1.08 if text.get("class") in {"value", "own"} else 1)
        left = float(text.get("x")) - width * {None: 0, "middle": 0.5, "end": 1}[text.get("text-anchor")]
        baseline = float(text.get("y"))
        yield words, (left, baseline - 0.75 * size, left + width, baseline + 0.2 * size)


def touch(box, other):
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]


def lines_of(drawing, css):
    """The points of every line of a class: those of a sparkline, or the steps of a curve's added up."""
    lines = [line for line in drawing.iter() if re.match(css, line.get("class", ""))]
    return [places_in(line.get("points")) if line.get("points") else way_of(line) for line in lines]


def places_in(text):
    return [tuple(map(float, point.split(","))) for point in text.split()]


def way_of(path):
    start, _, steps = path.get("d").removeprefix("M").partition("l")
    return list(accumulate(places_in(f"{start} {steps}"), lambda place, step: (place[0] + step[0], place[1] + step[1])))


@settings(max_examples=40)
@given(charts(), st.sampled_from(SIZES))
@example(chart_of((6, 45, 1, False, 267706842)), TALL).via("values a tenth apart, before they are rounded")
def test_no_two_texts_of_a_curve_overlap_and_none_leaves_it(chart, size):
    drawing = parsed_svg(curve(chart, size))
    width, height = map(float, drawing.get("viewBox").split()[2:])

    written = list(boxes(drawing))

    assert [(a, b) for (a, left_box), (b, other) in combinations(written, 2) if touch(left_box, other)] == []
    assert [words for words, (left, top, right, bottom) in written if left < -1 or right > width + 1 or top < 0] == []
    assert all(box[3] <= height for _, box in written)


@pytest.mark.parametrize("totals", [[17, 53, 145], [-17, -53, -145], [-12, -3, -20]])
def test_a_value_stands_above_or_below_the_zero_line_and_never_on_it(totals):
    lines = [CurveLine("Ejnar", totals, [True] * 3), CurveLine("Lilly", [-145, 145, 0], [True] * 3)]
    chart = Curve(name="Pointene", lines=lines, ticks=["24/9", "8/10", "5/11"], say=say, highlighted=0)

    drawing = parsed_svg(curve(chart, CurveSize("broad", 1000, 230)))

    zero = float(next(line for line in drawing.iter("line") if line.get("class") == "zero").get("y1"))
    values = [float(text.get("y")) for text in drawing.iter("text") if text.get("class") == "value"]
    assert len(values) == 2
    assert [y for y in values if y - 9 < zero < y] == []


def test_the_values_of_a_long_season_lie_beside_their_line_and_not_upon_it():
    totals = [-92, -70, -73, -52, -74, -60, -39, -75, -70, -112, -117, -129, -80, -70, -120, -63]
    line = CurveLine("Ejnar", totals, [True] * len(totals))
    chart = Curve(name="Pointene", lines=[line], ticks=["24/9"] * len(totals), say=say, highlighted=0)

    drawing = parsed_svg(curve(chart, CurveSize("tall", 336, 200)))

    (places,) = lines_of(drawing, "line own")
    values = {words: box for words, box in boxes(drawing) if words in map(say, totals[:-1])}
    upon = [
        (words, place)
        for words, (left, top, right, bottom) in values.items()
        for place in places
        if left < place[0] < right and top < place[1] < bottom
    ]
    assert upon == []
    assert {"−129", "−39"} <= values.keys()


def bends_of(totals):
    """A line's numbers without those between two like them."""
    level = [place for place in range(1, len(totals) - 1) if len({*totals[place - 1 : place + 2]}) == 1]
    return [total for place, total in enumerate(totals) if place not in level]


@settings(max_examples=40)
@given(charts(), st.sampled_from(SIZES))
def test_a_curve_shows_the_numbers_it_was_given(chart, size):
    drawing = parsed_svg(curve(chart, size))
    zero = float(next(line for line in drawing.iter("line") if line.get("class") == "zero").get("y1"))
    totals = [0, *(total for line in chart.lines for total in line.totals)]
    height = float(drawing.get("viewBox").split()[3]) - 60

    order = [index for index in range(len(chart.lines)) if index != chart.highlighted]
    order += [] if chart.highlighted is None else [chart.highlighted]
    for index, points in zip(order, lines_of(drawing, "line"), strict=True):
        per_unit = height / ((max(totals) - min(totals)) or 1)
        values = [(zero - y) / per_unit for _, y in points]
        assert values == pytest.approx(bends_of([0, *chart.lines[index].totals]), abs=0.2 / per_unit)
        assert all(before < after + 0.01 for (before, _), (after, _) in pairwise(points))
    ends = [text.text.rsplit(" ", 1)[1] for text in drawing.iter("text") if text.get("class") not in {"axis", "value"}]
    named = [
        chart.lines[index] for index in range(len(chart.lines)) if not chart.is_alone or index == chart.highlighted
    ]
    assert ends == [say(line.totals[-1]) for line in named]


@given(st.lists(st.floats(0, 100), max_size=12), st.floats(0.1, 9))
def test_labels_are_spread_and_no_farther_than_they_must(wanted, gap):
    heights = spread(wanted, gap=gap, lowest=0, highest=100)

    assert all(after - before >= gap - 1e-6 for before, after in pairwise(sorted(heights)))
    assert all(-1e-6 <= height <= 100 + 1e-6 for height in heights)
    by_wanted = [height for _, _, height in sorted(zip(wanted, range(len(wanted)), heights, strict=True))]
    assert by_wanted == sorted(heights)
    if all(after - before >= gap for before, after in pairwise(sorted(wanted))):
        assert heights == pytest.approx(wanted)


def test_touching_labels_stand_about_their_mean_and_keep_their_order_or_are_refused_without_room():
    assert spread([50, 50, 10], gap=16, lowest=0, highest=100) == [42, 58, 10]
    with pytest.raises(ValueError, match="no room"):
        spread([1, 2, 3], gap=60, lowest=0, highest=100)


@given(st.lists(UNITS, min_size=1, max_size=20))
def test_the_bars_of_a_list_share_a_zero_and_a_scale(values):
    lowest, highest = min([0, *values]), max([0, *values])
    zeros = set()

    for units, drawn in zip(values, bars(values), strict=True):
        drawing = parsed_svg(drawn)
        zero = float(drawing.find("line").get("x1"))
        zeros.add(zero)
        rectangle = drawing.find("rect")
        assert (rectangle is None) == (units == 0)
        if rectangle is not None:
            left, width = float(rectangle.get("x")), float(rectangle.get("width"))
            assert rectangle.get("class") == ("up" if units > 0 else "down")
            assert width == pytest.approx(max(abs(units) * 200 / (highest - lowest), 2.5), abs=0.06)
            assert -0.06 <= left <= 200.06 - width
    assert len(zeros) == 1


@given(st.lists(UNITS, max_size=40), st.integers(-3000, 0), st.integers(0, 3000))
def test_a_sparkline_keeps_to_its_lists_scale_and_says_by_its_end_who_owes(totals, below, above):
    lowest, highest = min([below, *totals]), max([above, *totals])

    drawing = parsed_svg(sparkline(totals, lowest=lowest, highest=highest))

    (points,) = lines_of(drawing, "line")
    assert len(points) == len(totals) + 1
    if lowest < highest:
        values = [lowest + (29 - y) * (highest - lowest) / 26 for _, y in points]
        assert values == pytest.approx([0, *totals], abs=0.06 * (highest - lowest) / 26)
    is_hollow = [path.get("class") for path in drawing.iter("path")] == ["end under", "core"]
    assert is_hollow == (totals[-1:] != [] and totals[-1] < 0)


@given(st.lists(st.lists(UNITS, min_size=3, max_size=3), min_size=1, max_size=5), st.sampled_from([112, 230]))
def test_each_line_of_the_front_runs_into_its_row(totals, width):
    drawing = parsed_svg(front_curve([CurveLine("A", line, (True, False, True)) for line in totals], width=width))

    leaders = [path.get("d") for path in drawing.iter("path") if "C" in path.get("d")]
    assert [float(leader.split()[-1]) for leader in leaders] == [22 + 44 * row for row in range(len(totals))]
    ends = [points[-1][1] for points in lines_of(drawing, "line")]
    assert [float(re.match(r"M\S+ (\S+?)C", leader)[1]) for leader in leaders] == pytest.approx(ends, abs=0.11)


@given(UNITS, UNITS, st.sampled_from([1, 4, 8]))
def test_the_hairlines_are_few_and_round(smallest, other, denominator):
    lowest, highest = min(smallest, other, 0), max(smallest, other, 0)

    levels = hairlines(lowest, highest, denominator)

    assert len(levels) <= 4
    assert all(lowest <= units <= highest and units for units in levels)
    assert len({after - before for before, after in pairwise(sorted([0, *levels]))}) <= 1


def test_a_long_name_is_cut_off_and_its_number_is_not():
    assert shorten("Margrethe Sørensen-Hansen", 12, 80) == "Margrethe…"
    lines = [CurveLine("Margrethe Sørensen-Hansen af Vestergård", [-12345])]

    label = parsed_svg(curve(Curve("", lines, ["1/9"], say), TALL)).findall("text")[-1]

    assert re.fullmatch(r"Mar.*… −12345", label.text)


def test_twenty_lines_are_told_apart_by_colour_and_dash():
    lines = [CurveLine(f"Spiller {index}", [index]) for index in range(20)]

    classes = [line.get("class") for line in parsed_svg(curve(Curve("", lines, ["1/9"], say), BROAD)).iter("path")]

    strokes = [css for css in classes if css.startswith("line")]
    assert len(set(strokes)) == 20
    assert all(not set(stroke.split()[1:]) & set(other.split()[1:]) for stroke, other in pairwise(strokes))


def test_a_chart_is_a_picture_and_says_names_as_they_are():
    svg = curve(Curve("Ib & Bo", [CurveLine("<Ib> & Bo", [4], (True,))], ["1/9"], say), TALL)

    assert parsed_svg(svg).get("role") == "img"
    assert "<Ib> & Bo +4" in [label.text for label in parsed_svg(svg).iter("text")]
    assert "style" not in svg
