"""Whatever members call themselves and write as reasons, the workbook shows it and calculates none of it."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.rules.site.labels import same
from ledger.spreadsheets.seasons.season_book import BookPlayer, PostingRow, SeasonBook
from ledger.spreadsheets.site.safe_text import cell_text, one_line, printable, unique_headings
from tests.spreadsheets.seasons import reading
from tests.spreadsheets.seasons.names import NASTY
from tests.spreadsheets.seasons.reading import written_file
from tests.spreadsheets.seasons.season import NAMES, season_book

USUAL_FORMULAS = set(reading.formulas(reading.open_workbook(written_file(season_book()))))

texts = st.one_of(st.sampled_from(NASTY), st.text(max_size=30))


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("Anders\x00 Holm\x1f", "Anders\ufffd Holm\ufffd"),
        ("en\r\nto\rtre", "en\nto\ntre"),
        ("halv \ud83c", "halv \ufffd"),
        ("\uffff", "\ufffd"),
        ("x" * 40_000, "x" * 32_767),
        ("🂡" * 20_000, "🂡" * 16_383),
    ],
)
def test_what_a_cell_cannot_hold_is_replaced_or_cut(typed: str, stored: str) -> None:
    assert printable(typed) == stored


def test_text_that_looks_like_an_escape_is_escaped_itself() -> None:
    assert cell_text("_x0041_ og _x12") == "_x005F_x0041_ og _x12"


def test_a_heading_is_one_line_of_at_most_a_hundred_characters() -> None:
    assert one_line(" Anders\n Holm\t") == "Anders Holm"
    assert one_line("a" * 101) == "a" * 100


def test_headings_are_filled_and_unlike_each_other_and_the_fixed_ones() -> None:
    headings = unique_headings(["Anders", "anders", "", "Sum", "Anders (2)"], reserved=["SUM"])

    assert headings == ("Anders", "anders (2)", "?", "Sum (2)", "Anders (2) (2)")


def _with_names(book: SeasonBook, names: list[str]) -> SeasonBook:
    return replace(book, players=tuple(BookPlayer(number, name) for number, name in enumerate(names, 1)))


OF_A_CHANGE = ("Fra", "Til", "Point før → nu", "Begrundelse", "Noteret af")


@settings(max_examples=6)
@given(st.lists(texts, min_size=len(NAMES), max_size=len(NAMES)), texts, texts)
def test_any_texts_come_back_as_they_were_typed_and_add_no_formula(names: list[str], word: str, place: str) -> None:
    book = _with_names(season_book(), names)
    label, status = same(word), same(word or "x")
    deals = tuple(deal._replace(declarer=word, contract=label, why=label, status=status) for deal in book.deals)
    corrections = tuple(
        row._replace(before=label, after=label, moved=label, reason=word, recorded_by=word) for row in book.corrections
    )
    evenings = tuple(replace(evening, place_name=place) for evening in book.evenings)
    typed = replace(
        book, club=word, season=place, made_by=word, deals=deals, evenings=evenings, corrections=corrections
    )

    content = written_file(typed)

    workbook = reading.open_workbook(content)
    numbered = {number: printable(name) for number, name in enumerate(names, 1)} | {0: "Huset"}
    numbered_names = [numbered[posting.player_number] for posting in book.postings]
    assert [row["Spiller"] for row in reading.table(workbook, "tblPostings")] == numbered_names
    assert [row["Melder"] for row in reading.table(workbook, "tblDeals")] == [printable(word)] * len(deals)
    assert [row["Forklaring"] for row in reading.table(workbook, "tblDeals")] == [printable(word)] * len(deals)
    changes = [row[column] for row in reading.table(workbook, "tblCorrections") for column in OF_A_CHANGE]
    assert changes == [printable(word)] * len(OF_A_CHANGE) * len(corrections)
    assert [row["Sted"] for row in reading.table(workbook, "tblEvenings")] == [printable(place)] * len(evenings)
    assert set(reading.formulas(workbook)) == USUAL_FORMULAS
    assert None not in reading.results(content).values()


@settings(max_examples=10)
@given(
    st.lists(
        st.builds(
            PostingRow,
            sequence=st.integers(1, 10**6),
            date=st.dates(date(1950, 1, 1), date(2100, 1, 1)),
            evening=st.none() | st.integers(1, 99),
            deal=st.none() | st.integers(1, 99),
            player_number=st.integers(0, len(NAMES)),
            text=texts.map(printable).map(same),
            units=st.integers(-(10**9), 10**9),
        ),
        min_size=1,
        max_size=6,
    ),
    st.sampled_from([1, 2, 4, 6, 8, 10, 24]),
)
def test_any_ledger_comes_back_row_by_row(postings: list[PostingRow], denominator: int) -> None:
    book = replace(season_book(), postings=tuple(postings), unit_denominator=denominator)

    rows = reading.table(reading.open_workbook(written_file(book)), "tblPostings")

    assert [
        PostingRow(
            sequence=row["Postering"],
            date=row["Dato"],
            evening=row["Aften"] or None,
            deal=row["Spil"] or None,
            player_number=row["Spillernummer"],
            text=same(row["Tekst"]),
            units=round(row["Point"] * denominator),
        )
        for row in rows
    ] == postings


def test_text_that_an_edit_would_turn_into_something_else_is_marked_as_text() -> None:
    names = ["=1+1", "+1", "Anders", "#N/A", "1/2"]

    sheet = reading.open_workbook(written_file(_with_names(season_book(), names)))["Posteringer"]

    marked = {cell.value: (cell.data_type, bool(cell.quotePrefix)) for cell in sheet["F"][1:32] if cell.value in names}
    assert marked == {
        "=1+1": ("s", True),
        "+1": ("s", True),
        "Anders": ("s", False),
        "#N/A": ("s", True),
        "1/2": ("s", True),
    }
