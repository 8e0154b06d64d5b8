"""The season's workbook says what the book says, to a reader who opens it."""

import json
import re
import tracemalloc
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from tempfile import TemporaryFile

import pytest

from ledger.rules.site.labels import same
from ledger.spreadsheets.seasons.season_book import HOUSE, PrizeRow, SeasonBook
from ledger.spreadsheets.seasons.writing import write_season_book
from tests.spreadsheets.seasons import reading
from tests.spreadsheets.seasons.reading import written_file
from tests.spreadsheets.seasons.season import ANDERS, BIRGIT, DEALS, NAMES, empty_book, season_book

DANISH_SHEETS = ["Oversigt", "Stilling", "Aftener", "Kurve", "Indbyrdes", "Spil", "Posteringer", "Takster", "Rettelser"]
ENGLISH_SHEETS = [
    "Overview", "Standings", "Evenings", "Curve", "Head-to-head", "Deals", "Postings", "Prices", "Corrections",
]  # fmt: skip
LISTS = ["tblStandings", "tblEvenings", "tblCurve", "tblHeadToHead", "tblDeals", "tblPostings", "tblCorrections"]


@pytest.fixture(scope="module")
def danish() -> bytes:
    return written_file(season_book())


def test_every_cell_is_as_it_was_when_each_was_written_by_openpyxl(danish: bytes) -> None:
    """Values, stored results, types, styles, formats, heights, widths, tables, panes and what is painted when."""
    kept = json.loads(Path(__file__).with_name("season.json").read_text(encoding="utf-8"))

    cells = json.loads(json.dumps(reading.everything(danish)))

    for sheet, rows in kept.items():
        assert cells[sheet] == rows
    assert list(cells) == list(kept)


def test_what_cancels_is_rounded_less_finely_than_what_is_added_up() -> None:
    """Sixths that were rounded, and then added up and rounded alike, were a millionth away from 0."""
    formulas = reading.formulas(reading.open_workbook(written_file(season_book())))

    evenings = {cell: text for (sheet, cell), text in formulas.items() if sheet == "Aftener"}
    assert evenings["E6"].startswith("=ROUND(SUM(")
    assert [evenings[cell].rpartition(",")[2] for cell in ("E6", "E7", "E8", "K6")] == ["9)", "9)", "6)", "6)"]


def test_the_sheets_are_named_in_the_books_language() -> None:
    assert reading.open_workbook(written_file(season_book())).sheetnames == DANISH_SHEETS
    assert reading.open_workbook(written_file(season_book(), "en")).sheetnames == ENGLISH_SHEETS


def test_standings_stand_in_order_with_a_control_that_agrees(danish: bytes) -> None:
    rows = reading.table(reading.open_workbook(danish, values=True), "tblStandings")

    assert rows[0] == {
        "Plads": 1, "Spillernummer": 1, "Spiller": "Anders Holm", "Aftener": 3, "Spil": 6,
        "Point": 5.375, "Kontrol": 5.375, "Difference": 0,
    }  # fmt: skip
    assert [(row["Spiller"], row["Point"]) for row in rows] == [
        ("Anders Holm", 5.375),
        ("Carsten", 1.875),
        ("Birgit Lund-Æbelø", -0.625),
        ("Erik (gæst)", -1),
        ("Dorthe Krogh", -6.125),
    ]


def test_below_the_standings_players_and_house_make_nothing_together(danish: bytes) -> None:
    sheet = reading.open_workbook(danish, values=True)["Stilling"]

    foot = [[cell.value for cell in row] for row in sheet["C8:H10"]]

    assert foot == [
        ["Spillerne i alt", None, None, -0.5, -0.5, 0],
        ["Huset", None, None, None, 0.5, None],
        ["Hele regnskabet", None, None, None, 0, "OK"],
    ]


def test_an_evening_with_five_at_the_table_is_one_row_that_sums_to_zero(danish: bytes) -> None:
    rows = reading.table(reading.open_workbook(danish, values=True), "tblEvenings")

    assert rows[1] == {
        "Aften": 2, "Dato": date(2025, 9, 18), "Sted": "Forsamlingshuset", "Antal spil": 2,
        "Anders Holm": -2, "Birgit Lund-Æbelø": 1, "Carsten": 3, "Dorthe Krogh": -1, "Erik (gæst)": -1,
        "Huset": "", "Sum": 0, "Godkendt til postering": 7, "Fingeraftryk": "6612 8e07 1149 2203",
    }  # fmt: skip
    assert [row["Fingeraftryk"] for row in rows] == ["9c5b 04d1 e37a 118f", "6612 8e07 1149 2203", ""]


def test_a_corrected_deal_shows_what_it_counts_now_and_why(danish: bytes) -> None:
    rows = reading.table(reading.open_workbook(danish, values=True), "tblDeals")

    assert rows[3] == {
        "Aften": 2, "Spil": 1, "Dato": date(2025, 9, 18), "Bord": 1, "Giver": "Erik (gæst)",
        "Melder": "Birgit Lund-Æbelø", "Melding": "8 gode",
        "Påhæng": "", "Vip-tur": "", "Makker": "Carsten", "Gik med": "", "Stik": 10, "Resultat": "vundet +2",
        "Forklaring": "8 gode kræver 8 stik, fik 10: 2 fra hver modspiller",
        "Anders Holm": -2, "Birgit Lund-Æbelø": 2, "Carsten": 2, "Dorthe Krogh": -2, "Erik (gæst)": "", "Huset": "",
        "Sum": 0, "Bemærkning": "", "Status": "rettet", "Begrundelse": "Der stod 9 stik på sedlen, men de fik 10",
        "Noteret af": "Birgit Lund-Æbelø",
    }  # fmt: skip


def test_corrections_are_the_deals_that_were_changed_from_what_to_what(danish: bytes) -> None:
    rows = reading.table(reading.open_workbook(danish), "tblCorrections")

    assert rows[0] == {
        "Aften": 2, "Spil": 1, "Dato": date(2025, 9, 18), "Status": "rettet",
        "Fra": "8 gode +1: Birgit Lund-Æbelø, Carsten", "Til": "8 gode +2: Birgit Lund-Æbelø, Carsten",
        "Point før → nu":
            "Anders Holm −1,5 → −2, Birgit Lund-Æbelø +1,5 → +2, Carsten +1,5 → +2, Dorthe Krogh −1,5 → −2",
        "Begrundelse": "Der stod 9 stik på sedlen, men de fik 10", "Noteret af": "Birgit Lund-Æbelø",
    }  # fmt: skip
    assert [(row["Aften"], row["Spil"], row["Status"], row["Til"]) for row in rows[1:]] == [(2, 3, "annulleret", "")]


def test_the_curve_is_everybodys_total_after_each_evening_with_a_line_for_each(danish: bytes) -> None:
    rows = reading.table(reading.open_workbook(danish, values=True), "tblCurve")

    assert [list(row.values()) for row in rows] == [
        [1, date(2025, 9, 4), 5.375, 0.875, -3.125, -3.125, 0],
        [2, date(2025, 9, 18), 3.375, 1.875, -0.125, -4.125, -1],
        [3, date(2025, 10, 2), 5.375, -0.625, 1.875, -6.125, -1],
    ]
    chart = reading.parts(danish)["xl/charts/chart1.xml"]
    assert re.findall("<(?:c:)?f>(.*?)</", chart)[:3] == ["'Kurve'!C31", "'Kurve'!$B$32:$B$34", "'Kurve'!$C$32:$C$34"]
    assert len(re.findall("<(?:c:)?ser>", chart)) == len(NAMES)


def test_head_to_head_adds_up_to_each_players_points_of_deals(danish: bytes) -> None:
    rows = reading.table(reading.open_workbook(danish, values=True), "tblHeadToHead")

    assert rows[0] == {
        "Spillernummer": 1, "Spiller": "Anders Holm", "Den anden": "Birgit Lund-Æbelø", "Spil som makkere": 1,
        "Point som makkere": 8, "Spil mod hinanden": 4, "Vundet af den anden": 1.125,
    }  # fmt: skip
    won = {name: sum(row["Vundet af den anden"] for row in rows if row["Spiller"] == name) for name in NAMES.values()}
    deals = {number: sum(deal.units.get(number, 0) for deal in DEALS) / 8 for number in NAMES}
    assert won == pytest.approx({name: deals[number] for number, name in NAMES.items()})


def test_every_posting_is_a_row_of_the_ledger(danish: bytes) -> None:
    book = season_book()

    rows = reading.table(reading.open_workbook(danish), "tblPostings")

    assert [tuple(row.values()) for row in rows] == [
        (
            posting.sequence,
            posting.date,
            posting.evening,
            posting.deal or "",
            posting.player_number,
            "Huset" if posting.player_number == HOUSE else NAMES[posting.player_number],
            posting.text["da"],
            posting.units / 8,
        )
        for posting in book.postings
    ]


def test_prices_stand_as_on_the_clubs_wall(danish: bytes) -> None:
    workbook = reading.open_workbook(danish)

    assert workbook["Takster"]["A1"].value == "Esmakker efter Wikipedia, udgave 2, gældende fra 01-09-2025"
    assert reading.headings(workbook, "tblPrices1") == ["Melding", "Almindelig", "Gode", "Vip 1", "Vip 2", "Vip 3"]
    assert [list(row.values()) for row in reading.table(workbook, "tblPrices1")] == [
        ["7", 0.125, 0.25, 0.5, 0.25, 0.125],
        ["8", 0.25, 0.5, 1, 0.5, 0.25],
        ["9", 0.5, 1, 2, 2, 0.5],
        ["Sol, højst 1 stik", 1, "", "", "", "efter aftale"],
    ]
    assert reading.table(workbook, "tblPrices2") == [{"Forseelse": "Glemt kage", "Bøde": 0.5}]


def test_the_overview_tells_whose_book_it_is_and_that_it_balances(danish: bytes) -> None:
    sheet = reading.open_workbook(danish, values=True)["Oversigt"]

    assert [[cell.value for cell in row] for row in sheet["A1:B16"]] == [
        ["Hjerter & Es, Lyngby", None],
        ["Sæson", "2025/26"],
        ["Dannet", datetime.fromisoformat("2025-10-03T20:15")],
        ["Dannet af", "Carsten"],
        ["Aftener", 3],
        ["Spil", "7 spil"],
        ["Mindste enhed", "1/8 point"],
        ["Fingeraftryk", "4f1c9a0e7b2d58630c1e94ab72fd3e5586d0c7f9a1b2438e6d5f70c4b3a29187"],
        [None, None],
        ["Kontrol", None],
        ["Regnskabet går op", "OK"],
        ["Stillingen passer", "OK"],
        ["Aftenerne passer", "OK"],
        ["Kurven passer", "OK"],
        ["Indbyrdes passer", "OK"],
        ["Spillene passer", "OK"],
    ]


def test_the_contents_lead_to_every_other_sheet(danish: bytes) -> None:
    sheet = reading.open_workbook(danish)["Oversigt"]

    links = {cell.value: cell.hyperlink.location for row in sheet["A19:A26"] for cell in row}

    assert links == {name: f"'{name}'!A1" for name in DANISH_SHEETS[1:]}


def test_the_overview_tells_who_won_what_when_the_season_was_closed() -> None:
    won = (
        PrizeRow(same("Nummer 1"), "Klubmester", "Pokalen", ("Anders Holm", "Birgit Lund-Æbelø")),
        PrizeRow(same("Flest sol"), "", "=1+1", ("Erik (gæst)",)),
    )

    sheet = reading.open_workbook(written_file(replace(season_book(), prizes=won)))["Oversigt"]

    assert [[cell.value for cell in row] for row in sheet["A18:C22"]] == [
        ["Titler og præmier", None, None],
        ["Nummer 1", "Anders Holm, Birgit Lund-Æbelø", "Klubmester, Pokalen"],
        ["Flest sol", "Erik (gæst)", "=1+1"],
        [None, None, None],
        ["Indhold", None, None],
    ]
    assert (sheet["C20"].data_type, sheet["C20"].quotePrefix) == ("s", True)
    assert sheet.row_dimensions[19].height == 45  # three lines of names


def _season_without_one_posting() -> SeasonBook:
    book = season_book()
    return replace(book, postings=book.postings[1:])


def test_a_book_that_does_not_balance_says_so() -> None:
    sheet = reading.open_workbook(written_file(_season_without_one_posting()), values=True)["Oversigt"]

    assert [row[0].value for row in sheet["B11:B16"]] == ["FEJL"] * 6


@pytest.mark.parametrize(
    ("part", "field", "cells"),
    [("evenings", "totals", {"B13"}), ("deals", "units", {"B16"})],
    ids=["evenings", "deals"],
)
def test_rows_that_do_not_sum_to_zero_are_found_though_every_players_sum_is_right(
    part: str, field: str, cells: set[str]
) -> None:
    """Eight units of Anders' stand in another row than they belong to."""
    book = season_book()
    rows = list(getattr(book, part))
    for at, units in ((0, 8), (1, -8)):
        amounts = getattr(rows[at], field)
        moved = {field: amounts | {ANDERS: amounts[ANDERS] + units}}
        rows[at] = rows[at]._replace(**moved) if part == "deals" else replace(rows[at], **moved)

    overview = reading.open_workbook(written_file(replace(book, **{part: tuple(rows)})), values=True)["Oversigt"]

    wrong = {place for place in ("B11", "B12", "B13", "B14", "B15", "B16") if overview[place].value == "FEJL"}
    assert wrong == cells


def test_standings_that_leave_a_player_out_are_found() -> None:
    book = season_book()

    content = written_file(replace(book, standings=book.standings[:-1]), "en")

    assert [row[0].value for row in reading.open_workbook(content, values=True)["Overview"]["B11:B16"]] == [
        "OK",
        "ERROR",
        "OK",
        "OK",
        "OK",
        "OK",
    ]


def test_without_a_house_there_is_no_column_and_no_line_for_it() -> None:
    book = season_book()
    fine = {BIRGIT, HOUSE}
    without = replace(
        book,
        standings=(),
        evenings=(),
        postings=tuple(row for row in book.postings if row.deal is not None or row.player_number not in fine),
    )

    workbook = reading.open_workbook(written_file(without))

    assert "Huset" not in reading.headings(workbook, "tblDeals")
    assert [row[2].value for row in workbook["Stilling"]["A4:C5"]] == ["Spillerne i alt", "Hele regnskabet"]


@pytest.mark.parametrize("language", ["da", "en"])
def test_an_empty_season_is_a_whole_workbook_too(language: str) -> None:
    content = written_file(empty_book(), language)

    workbook = reading.open_workbook(content)
    assert [len(reading.table(workbook, name)) for name in LISTS] == [1] * len(LISTS)
    assert {value for row in reading.table(workbook, "tblPostings") for value in row.values()} == {""}
    overview = reading.open_workbook(content, values=True).worksheets[0]
    assert [row[0].value for row in overview["B11:B16"]] == ["OK"] * 6
    assert (
        overview["B8"].value
        == {"da": "Regnskabet har ingen posteringer endnu", "en": "The book has no entries yet"}[language]
    )


@pytest.mark.parametrize("book", [season_book(), empty_book(), _season_without_one_posting()])
def test_every_formula_has_a_value_beside_it(book: SeasonBook) -> None:
    missing = [cell for cell, value in reading.results(written_file(book)).items() if value is None]

    assert missing == []


def test_formulas_stand_in_control_cells_only(danish: bytes) -> None:
    columns = {(sheet, cell.rstrip("0123456789")) for sheet, cell in reading.formulas(reading.open_workbook(danish))}

    assert columns == (
        {("Oversigt", "B"), ("Posteringer", "H")}
        | {("Stilling", column) for column in "FGH"}
        | {("Aftener", column) for column in "EFGHIJK"}
        | {("Kurve", column) for column in "CDEFG"}
        | {("Indbyrdes", "G")}
        | {("Spil", column) for column in "OPQRSTU"}
    )


def test_equal_books_give_equal_bytes() -> None:
    assert written_file(season_book()) == written_file(season_book())


@pytest.mark.long
def test_memory_does_not_grow_with_the_season() -> None:
    def peak(times: int) -> int:
        book = season_book()
        endless = replace(
            book,
            deals=(deal for _ in range(times) for deal in book.deals),
            postings=(posting for _ in range(times) for posting in book.postings),
        )
        tracemalloc.start()
        with TemporaryFile() as target:
            write_season_book(endless, target, language="da")
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    assert peak(900) < 1.2 * peak(450)
