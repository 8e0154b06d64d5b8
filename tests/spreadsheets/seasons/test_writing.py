"""The season's workbook says what the book says, to a reader who opens it."""

from dataclasses import replace
from datetime import date

import pytest

from ledger.rules.site.labels import same
from ledger.spreadsheets.seasons.season_book import HOUSE, SeasonBook
from tests.spreadsheets.seasons import reading
from tests.spreadsheets.seasons.reading import written_file
from tests.spreadsheets.seasons.season import (
    ANDERS,
    CORRECTIONS,
    DEALS,
    DORTHE,
    EVENINGS,
    NAMES,
    empty_book,
    long_book,
    season_book,
)

DANISH_SHEETS = ["Årsberetning", "Aftener", "Spil", "Indbyrdes", "Takster", "Posteringer", "Kontrol"]
ENGLISH_SHEETS = ["Annual report", "Evenings", "Deals", "Head-to-head", "Prices", "Postings", "Control"]
IN_ORDER = ["Anders Holm", "Carsten", "Birgit Lund-Æbelø", "Erik (gæst)", "Dorthe Krogh"]


@pytest.fixture(scope="module")
def danish() -> bytes:
    return written_file(season_book())


def report(book: SeasonBook, language: str = "da") -> list[str]:
    """The texts of the first sheet."""
    workbook = reading.open_workbook(written_file(book, language))
    return reading.texts(workbook, workbook.sheetnames[0])


def test_the_sheets_are_named_in_the_books_language() -> None:
    assert reading.open_workbook(written_file(season_book())).sheetnames == DANISH_SHEETS
    assert reading.open_workbook(written_file(season_book(), "en")).sheetnames == ENGLISH_SHEETS


def test_the_report_begins_with_club_season_facts_podium_and_what_is_told_of_the_season() -> None:
    assert report(season_book())[:17] == [
        "Hjerter & Es, Lyngby · til generalforsamlingen",
        "2025/26",
        "4. september til 2. oktober 2025 · 5 spillere · foreløbig",
        "3 aftener, 6 spil. Summen er 0.",
        *("1. plads", "2. plads", "3. plads"),
        *("Anders Holm", "Carsten", "Birgit Lund-Æbelø"),
        *("+5,375", "+1,875", "−0,625"),
        "Anders Holm fører sæsonen med +5,375, 3,5 foran Carsten, alene i spidsen siden 4. september.",
        "Den bedste aften havde Anders Holm: +5,375 den 4. september.",
        "Det dyreste spil, på aften 1: Anders Holm og Birgit Lund-Æbelø meldte 9 vip i 2. tur og fik 10. "
        "Carsten og Dorthe Krogh betalte 4 hver.",
        "Stilling",
    ]


NONE_PLAYED = tuple(replace(row, deals=0, totals={}) for row in EVENINGS)


@pytest.mark.parametrize(
    ("book", "language", "told"),
    [
        (replace(season_book(), evenings=EVENINGS[:1]), "da", "4. september 2025 · 5 spillere · foreløbig"),
        (replace(season_book(), evenings=EVENINGS[:1]), "en", "4 September 2025 · 5 players · not closed yet"),
        (replace(empty_book(), evenings=NONE_PLAYED), "da", "0 spillere · foreløbig"),
    ],
)
def test_one_evening_has_one_day_and_none_has_no_day(book: SeasonBook, language: str, told: str) -> None:
    assert report(book, language)[2] == told


def test_the_report_is_in_english_too() -> None:
    texts = report(replace(season_book(), is_closed=True), "en")

    assert texts[2] == "4 September to 2 October 2025 · 5 players"
    assert texts[3] == "3 evenings, 6 deals. The sum is 0."
    assert (texts[4:7], texts[16]) == (["Place 1", "Place 2", "Place 3"], "Final standings")


def test_the_report_ends_with_whether_the_book_balances_and_who_signs() -> None:
    assert report(season_book())[-3:] == [
        "Regnskabet går op: 46 posteringer, sum 0. Fingeraftryk 4f1c 9a0e 7b2d 5863. Se arket Kontrol.",
        "Sekretær",
        "Kasserer",
    ]


def test_the_standings_are_those_of_the_site_with_a_bar_for_each(danish: bytes) -> None:
    workbook = reading.open_workbook(danish)

    rows = reading.table(workbook, "Årsberetning", "Plads")

    average = pytest.approx(5.375 / 3)
    assert rows[0] == {
        "Plads": 1, "Spiller": "Anders Holm", "Aftener": 3, "Spil": 6, "Point": 5.375, "Pr. aften": average,
    }  # fmt: skip
    assert [(row["Spiller"], row["Point"]) for row in rows] == list(
        zip(IN_ORDER, [5.375, 1.875, -0.625, -1, -6.125], strict=True)
    )
    sheet = workbook["Årsberetning"]
    bars = [(len(lost.value or ""), len(won.value or "")) for lost, won in sheet["C15:D19"]]
    assert bars == [(0, 15), (0, 5), (2, 0), (3, 0), (17, 0)]  # 17 blocks are 49 units


def test_the_evenings_come_to_the_standings_and_with_the_house_to_nothing(danish: bytes) -> None:
    workbook = reading.open_workbook(danish)

    assert [(row[1].value, row[6].value) for row in workbook["Årsberetning"]["A20:H21"]] == [("Huset", 0.5), ("Sum", 0)]
    total = [cell.value for cell in workbook["Aftener"][6]]
    assert total == ["I alt", None, None, 6, 5.375, 1.875, -0.625, -1, -6.125, 0.5, None]


def test_an_evening_with_five_at_the_table_is_one_row_with_its_winner_in_bold(danish: bytes) -> None:
    workbook = reading.open_workbook(danish)

    rows = reading.table(workbook, "Aftener", "Dato")

    assert rows[1] == {
        "Aften": 2, "Dato": date(2025, 9, 18), "Hvor": "Forsamlingshuset", "Spil": 2,
        "Anders Holm": -2, "Birgit Lund-Æbelø": 1, "Carsten": 3, "Dorthe Krogh": -1, "Erik (gæst)": -1,
        "Huset": "", "Godkendt": "6612 8e07 1149 2203",
    }  # fmt: skip
    assert [row["Godkendt"] for row in rows] == ["9c5b 04d1 e37a 118f", "6612 8e07 1149 2203", "ikke endnu"]
    assert [cell.value for cell in workbook["Aftener"][4] if cell.style == "strong points"] == [3]


def test_everybodys_course_begins_at_0_and_ends_with_the_standings(danish: bytes) -> None:
    rows = reading.table(reading.open_workbook(danish), "Aftener", "Efter")

    assert [[row["Efter"], *(row[name] for name in IN_ORDER)] for row in rows] == [
        ["Start", 0, 0, 0, 0, 0],
        ["4/9", 5.375, -3.125, 0.875, 0, -3.125],
        ["18/9", 3.375, -0.125, 1.875, -1, -4.125],
        ["2/10", 5.375, 1.875, -0.625, -1, -6.125],
    ]


def test_a_corrected_deal_shows_what_it_counts_now_and_the_declarers_side_is_in_bold(danish: bytes) -> None:
    workbook = reading.open_workbook(danish)
    rows = reading.table(workbook, "Spil", "Dato")

    assert rows[3] == {
        "Aften": 2, "Dato": date(2025, 9, 18), "Spil": 1, "Giver": "Erik (gæst)", "Melder": "Birgit Lund-Æbelø",
        "Melding": "8 gode", "Makker": "Carsten", "Stik": 10, "Resultat": "2 over · rettet",
        "Anders Holm": -2, "Birgit Lund-Æbelø": 2, "Carsten": 2, "Dorthe Krogh": -2, "Erik (gæst)": "", "Huset": "",
        "Bemærkning": "",
    }  # fmt: skip
    assert [(row["Aften"], row["Spil"]) for row in rows] == [(deal.evening, deal.number) for deal in DEALS]
    sheet = workbook["Spil"]
    assert [[cell.value for cell in sheet[row] if cell.style == "strong points"] for row in (3, 4, 9)] == [
        [4, 4],
        [0.375],
        [],
    ]


def test_a_season_without_notes_has_no_column_for_them() -> None:
    book = replace(season_book(), deals=tuple(deal._replace(note="") for deal in DEALS))

    sheet = reading.open_workbook(written_file(book))["Spil"]

    assert "Bemærkning" not in [cell.value for cell in sheet[2]]


def test_what_one_has_won_from_the_others_adds_up_to_the_points_of_deals(danish: bytes) -> None:
    rows = reading.table(reading.open_workbook(danish), "Indbyrdes", "I alt")

    anders = rows[0]
    assert (anders["Birgit Lund-Æbelø"], anders["Anders Holm"]) == (1.125, "")
    deals = {number: sum(deal.units.get(number, 0) for deal in DEALS) / 8 for number in (*NAMES, HOUSE)}
    assert [row["I alt"] for row in rows] == pytest.approx([deals[number] for number in (1, 3, 2, 5, 4, HOUSE)])


def test_the_best_partners_are_named_with_their_deals_and_points(danish: bytes) -> None:
    rows = reading.table(reading.open_workbook(danish), "Indbyrdes", "Par")

    assert [(row["Par"], row["Spil"], row["Point"]) for row in rows] == [
        ("Anders Holm og Birgit Lund-Æbelø", 1, 8),
        ("Carsten og Birgit Lund-Æbelø", 1, 4),
        ("Birgit Lund-Æbelø og Erik (gæst)", 1, -2),
    ]


def test_prices_stand_as_on_the_clubs_wall(danish: bytes) -> None:
    workbook = reading.open_workbook(danish)

    assert reading.texts(workbook, "Takster")[0] == "Esmakker efter Wikipedia, udgave 2, fra 1. september 2025"
    assert [list(row.values()) for row in reading.table(workbook, "Takster", "Melding")] == [
        ["7", 0.125, 0.25, 0.5, 0.25, 0.125],
        ["8", 0.25, 0.5, 1, 0.5, 0.25],
        ["9", 0.5, 1, 2, 2, 0.5],
        ["Sol, højst 1 stik", 1, "", "", "", "efter aftale"],
    ]
    assert reading.table(workbook, "Takster", "Forseelse") == [{"Forseelse": "Glemt kage", "Bøde": 0.5}]
    assert "Klør i vip fordobler." in reading.texts(workbook, "Takster")


def test_the_control_says_what_must_be_and_the_fingerprint_and_what_was_corrected(danish: bytes) -> None:
    workbook = reading.open_workbook(danish)

    assert [(row["Hele sæsonen"], row["Skal være"]) for row in reading.table(workbook, "Kontrol", "Hele sæsonen")] == [
        ("Antal posteringer", 46),
        ("Sum af alle posteringer", 0),
        ("Aftenernes summer", 0),
        ("Spillenes summer", 0),
    ]
    players = reading.table(workbook, "Kontrol", "Stilling")
    assert [(row["Hver spiller"], row["Stilling"]) for row in players][-2:] == [
        ("Dorthe Krogh", -6.125),
        ("Huset", 0.5),
    ]
    texts = reading.texts(workbook, "Kontrol")
    assert "4f1c 9a0e 7b2d 5863 0c1e 94ab 72fd 3e55 86d0 c7f9 a1b2 438e 6d5f 70c4 b3a2 9187" in texts
    assert tuple(texts[-2:]) == CORRECTIONS


def test_every_figure_that_somebody_reads_is_a_value(danish: bytes) -> None:
    """openpyxl stores no results beside formulas, so a preview shows none: they stand where the book is checked."""
    formulas = reading.formulas(reading.open_workbook(danish))

    columns = {(sheet, cell.rstrip("0123456789")) for sheet, cell in formulas}
    assert columns == {("Kontrol", column) for column in "CDEF"}
    assert len(formulas) == 2 * 4 + 4 * (len(NAMES) + 1)


# --- seasons of other shapes


def test_the_report_tells_who_won_what_when_the_season_was_closed() -> None:
    won = ("Nummer 1: Anders Holm, Birgit Lund-Æbelø (Klubmester, Pokalen)", "Flest sol: Erik (gæst)")

    texts = report(replace(season_book(), is_closed=True, prizes=tuple(map(same, won))))

    assert texts[16:20] == [
        "Titler og præmier",
        *won,
        "Slutstilling",
    ]


@pytest.mark.parametrize("language", ["da", "en"])
def test_a_season_before_its_first_evening_is_a_whole_workbook_too(language: str) -> None:
    workbook = reading.open_workbook(written_file(empty_book(), language))

    texts = reading.texts(workbook, workbook.sheetnames[0])
    assert len(workbook.sheetnames) == 7
    assert (
        texts[2]
        == {
            "da": "0 spillere · foreløbig",
            "en": "0 players · not closed yet",
        }[language]
    )
    assert not workbook.worksheets[0]._charts
    assert "podium" not in {row[0].style for row in workbook.worksheets[0]}
    nothing = {"da": "Regnskabet har ingen posteringer endnu", "en": "The book has no entries yet"}[language]
    assert nothing in reading.texts(workbook, workbook.sheetnames[-1])


def test_a_season_of_one_player() -> None:
    """As where an old book has opening balances for one alone, and the house has the rest."""
    book = season_book()
    evening = replace(EVENINGS[0], number=0, is_opening=True, totals={ANDERS: 43, HOUSE: -43})
    postings = tuple(book.postings[0]._replace(player=number, units=units) for number, units in ((1, 43), (0, -43)))
    deals = (DEALS[7]._replace(evening=0, units={ANDERS: 43, HOUSE: -43}),)
    alone = replace(
        book,
        names={ANDERS: NAMES[ANDERS]},
        standings=(replace(book.standings[0], evenings=0, deals=0),),
        evenings=(evening,),
        deals=deals,
        postings=postings,
    )

    workbook = reading.open_workbook(written_file(alone))

    texts = reading.texts(workbook, "Årsberetning")
    assert [texts[2], *texts[4:7]] == ["1 spiller · foreløbig", "1. plads", "Anders Holm", "+5,375"]
    assert reading.table(workbook, "Aftener", "Dato")[0]["Hvor"] == "Primo"
    assert reading.table(workbook, "Indbyrdes", "I alt")[0]["I alt"] == 0  # won from nobody


def test_a_season_of_many_players() -> None:
    book = long_book(22, 8)

    workbook = reading.open_workbook(written_file(book))

    rows = reading.table(workbook, "Årsberetning", "Plads")
    assert [row["Point"] for row in rows] == [row.units / 8 for row in book.standings]
    assert len(reading.table(workbook, "Indbyrdes", "I alt")) == 22
    assert len(workbook["Årsberetning"]._charts[0].series) == 2 * 22


# --- how points are written


def test_points_are_written_exactly_and_as_fractions_where_the_club_writes_them_so() -> None:
    assert report(replace(season_book(), unit_denominator=6))[10:13] == ["+7 1/6", "+2,5", "−5/6"]
    assert report(season_book(), "da+fractions")[10:13] == ["+5⅜", "+1⅞", "−⅝"]


@pytest.mark.parametrize(
    ("denominator", "language", "points", "prices"),
    [
        (8, "da", '+0.000;"−"0.000;0.000', "General"),
        (4, "da", '+0.00;"−"0.00;0.00', "General"),
        (1, "en", '+0;"−"0;0', "General"),
        (6, "da", '+# ?/?;"−"# ?/?;0    ', "# ?/?"),
        (24, "da", '+# ??/??;"−"# ??/??;0      ', "# ??/??"),
        (8, "da+fractions", '+# ?/?;"−"# ?/?;0    ', "# ?/?"),
    ],
)
def test_points_have_the_decimals_that_the_season_needs_or_fractions(
    denominator: int, language: str, points: str, prices: str
) -> None:
    """Never a bare comma behind a whole number, and the minus is a real one, in quotes."""
    workbook = reading.open_workbook(written_file(replace(season_book(), unit_denominator=denominator), language))

    sheets = workbook.worksheets
    assert (sheets[5]["F3"].number_format, sheets[4]["B3"].number_format) == (points, prices)


# --- a book that does not agree with itself


@pytest.mark.parametrize("without", ["postings", "standings"])
def test_a_book_that_does_not_balance_says_so_on_its_first_sheet(without: str) -> None:
    book = season_book()

    texts = report(replace(book, **{without: getattr(book, without)[1:]}))

    assert texts[-3] == "REGNSKABET GÅR IKKE OP. Se arket Kontrol og sæsonens side."


def test_without_a_house_there_is_no_column_and_no_line_for_it() -> None:
    book = season_book()
    players = tuple(row for row in book.postings if row.deal != 3 or row.evening != 3)
    evenings = (*EVENINGS[:2], replace(EVENINGS[2], totals={1: 16, 2: -16, 3: 16, 4: -16}))

    workbook = reading.open_workbook(written_file(replace(book, postings=players, evenings=evenings, deals=DEALS[:7])))

    assert "Huset" not in [text for sheet in workbook.sheetnames for text in reading.texts(workbook, sheet)]


def test_names_that_a_formula_takes_for_the_same_are_told_apart() -> None:
    names = {**NAMES, ANDERS: "bo", DORTHE: "BO"}

    workbook = reading.open_workbook(written_file(replace(season_book(), names=names)))

    rows = reading.table(workbook, "Kontrol", "Stilling")
    told_apart = ["bo", "Carsten", "Birgit Lund-Æbelø", "Erik (gæst)", "BO (2)", "Huset"]
    assert [row["Hver spiller"] for row in rows] == told_apart
