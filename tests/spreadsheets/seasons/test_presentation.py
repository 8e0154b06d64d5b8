"""The workbook is pleasant to open, filter and print."""

from dataclasses import replace
from datetime import datetime
from itertools import pairwise

import pytest
from openpyxl.utils import get_column_letter

from ledger.spreadsheets.seasons import layouts
from ledger.spreadsheets.seasons.layouts import ListColumn
from ledger.spreadsheets.seasons.printing import ON_ANY_PAGE
from ledger.spreadsheets.seasons.season_book import BookPlayer
from ledger.spreadsheets.site.looks import points_format
from tests.spreadsheets.seasons import reading
from tests.spreadsheets.seasons.reading import written_file
from tests.spreadsheets.seasons.season import season_book

LISTS = (
    *(layouts.STANDINGS, layouts.EVENINGS, layouts.CURVE, layouts.HEAD_TO_HEAD),
    *(layouts.DEALS, layouts.POSTINGS, layouts.CORRECTIONS),
)
LANGUAGES: tuple[str, ...] = ("da", "en")


@pytest.mark.parametrize(
    ("denominator", "number_format"),
    [
        (1, "+General;-General;0"),
        (8, "+General;-General;0"),
        (10, "+General;-General;0"),
        (6, "+# ?/?;-# ?/?;0"),
        (24, "+# ??/??;-# ??/??;0"),
    ],
)
def test_points_show_the_decimals_that_each_needs_or_a_mixed_number(denominator: int, number_format: str) -> None:
    assert points_format(denominator) == number_format


def test_every_list_is_a_table_with_a_filter_and_its_headings_frozen() -> None:
    workbook = reading.open_workbook(written_file(season_book()))

    seen = {
        sheet.title: (table.name, table.autoFilter.ref == table.ref, sheet.freeze_panes)
        for sheet in workbook
        for table in sheet.tables.values()
        if sheet.title != "Takster"
    }

    assert seen == {
        "Stilling": ("tblStandings", True, "A2"),
        "Aftener": ("tblEvenings", True, "C2"),
        "Kurve": ("tblCurve", True, None),
        "Indbyrdes": ("tblHeadToHead", True, "A2"),
        "Spil": ("tblDeals", True, "C2"),
        "Posteringer": ("tblPostings", True, "A2"),
        "Rettelser": ("tblCorrections", True, "A2"),
    }


def test_headings_are_bold_and_filled_and_the_tables_own() -> None:
    workbook = reading.open_workbook(written_file(season_book()))

    for sheet in workbook:
        for table in sheet.tables.values():
            cells = sheet[table.ref][0]
            assert [cell.value for cell in cells] == table.column_names
            assert {(cell.font.bold, cell.fill.fill_type) for cell in cells} == {(True, "solid")}


def test_dates_and_points_are_values_with_a_format() -> None:
    sheet = reading.open_workbook(written_file(season_book()))["Posteringer"]

    assert (sheet["B2"].value, sheet["B2"].number_format) == (datetime.fromisoformat("2025-09-04"), "dd-mm-yyyy")
    assert (sheet["H2"].value, sheet["H2"].number_format) == (4, "+General;-General;0")


def test_what_differs_turns_red_and_what_agrees_turns_green() -> None:
    colours = {
        (rule.operator, *rule.formula): (rule.dxf.fill.bgColor.rgb[-6:], rule.dxf.font.color.rgb[-6:])
        for sheet in reading.open_workbook(written_file(season_book()))
        for area in sheet.conditional_formatting
        for rule in area.rules
    }

    red, green = ("FFC7CE", "9C0006"), ("DDF0DE", "1B5E20")
    assert colours == {("notEqual", "0"): red, ("equal", '"FEJL"'): red, ("equal", '"OK"'): green}


def test_the_controls_are_worked_out_again_when_the_file_is_opened() -> None:
    assert reading.open_workbook(written_file(season_book())).calculation.fullCalcOnLoad is True


@pytest.mark.parametrize("language", LANGUAGES)
def test_columns_have_room_for_the_longest_word_of_their_heading_and_the_filters_button(language: str) -> None:
    def room_needed(column: ListColumn) -> int:
        return max(len(word) for word in column.heading[language].split()) + 3

    tight = [
        column.heading[language]
        for layout in LISTS
        for column in (*layout.columns, *layout.after)
        if column.width < room_needed(column)
    ]

    assert tight == []


def test_columns_have_room_for_the_largest_figure() -> None:
    book = season_book()
    rich = replace(book, standings=(replace(book.standings[0], units=8 * 12_345_678),))

    sheet = reading.open_workbook(written_file(rich))["Aftener"]

    assert sheet.column_dimensions["E"].width >= len("+12,345,678.000") + 1


@pytest.mark.parametrize("layout", LISTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_fixed_headings_are_unlike_each_other(layout: layouts.SheetLayout, language: str) -> None:
    headings = [column.heading[language].casefold() for column in (*layout.columns, *layout.after)]

    assert len(set(headings)) == len(headings)


def test_every_sheet_prints_on_a4_with_club_sheet_and_page_number() -> None:
    for sheet in reading.open_workbook(written_file(season_book())):
        setup = sheet.page_setup
        assert (setup.paperSize, setup.fitToWidth, setup.fitToHeight) == (9, 1, 0)
        assert sheet.oddFooter.right.text == "Side &P af &N"
        assert str(sheet.oddHeader) == "&LHjerter && Es, Lyngby – &A&R2025/26"


def test_a_list_too_wide_to_read_on_one_page_is_printed_on_several_with_its_first_columns_on_each() -> None:
    workbook = reading.open_workbook(written_file(season_book()))

    deals, others = workbook["Spil"], [sheet for sheet in workbook if sheet.title != "Spil"]
    assert (deals.sheet_properties.pageSetUpPr.fitToPage, deals.page_setup.scale) == (False, 72)
    assert (deals.print_title_cols, deals.page_setup.pageOrder) == ("$A:$B", "overThenDown")
    ends = [page_break.id for page_break in deals.col_breaks.brk]
    assert [deals.cell(1, end + 1).value for end in ends] == ["Forklaring", "Bemærkning"]
    assert {sheet.sheet_properties.pageSetUpPr.fitToPage for sheet in others} == {True}


def test_a_season_with_many_players_is_as_large_on_paper() -> None:
    book = season_book()
    many = replace(book, players=tuple(BookPlayer(number, f"Spiller {number}") for number in range(1, 31)))

    sheet = reading.open_workbook(written_file(many))["Spil"]

    assert sheet.page_setup.scale == 72
    widths = [sheet.column_dimensions[get_column_letter(at)].width for at in range(1, sheet.max_column + 1)]
    ends = [0, *(page_break.id for page_break in sheet.col_breaks.brk), len(widths)]
    pages = [sum(widths[first:last]) for first, last in pairwise(ends)]
    assert all(page + (19 if at else 0) <= ON_ANY_PAGE["landscape"] for at, page in enumerate(pages))


def test_the_heading_row_is_printed_on_every_page_of_a_list() -> None:
    workbook = reading.open_workbook(written_file(season_book()))

    assert {sheet.title: sheet.print_title_rows for sheet in workbook} == {
        "Oversigt": None,
        "Stilling": "$1:$1",
        "Aftener": "$1:$1",
        "Kurve": "$31:$31",
        "Indbyrdes": "$1:$1",
        "Spil": "$1:$1",
        "Posteringer": "$1:$1",
        "Takster": None,
        "Rettelser": "$1:$1",
    }


def test_the_file_opens_on_the_overview_and_tells_what_it_is() -> None:
    workbook = reading.open_workbook(written_file(season_book()))

    assert workbook.active is workbook["Oversigt"]
    properties = workbook.properties
    assert (properties.title, properties.creator, properties.language) == (
        "Hjerter & Es, Lyngby – 2025/26",
        "Carsten",
        "da-DK",
    )
    assert properties.created == properties.modified == datetime.fromisoformat("2025-10-03T18:15")


def test_the_file_holds_no_macros_no_links_to_elsewhere_and_no_merged_cells() -> None:
    parts = reading.parts(written_file(season_book()))

    assert [name for name in parts if "vba" in name or "externalLink" in name] == []
    assert [name for name, text in parts.items() if 'TargetMode="External"' in text or "<mergeCell" in text] == []


def test_handles_for_formulas_are_the_same_in_both_languages() -> None:
    danish, english = (reading.open_workbook(written_file(season_book(), language)) for language in LANGUAGES)

    assert [list(sheet.tables) for sheet in danish] == [list(sheet.tables) for sheet in english]
    assert {name: cell.attr_text for name, cell in danish.defined_names.items()} == {
        "Season": "'Oversigt'!$B$2",
        "ZeroSum": "'Oversigt'!$B$11",
    }
    assert list(english.defined_names) == ["Season", "ZeroSum"]
