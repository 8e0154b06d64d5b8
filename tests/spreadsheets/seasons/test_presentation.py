"""The workbook is pleasant to open, filter and print; what openpyxl does by itself, or does not, is seen to."""

import re
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from openpyxl.utils import range_boundaries

from ledger.rules.site.labels import same
from tests.spreadsheets.seasons import reading
from tests.spreadsheets.seasons.reading import written_file
from tests.spreadsheets.seasons.season import long_book, season_book

NOT_PRINTED = ("Posteringer", "Kontrol")


@pytest.fixture(scope="module")
def content() -> bytes:
    return written_file(season_book())


@pytest.fixture(scope="module")
def workbook(content: bytes) -> Any:
    return reading.open_workbook(content)


def test_the_file_opens_on_the_report_tells_what_it_is_and_works_out_its_checks(workbook: Any) -> None:
    assert workbook.active is workbook["Årsberetning"]
    properties = workbook.properties
    told = properties.title, properties.creator, properties.language
    assert told == ("Hjerter & Es, Lyngby – 2025/26", "Whistklub", "da")
    assert workbook.calculation.fullCalcOnLoad is True  # for the checks


def test_front_and_tables_print_on_one_page_and_lists_one_page_wide(workbook: Any) -> None:
    assert {
        sheet.title: (sheet.page_setup.orientation, sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight)
        for sheet in workbook
        if sheet.title not in NOT_PRINTED
    } == {
        "Årsberetning": ("portrait", 1, 1),
        "Aftener": ("landscape", 1, 0),
        "Spil": ("landscape", 1, 0),
        "Indbyrdes": ("landscape", 1, 1),
        "Takster": ("portrait", 1, 1),
    }
    assert {(sheet.page_setup.paperSize, sheet.sheet_properties.pageSetUpPr.fitToPage) for sheet in workbook} == {
        (9, True)
    }


def test_the_headings_of_a_list_stay_in_sight_head_every_page_and_are_as_wide_as_was_said(workbook: Any) -> None:
    """Said before the first row is written, or openpyxl leaves it out without a word."""
    seen = {sheet.title: (sheet.freeze_panes, sheet.print_title_rows, sheet.auto_filter.ref) for sheet in workbook}

    assert seen["Aftener"] == ("E3", "$1:$2", None)
    assert seen["Spil"] == ("D3", "$1:$2", "A2:P10")
    assert seen["Posteringer"] == ("A3", "$1:$2", "A2:G48")
    assert seen["Årsberetning"] == (None, None, None)
    assert [workbook["Spil"].column_dimensions[letter].width for letter in "ABCI"] == [6, 10.5, 5, 23]


@pytest.mark.parametrize(("language", "longest"), [("da", "+12345678.000"), ("da+fractions", "+12345678 7/8")])
def test_a_column_of_points_has_room_for_the_largest_figure(language: str, longest: str) -> None:
    """A number that does not fit is shown as crosses."""
    book = season_book()
    evening = replace(book.evenings[0], totals=dict(book.evenings[0].totals) | {1: 8 * 12_345_678})

    rich = reading.open_workbook(written_file(replace(book, evenings=(evening, *book.evenings[1:])), language))

    places = (("Årsberetning", "G"), ("Aftener", "E"), ("Spil", "J"), ("Indbyrdes", "B"), ("Posteringer", "F"))
    assert {rich[sheet].column_dimensions[letter].width > len(longest) for sheet, letter in places} == {True}


def test_proof_and_postings_come_last_and_print_nothing(workbook: Any) -> None:
    """An empty cell is all that they print: LibreOffice prints no page for it."""
    assert tuple(workbook.sheetnames[-2:]) == NOT_PRINTED
    for title in NOT_PRINTED:
        area = workbook[title].print_area
        assert area == f"'{title}'!$XFD$1"
        assert workbook[title]["XFD1"].value is None


def test_below_each_page_stand_club_season_day_and_page_number(content: bytes) -> None:
    """With every & doubled, and a space behind the size of the font, or "13. sæson" would be letters of 813 points."""
    font = '&amp;"Arial,Regular"&amp;8 '
    footers = [
        re.findall("<oddFooter>(.*?)</oddFooter>", text)
        for name, text in reading.parts(content).items()
        if name.startswith("xl/worksheets/sheet")
    ]

    club, day, page = "Hjerter &amp;&amp; Es, Lyngby · 2025/26", "03-10-2025", "Side &amp;P af &amp;N"
    assert footers == [[f"&amp;L{font}{club}&amp;C{font}{day}&amp;R{font}{page}"]] * 7


def test_no_cell_has_two_conditions_since_libreoffice_heeds_one(workbook: Any) -> None:
    for sheet in workbook:
        areas = [range_boundaries(str(area.sqref)) for area in sheet.conditional_formatting]
        for at, (left, top, right, bottom) in enumerate(areas):
            for other_left, other_top, other_right, other_bottom in areas[at + 1 :]:
                is_apart = right < other_left or other_right < left or bottom < other_top or other_bottom < top
                assert is_apart, sheet.title


def test_what_is_below_zero_is_red_and_has_a_real_minus_and_what_a_list_comes_to_is_red_too(workbook: Any) -> None:
    (area,) = (area for area in workbook["Posteringer"].conditional_formatting)

    assert str(area.sqref) == "F3:F48"
    assert area.rules[0].dxf.font.color.rgb[-6:] == "974307"
    assert "−" in workbook["Posteringer"]["F3"].number_format
    for title, row in (("Aftener", 6), ("Årsberetning", 19), ("Årsberetning", 20)):
        colours = [
            rule.dxf.font.color.rgb[-6:]
            for area in workbook[title].conditional_formatting
            if f"G{row}" in area.sqref
            for rule in area.rules
        ]
        assert colours == ["974307"], title


def test_fractions_stand_below_each_other_in_letters_of_one_width() -> None:
    """As a blank for a whole number's fraction is narrower than a digit in all others."""
    faces = {
        language: reading.open_workbook(written_file(season_book(), language))["Posteringer"]["F3"].font.name
        for language in ("da", "da+fractions")
    }

    assert faces == {"da": "Arial", "da+fractions": "Courier New"}


def test_the_points_on_the_podium_are_texts_that_run_on_where_a_number_would_be_crosses(workbook: Any) -> None:
    row = next(row for row in workbook["Årsberetning"] if row[0].style == "podium points")

    assert [row[at].data_type for at in (0, 2, 4)] == ["s", "s", "s"]


def test_a_text_that_wraps_has_room_for_its_lines(workbook: Any) -> None:
    """Programs do not grow a merged row, nor LibreOffice one whose height this file does not say."""
    for sheet in workbook:
        for row in sheet.iter_rows(max_col=1):
            if row[0].style == "note" and len(str(row[0].value or "")) > 200:
                assert sheet.row_dimensions[row[0].row].height > 20
    names = dict.fromkeys(season_book().names, "Else Marie von der Ahé Christoffersen")
    sheet = reading.open_workbook(written_file(replace(season_book(), names=names)))["Spil"]
    assert sheet.row_dimensions[2].height > 4 * 13


def test_the_longest_name_wraps_and_pushes_nothing_off_the_page() -> None:
    """LibreOffice makes room beyond the last column for a text that is shrunk, unless it is told what to print."""
    names = {number: f"{number} " + "Christoffersen " * 4 for number in season_book().names}

    long = reading.open_workbook(written_file(replace(season_book(), names=names)))

    sheet = long["Årsberetning"]
    assert (sheet["B15"].alignment.wrap_text, sheet.row_dimensions[15].height >= 3 * 14) == (True, True)
    printed = {sheet.title: sheet.print_area for sheet in long if sheet.title not in NOT_PRINTED}
    assert printed == {
        title: f"'{title}'!$A$1:${last}${long[title].max_row}"
        for title, last in (
            ("Årsberetning", "H"),
            ("Aftener", "K"),
            ("Spil", "P"),
            ("Indbyrdes", "H"),
            ("Takster", "F"),
        )
    }
    assert (
        "1 Christoffersen C +5,375"
        in reading.parts(written_file(replace(season_book(), names=names)))["xl/charts/chart1.xml"]
    )


def test_a_long_reason_is_wrapped_and_not_shrunk() -> None:
    book = season_book()
    reason = same("Bekendte ikke kulør i sidste spil: 1 point til hver af de andre")

    sheet = reading.open_workbook(written_file(replace(book, deals=(book.deals[0]._replace(result=reason),))))["Spil"]

    assert (sheet["I3"].alignment.wrap_text, sheet["I3"].alignment.shrink_to_fit) == (True, None)
    assert sheet.row_dimensions[3].height > 2 * 13


def test_a_text_that_is_edited_stays_one(workbook: Any) -> None:
    """As "=1+1", or "9", which somebody corrects in the program."""
    styles = {cell.number_format for cell in workbook["Spil"][3] if isinstance(cell.value, str)}

    assert styles == {"@"}


def test_the_curve_has_a_line_for_each_and_a_name_at_its_end(content: bytes) -> None:
    chart = reading.parts(content)["xl/charts/chart1.xml"]

    assert re.findall("<(?:c:)?tx><(?:c:)?v>(.*?)</", chart) == [
        "Anders Holm +5,375", "Carsten +1,875", "Birgit Lund-Æbelø −0,625", "Erik (gæst) −1", "Dorthe Krogh −6,125",
        "Huset +0,5",
    ]  # fmt: skip
    assert re.findall("<(?:c:)?f>(.*?)</", chart)[:2] == ["'Aftener'!$A$9:$A$13", "'Aftener'!$E$9:$E$13"]
    # Its own figures too, for programs that only show what is stored.
    caches = re.findall("<(?:c:)?numCache>(.*?)</(?:c:)?numCache>", chart)
    assert [float(value) for value in re.findall("<(?:c:)?v>(.*?)</", caches[0])] == [0, 5.375, 3.375, 5.375]
    days = re.findall("<(?:c:)?strCache>(.*?)</(?:c:)?strCache>", chart)[0]
    assert re.findall("<(?:c:)?v>(.*?)</", days) == ["Start", "4/9", "18/9", "2/10"]


def test_the_curve_is_straight_has_its_axes_shows_hidden_cells_and_is_as_wide_as_the_table(content: bytes) -> None:
    """None of which openpyxl does by itself."""
    chart, drawing = (reading.parts(content)[f"xl/{part}1.xml"] for part in ("charts/chart", "drawings/drawing"))

    assert len(re.findall('smooth val="0"', chart)) == 2 * 6
    assert re.findall('delete val="(.)"', chart) == ["0", "0"]
    assert 'plotVisOnly val="0"' in chart
    assert re.findall("<(?:xdr:)?col>(.*?)</", drawing) == ["0", "8"]


def test_names_at_the_ends_are_moved_apart() -> None:
    book = long_book(22, 30)
    sheet = reading.open_workbook(written_file(book))["Aftener"]

    rows = list(sheet.iter_rows(values_only=True))
    heights = sorted(value for value in rows[-1][4:26] if value is not None)
    apart = [after - before for before, after in pairwise(heights)]
    most = max(abs(value) for row in rows[35:66] for value in row[4:26] if isinstance(value, int | float))
    assert min(apart) > 0.5 * 0.085 * most
    assert sheet.row_dimensions[len(rows)].hidden


@pytest.mark.parametrize(
    ("name", "in_cell", "in_curve"),
    [
        ("An\x00ders\x1f", "An\ufffdders\ufffd", "An\ufffdders\ufffd"),
        ('Anders "Es" Holm', 'Anders "Es" Holm', "Anders ”Es” Holm"),
    ],
    ids=["a control character", "a quotation mark"],
)
def test_no_sign_in_a_name_breaks_a_cell_or_the_curve(name: str, in_cell: str, in_curve: str) -> None:
    content = written_file(replace(season_book(), names={**season_book().names, 1: name}, club="Klub\x07"))

    texts = reading.texts(reading.open_workbook(content), "Årsberetning")
    assert (texts[0].startswith("Klub\ufffd"), in_cell in texts) == (True, True)
    assert f"{in_curve} +5,375" in reading.parts(content)["xl/charts/chart1.xml"]


def test_a_price_in_words_stands_in_the_column_of_its_prices(workbook: Any) -> None:
    row = next(row for row in workbook["Takster"] if row[0].value == "Sol, højst 1 stik")

    assert (row[1].value, row[5].value, row[5].style) == (1, "efter aftale", "centre")
