"""A real spreadsheet program opens the workbook, works it out again and agrees."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from ledger.spreadsheets.seasons.season_book import BookPlayer, SeasonBook
from tests.conftest import Convert, ConvertAll
from tests.spreadsheets.seasons import reading
from tests.spreadsheets.seasons.names import NASTY
from tests.spreadsheets.seasons.reading import written_file
from tests.spreadsheets.seasons.season import empty_book, season_book


def _nasty_book() -> SeasonBook:
    book = season_book()
    players = tuple(BookPlayer(number, name) for number, name in enumerate(NASTY, 1))
    return replace(book, players=players, made_by=NASTY[0], club=NASTY[1])


def _sixths() -> SeasonBook:
    return replace(season_book(), unit_denominator=6)


@cache  # its parts are packed with the moment
def _tamper(content: bytes) -> bytes:
    """One posting changed in the file, everything stored beside the formulas left as it was."""
    sheet = "xl/worksheets/sheet7.xml"
    ledger = reading.parts(content)[sheet]
    before, point, after = ledger.partition('<c r="H2" ')
    return reading.with_part(content, sheet, before + point + after.replace("<v>4</v>", "<v>4.125</v>", 1))


Saved = Callable[[bytes], bytes]
ORDINARY = [(season_book(), "en"), (empty_book(), "da"), (empty_book(), "en"), (_sixths(), "en")]


@pytest.fixture(scope="module")
def office_save(convert_all: ConvertAll, convert: Convert) -> Saved:
    """What the program makes of a workbook; of those that most tests here are about, all in one start."""
    contents = [written_file(season_book()), written_file(_nasty_book()), _tamper(written_file(season_book()))]
    at_once = dict(zip(contents, convert_all(contents, "xlsx"), strict=True))
    return lambda content: at_once.get(content) or convert(content, "xlsx")


@pytest.mark.parametrize(
    ("book", "language"),
    [
        (season_book(), "da"),
        (_nasty_book(), "da"),
        *(pytest.param(*ordinary, marks=pytest.mark.long) for ordinary in ORDINARY),
    ],
)
def test_every_control_comes_out_as_the_value_beside_it(book: SeasonBook, language: str, office_save: Saved) -> None:
    content = written_file(book, language)

    recalculated = reading.open_workbook(office_save(content), values=True)

    expected = reading.results(content)
    assert {(sheet, cell): recalculated[sheet][cell].value for sheet, cell in expected} == pytest.approx(expected)


def test_a_changed_posting_shows_wherever_it_matters(office_save: Saved) -> None:
    recalculated = reading.open_workbook(office_save(_tamper(written_file(season_book()))), values=True)

    overview = recalculated["Oversigt"]
    assert [row[0].value for row in overview["B11:B16"]] == ["FEJL"] * 6
    anders = reading.table(recalculated, "tblStandings")[0]
    assert (anders["Point"], anders["Kontrol"], anders["Difference"]) == (5.375, 5.5, -0.125)
    assert recalculated["Stilling"]["H10"].value == "FEJL"


def test_names_and_reasons_stay_text_in_the_program_too(office_save: Saved) -> None:
    after = reading.open_workbook(office_save(written_file(_nasty_book())))

    before = reading.open_workbook(written_file(_nasty_book()))
    assert set(reading.formulas(after)) == set(reading.formulas(before))


def test_the_lists_are_still_tables_after_a_visit_to_the_program(office_save: Saved) -> None:
    after = reading.open_workbook(office_save(written_file(season_book())))

    assert [row["Point"] for row in reading.table(after, "tblStandings")] == [5.375, 1.875, -0.625, -1, -6.125]


@pytest.mark.long
def test_it_can_be_saved_in_the_open_document_format(convert: Convert) -> None:
    assert convert(written_file(season_book()), "ods")[:2] == b"PK"
