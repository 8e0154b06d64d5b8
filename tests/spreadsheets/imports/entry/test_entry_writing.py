"""The workbook to type deals in offers what may be typed, prints an evening on a page, and has no formula."""

import json
from io import BytesIO

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from ledger.rules.scoring.document import preset, read_scoring_table
from ledger.rules.scoring.tariff import compile_tariff
from ledger.spreadsheets.imports.entry_book import FIRST_DEAL, HEADER_ROW, EntryBook, columns_of, write_entry_book
from tests.spreadsheets.imports.entry.typing import NAMES, book_of
from tests.spreadsheets.seasons.names import NASTY
from tests.support.presets import EVERY_SEED


def entry_of(code: str, players: tuple[str, ...] = NAMES, chairs: int | None = None) -> EntryBook:
    return book_of(compile_tariff(read_scoring_table(preset(code))), players, chairs=chairs)


def write_and_open(book: EntryBook) -> Workbook:
    return load_workbook(BytesIO(write_entry_book(book, "da")))


def choices_in(workbook: Workbook, cell: str) -> list[object]:
    """What the drop-down list of a cell of the first evening offers."""
    sheet = workbook.worksheets[0]
    [rule] = [rule for rule in sheet.data_validations.dataValidation if cell in rule.cells and rule.type == "list"]
    title, _, area = rule.formula1.rpartition("!")
    choices: Worksheet = workbook[title.strip("'")] if title else sheet
    return [cell.value for row in choices[area.replace("$", "")] for cell in row]


def test_every_cell_offers_what_may_stand_in_it() -> None:
    book = entry_of("esmakker-wikipedia")
    workbook, columns = write_and_open(book), columns_of(book)
    sheet = workbook.worksheets[0]
    for column, name in zip(columns.chairs, NAMES, strict=False):
        sheet.cell(HEADER_ROW, column).value = name
    last = sheet.max_row

    def choices(what: str, row: int = last) -> list[object]:
        return choices_in(workbook, sheet.cell(row, columns.of[what]).coordinate)

    assert choices_in(workbook, sheet.cell(HEADER_ROW, columns.chairs[0]).coordinate) == [*NAMES]
    assert choices("dealer") == choices("declarer") == choices("partner") == [*NAMES[:5]]
    assert choices("contract", FIRST_DEAL)[:8] == ["7", "8", "9", "10", "11", "12", "13", "Sol"]
    assert choices("contract")[-1] != choices("contract")[-2]
    assert choices("attachment")[0] == "Alm."
    assert choices("trump") == ["klør"]


@pytest.mark.parametrize("code", EVERY_SEED)
def test_nothing_in_it_is_a_formula_or_a_hidden_column(code: str) -> None:
    workbook = write_and_open(entry_of(code))

    for sheet in workbook:
        assert {cell.data_type for row in sheet.iter_rows() for cell in row} <= {"s", "n"}
        assert not any(column.hidden for column in sheet.column_dimensions.values())
    assert [sheet.sheet_state for sheet in workbook] == ["visible"] * 6 + ["hidden", "veryHidden"]


def test_an_evening_prints_on_one_page() -> None:
    sheet = write_and_open(entry_of("esmakker-wikipedia")).worksheets[0]

    assert sheet.print_area == "'Aften 1'!$A$1:$N$36"
    assert sheet.sheet_properties.pageSetUpPr is not None and sheet.sheet_properties.pageSetUpPr.fitToPage
    assert (sheet.page_setup.orientation, sheet.page_setup.fitToHeight) == ("landscape", 1)


def test_whatever_players_and_the_club_are_called_it_is_no_formula() -> None:
    names = tuple(filter(None, NASTY))
    tariff = compile_tariff(read_scoring_table(preset("it-whist")))
    lists = write_and_open(book_of(tariff, names, club=NASTY[1]))["Lister"]

    cells = [lists.cell(row, 1) for row in range(1, len(names) + 1)]
    assert {(cell.data_type, cell.number_format) for cell in cells} == {("s", "@")}


def test_players_who_all_have_a_chair_sit_there_already() -> None:
    book = entry_of("esmakker-wikipedia", NAMES[:4])
    sheet = write_and_open(book).worksheets[0]

    assert [sheet.cell(HEADER_ROW, column).value for column in columns_of(book).chairs] == [*NAMES[:4], None]


@pytest.mark.parametrize(("chairs", "away"), [(None, []), (6, ["over1"]), (7, ["over1", "over2"])])
def test_a_large_table_says_who_sits_out(chairs: int | None, away: list[str]) -> None:
    columns = columns_of(entry_of("esmakker-wikipedia", chairs=chairs))

    assert [what for what in columns.of if what.startswith("over")] == away


@pytest.mark.parametrize(("code", "tricks_of_each"), [("esmakker-wikipedia", True), ("engelsk-whist", False)])
def test_its_mark_says_where_everything_stands(code: str, tricks_of_each: bool) -> None:
    mark = write_and_open(entry_of(code))["whistklub"]
    facts = json.loads(str(mark["B1"].value))

    assert mark["A1"].value == "entry"
    assert (facts["format"], facts["header_row"], facts["heading"]) == (3, 4, "Spil")
    assert (facts["cells"], facts["tricks_of_each"]) == ({"date": "C1", "table": "C2"}, tricks_of_each)
    assert [*facts["columns"].values()][:3] == ["number", "dealer", "declarer"]
    assert len(facts["chairs"]) == (5 if tricks_of_each else 4)
