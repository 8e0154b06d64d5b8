"""Whatever members call themselves and write as reasons, the workbook shows it and calculates none of it."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ledger.rules.site.labels import same
from ledger.spreadsheets.seasons.season_book import PostingRow, SeasonBook
from ledger.spreadsheets.site import one_line, printable, unique_headings
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


def test_a_heading_is_one_line_of_at_most_a_hundred_characters() -> None:
    assert one_line(" Anders\n Holm\t") == "Anders Holm"
    assert one_line("a" * 101) == "a" * 100


def test_headings_are_filled_and_unlike_each_other() -> None:
    headings = unique_headings(["Anders", "anders", "", "Anders (2)"])

    assert headings == ("Anders", "anders (2)", "?", "Anders (2) (2)")


def _with_names(book: SeasonBook, names: list[str]) -> SeasonBook:
    return replace(book, names=dict(enumerate(names, 1)))


@settings(max_examples=6)
@example([*NAMES.values()], "_x0041_ og _x12", "_x000D_")  # which a spreadsheet would read as other letters
@given(st.lists(texts, min_size=len(NAMES), max_size=len(NAMES)), texts, texts)
def test_any_texts_come_back_as_they_were_typed_and_add_no_formula(names: list[str], word: str, place: str) -> None:
    book = _with_names(season_book(), names)
    label, status = same(word), same(word or "x")
    deals = tuple(deal._replace(declarer=word, contract=label, result=label, status=status) for deal in book.deals)
    corrections = (label,) * len(book.corrections)
    evenings = tuple(replace(evening, place_name=place) for evening in book.evenings)
    postings = tuple(posting._replace(text=label) for posting in book.postings)
    lists = {"deals": deals, "evenings": evenings, "corrections": corrections, "postings": postings}
    typed = replace(book, club=word, season=place, **lists)  # type: ignore[arg-type]

    content = written_file(typed)

    workbook = reading.open_workbook(content)
    ranked = [row.player for row in book.standings]
    headings = unique_headings([*(names[number - 1] for number in ranked), "Huset"])
    numbered = dict(zip([*ranked, 0], headings, strict=True))
    posted = reading.table(workbook, "Posteringer", "Postering")
    assert [row["Spiller"] for row in posted] == [numbered[posting.player] for posting in book.postings]
    assert [row["Tekst"] for row in posted] == [printable(word)] * len(postings)
    assert [row["Melder"] for row in reading.table(workbook, "Spil", "Dato")] == [printable(word)] * len(deals)
    assert [row["Melding"] for row in reading.table(workbook, "Spil", "Dato")] == [printable(word)] * len(deals)
    assert [row["Hvor"] for row in reading.table(workbook, "Aftener", "Dato")] == [printable(place)] * len(evenings)
    assert set(reading.formulas(workbook)) == USUAL_FORMULAS


@settings(max_examples=10)
@given(
    st.lists(
        st.builds(
            PostingRow,
            sequence=st.integers(1, 10**6),
            date=st.dates(date(1950, 1, 1), date(2100, 1, 1)),
            evening=st.integers(0, 99),
            deal=st.integers(1, 99),
            player=st.integers(0, len(NAMES)),
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

    rows = reading.table(reading.open_workbook(written_file(book)), "Posteringer", "Postering")

    numbers = {name: number for number, name in NAMES.items()} | {"Huset": 0}
    assert [
        PostingRow(
            sequence=row["Postering"],
            date=row["Dato"],
            evening=row["Aften"],
            deal=row["Spil"],
            player=numbers[row["Spiller"]],
            text=same(row["Tekst"]),
            units=round(row["Point"] * denominator),
        )
        for row in rows
    ] == postings
