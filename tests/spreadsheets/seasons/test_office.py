"""A real spreadsheet program opens the workbook, works it out, prints it, and agrees."""

import re
from dataclasses import replace

import pytest

from ledger.spreadsheets.seasons.season_book import SeasonBook
from tests.conftest import ConvertAll
from tests.spreadsheets.seasons import reading
from tests.spreadsheets.seasons.names import NASTY
from tests.spreadsheets.seasons.reading import written_file
from tests.spreadsheets.seasons.season import empty_book, long_book, season_book


def _nasty_book() -> SeasonBook:
    book = season_book()
    return replace(book, names=dict(enumerate(NASTY, 1)), club=NASTY[1])


def _sixths() -> SeasonBook:
    return replace(season_book(), unit_denominator=6)


# Files differ in the moment of their making, and these are saved by the program in one start.
ORDINARY = written_file(season_book())
FILES = {
    "Danish": ORDINARY,
    "English": written_file(season_book(), "en"),
    "nasty names": written_file(_nasty_book()),
    "sixths": written_file(_sixths()),
    "fractions": written_file(season_book(), "da+fractions"),
    "nothing played": written_file(empty_book()),
    "22 players": written_file(long_book(22, 20)),
    "a posting changed": reading.with_cell(ORDINARY, "Posteringer", "F3", 5),
    "points of another row": reading.with_cell(reading.with_cell(ORDINARY, "Spil", "J3", 5), "Spil", "J4", -0.625),
}


@pytest.fixture(scope="module")
def office_copies(convert_all: ConvertAll) -> dict[str, bytes]:
    """What the program makes of the workbooks, with every formula worked out."""
    return dict(zip(FILES, convert_all(list(FILES.values()), "xlsx"), strict=True))


def verdicts(content: bytes) -> list[str]:
    """What stands under "Agrees?"."""
    sheet = reading.open_workbook(content, values=True).worksheets[-1]
    return [str(row[5].value) for row in sheet if row[5].value in ("ja", "NEJ", "yes", "NO")]


@pytest.mark.parametrize(
    "name", ["Danish", "English", "nasty names", "sixths", "fractions", "nothing played", "22 players"]
)
def test_every_control_agrees(name: str, office_copies: dict[str, bytes]) -> None:
    players = {"nasty names": len(NASTY), "22 players": 22, "nothing played": 5}.get(name, 5)
    has_house = name not in ("22 players", "nothing played")
    assert verdicts(office_copies[name]) == [{"English": "yes"}.get(name, "ja")] * (4 + players + has_house)


def test_a_posting_changed_by_a_point_makes_the_sum_and_its_player_disagree(office_copies: dict[str, bytes]) -> None:
    sheet = reading.open_workbook(office_copies["a posting changed"], values=True)["Kontrol"]

    wrong = [row[0].value for row in sheet if row[5].value == "NEJ"]
    assert wrong == ["Sum af alle posteringer", "Anders Holm"]


def test_points_in_another_row_than_they_belong_to_are_found_though_every_players_sum_is_right(
    office_copies: dict[str, bytes],
) -> None:
    sheet = reading.open_workbook(office_copies["points of another row"], values=True)["Kontrol"]

    assert [row[0].value for row in sheet if row[5].value == "NEJ"] == ["Spillenes summer"]


def test_names_and_reasons_stay_text_in_the_program_too(office_copies: dict[str, bytes]) -> None:
    """Nor does a name such as "*" or ">0" match others: the sums of each are right."""
    after = reading.open_workbook(office_copies["nasty names"])

    assert set(reading.formulas(after)) == set(reading.formulas(reading.open_workbook(FILES["nasty names"])))


def test_every_figure_is_the_same_after_a_visit_to_the_program(office_copies: dict[str, bytes]) -> None:
    before, after = (reading.open_workbook(content) for content in (ORDINARY, office_copies["Danish"]))

    for sheet, key in (("Aftener", "Dato"), ("Spil", "Dato"), ("Posteringer", "Postering")):
        assert reading.table(after, sheet, key) == reading.table(before, sheet, key)


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def test_a_season_prints_on_six_pages_at_most_besides_the_list_of_deals(convert_all: ConvertAll) -> None:
    """Of seven sheets five print: 30 deals take a page, proof and postings none."""
    printed = convert_all([ORDINARY, written_file(long_book(22, 30))], "pdf")

    assert [pages(pdf) for pdf in printed] == [5, 6]
