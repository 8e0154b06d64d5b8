"""Any layout becomes rows: where the headings are and what they mean is guessed, and may be said otherwise."""

from collections.abc import Sequence
from datetime import date
from fractions import Fraction

import pytest

from ledger.rules.imports.written.cells import BookRow, BookSheet, Value, WrittenDay, read_amount, read_day
from ledger.rules.imports.written.columns import read_map
from ledger.rules.imports.written.headings import guess_map
from ledger.rules.imports.written.rows import WrittenRow, read_rows
from ledger.rules.site.refusal import Refusal
from ledger.rules.site.spelling import CellPlace

HEADINGS = ("Dato", "Nr.", "Melder", "Makker", "Melding", "Anna", "Bo", "Carl", "Dorthe", "Sum")
PLAYERS = ("Anna", "Bo", "Carl", "Dorthe")
A, B, C = (4, 4, -4, -4), (-1, -1, 3, -1), (2, -2, 2, -2)


def sheet(*rows: Sequence[Value], title: str = "2014") -> BookSheet:
    return BookSheet(title, [BookRow(number, row) for number, row in enumerate(rows, 1) if any(row)])


def read(*sheets: BookSheet) -> list[WrittenRow]:
    return list(read_rows(sheets, guess_map(sheets)))


def brief(rows: Sequence[WrittenRow]) -> list[tuple[int, int, str, tuple[object, ...]]]:
    return [(row.number, row.at_evening, row.day.isoformat() if row.day else "", row.points) for row in rows]


@pytest.mark.parametrize(
    ("value", "day"),
    [
        ("12/3-14", (12, 3, 2014)),
        ("12. marts 2014", (12, 3, 2014)),
        ("ons d. 12/3 2014", (12, 3, 2014)),
        ("12.3.1998", (12, 3, 1998)),
        ("2014-03-12", (12, 3, 2014)),
        ("3 may '14", (3, 5, 2014)),
        ("12. okt", (12, 10, None)),
        ("12/3", (12, 3, None)),
        ("29/2", (29, 2, None)),
        (date(2014, 3, 12), (12, 3, 2014)),
        (41710, (12, 3, 2014)),
        (20140312, (12, 3, 2014)),
        ("Aften 7", None),
        ("31/2-14", None),
        ("12/13", None),
        ("9 vip i 2.", None),
        (Fraction(1, 2), None),
        (None, None),
    ],
)
def test_a_day_is_read_as_danes_write_it(value: Value, day: tuple[int, int, int | None] | None) -> None:
    assert read_day(value) == day


def test_a_day_without_a_year_goes_on_from_the_one_before() -> None:
    assert WrittenDay(5, 1, None).going_on_from(date(2014, 12, 20), None) == date(2015, 1, 5)
    assert WrittenDay(5, 3, None).going_on_from(date(2014, 4, 20), None) == date(2014, 3, 5)
    assert WrittenDay(5, 3, None).going_on_from(None, 2014) == date(2014, 3, 5)
    assert WrittenDay(5, 3, None).going_on_from(None, None) is None


@pytest.mark.parametrize("value", [date(9999, 12, 31), date(1, 1, 1), "31/12 9999", "0001-01-01", "1/1 1899"])
def test_a_year_in_which_nobody_played_is_told_as_no_day(value: Value) -> None:
    headings, points = ("Dato", "Nr.", *PLAYERS), (4, 4, -4, -4)
    first, second = read(sheet(headings, (value, 1, *points), (None, 2, *points)))

    assert (first.day, second.day) == (None, None)
    assert [column for column, _text in first.unreadable] == [1]


@pytest.mark.parametrize(
    ("value", "amount"),
    [
        ("-0,5", Fraction(-1, 2)),
        ("1.234,50", Fraction(2469, 2)),
        ("\N{MINUS SIGN}4", -4),
        ("4-", -4),
        ("(4)", -4),
        ("12 kr.", 12),
        ("½", Fraction(1, 2)),
        (" - ", None),
        ("", None),
        (Fraction(4, 2), 2),
    ],
)
def test_an_amount_is_exact_however_it_is_written(value: Value, amount: object) -> None:
    assert read_amount(value) == amount


@pytest.mark.parametrize("value", [10**308, "4x", "Anna", date(2014, 3, 12), "1.230", "#REF!"])
def test_what_is_no_amount_is_refused(value: Value) -> None:
    with pytest.raises(Refusal):
        read_amount(value)


def test_a_long_sheet_with_blank_columns_blank_rows_and_totals_is_read() -> None:
    rows = read(
        sheet(
            ("Whistklubben 2014",),
            (),
            HEADINGS,
            ("12/3", 1, "Anna", "Bo", "9 vip", *A, 0),
            (None, 2, "Carl", None, "sol", *B, 0),
            (),
            ("I alt", None, None, None, None, 3, 3, -1, -5, 0),
            ("19. marts", 1, "Anna", "Carl", "8", "0,5", "-0,5", "0,5", "-0,5", 0),
            (None, 2, "Anna", "Bo", "9", *A, 0),
            (None, None, None, None, None, Fraction(9, 2), Fraction(7, 2), Fraction(-7, 2), Fraction(-9, 2), 0),
        )
    )

    half = Fraction(1, 2)
    assert brief(rows) == [
        (4, 1, "2014-03-12", A),
        (5, 1, "2014-03-12", B),
        (8, 2, "2014-03-19", (half, -half, half, -half)),
        (9, 2, "2014-03-19", A),
    ]
    assert [rows[0].text(what) for what in ("declarer", "partner", "number")] == ["Anna", "Bo", "1"]
    assert rows[0].contract == "9 vip"
    assert rows[0].day_is_guessed
    assert rows[1].place("partner").cell == "D5" and rows[1].place_of("Carl").cell == "H5"
    assert rows[1].place_of_points() == CellPlace("2014", 5, 6, 9) and rows[1].place_of_points().cell == "F5:I5"


def test_a_sheet_an_evening_has_its_day_in_its_title() -> None:
    def evening(title: str) -> BookSheet:
        return sheet(
            ("Nr", "Melder", "Spil", "Anna", "Bo", "Carl", "Dorthe"),
            (1, "Anna", "9", *A),
            (2, "Bo", "10", *C),
            title=title,
        )

    rows = read(
        evening("12. marts 2014"), evening("19. marts 2014"), sheet(("Plads", "Navn"), (1, "Anna"), title="Stilling")
    )

    assert [row[:3] for row in brief(rows)] == [
        (2, 1, "2014-03-12"),
        (3, 1, "2014-03-12"),
        (2, 2, "2014-03-19"),
        (3, 2, "2014-03-19"),
    ]
    assert guess_map([evening("1"), evening("2")]).sheets.keys() == {"*"}


def test_running_totals_are_read_as_differences() -> None:
    headings = ("Dato", "Nr", "Anna", "Bo", "Carl", "Dorthe")
    anew = sheet(
        headings,
        ("12/3-14", 1, *A),
        (None, 2, 6, 2, -2, -6),
        ("19/3-14", 1, *C),
        (None, 2, 6, 2, -2, -6),
        (None, 3, *A),
    )
    through = sheet(
        headings, ("12/3-14", 1, *A), (None, 2, 6, 2, -2, -6), ("19/3-14", 1, 7, 3, -5, -5), (None, 2, 8, 4, -6, -6)
    )

    assert [row.points for row in read(anew)] == [A, C, C, A, (-2, 2, -2, 2)]
    assert [row.points for row in read(through)] == [A, C, (1, 1, -3, 1), (1, 1, -1, -1)]


def test_running_totals_begin_at_zero_with_a_sheet_or_go_on_from_the_one_before() -> None:
    headings = ("Dato", "Nr", "Anna", "Bo", "Carl", "Dorthe")
    first = sheet(headings, ("12/3-14", 1, *A), (None, 2, 8, 8, -8, -8), (None, 3, 7, 7, -5, -9), title="1")
    anew = sheet(headings, ("19/3-14", 1, *C), (None, 2, 6, 2, -2, -6), title="2")
    going_on = sheet(headings, ("19/3-14", 1, 9, 5, -3, -11), (None, 2, 13, 9, -7, -15), title="2")

    for second in (anew, going_on):
        assert [row.points for row in read(first, second)] == [A, A, B, C, A]


def test_merged_headings_tell_points_from_running_totals() -> None:
    rows = read(
        sheet(
            (None, None, "Point", None, None, None, "Løbende"),
            ("Dato", "Nr", "Anna", "Bo", "Carl", "Dorthe", "Anna", "Bo", "Carl", "Dorthe"),
            ("12/3-14", 1, *A, *A),
            (None, 2, *C, 6, 2, -2, -6),
        )
    )

    assert [(row.points, row.totals) for row in rows] == [(A, A), (C, (6, 2, -2, -6))]


def test_an_evening_that_begins_without_its_day_has_none() -> None:
    rows = read(
        sheet(
            HEADINGS,
            ("12/3-14", 1, "Anna", "Bo", "9", *A),
            (None, 2, "Anna", "Bo", "9", *A),
            (None, 1, "Bo", "Carl", "9", *C),
        )
    )

    assert [row[1:3] for row in brief(rows)] == [(1, "2014-03-12"), (1, "2014-03-12"), (2, "")]


def row_below_others(*cells: Value) -> WrittenRow:
    """The last of four rows, of which the first three are in order."""
    first = ("12/3-14", 1, "Anna", "Bo", "9", *A)
    *_, row = read(sheet(HEADINGS, first, (None, 2, *first[2:]), (None, 3, *first[2:]), cells))
    return row


def test_what_is_no_number_is_kept_with_its_cell() -> None:
    row = row_below_others("13/13-14", 2, "Anna", "Bo", "9", 4, "4x", -4, -4)

    assert (row.points, row.unreadable) == ((4, None, -4, -4), ((1, "13/13-14"), (7, "4x")))


@pytest.mark.parametrize("value", [10**308, Fraction(10**308, 3), -(10**7)])
def test_a_cell_beyond_all_reason_is_kept_out_of_the_points_and_said(value: Value) -> None:
    """A program of spreadsheets stores 1E308 as readily as 4."""
    row = row_below_others(None, 4, "Anna", "Bo", "9", 4, value, -4, -4)

    assert (row.points, row.unreadable) == ((4, None, -4, -4), ((7, str(value)),))


def test_running_totals_are_read_of_those_who_have_points_and_in_their_order() -> None:
    points = {letter: {"points": player} for letter, player in zip("BCDE", PLAYERS, strict=True)}
    totals = {"F": {"total": "Emil"}, "G": {"total": "Bo"}, "H": {"total": "Anna"}}
    book_map = read_map({"sheets": {"*": {"columns": {"A": "number", **points, **totals}}}})

    [row] = read_rows([sheet((1, *A, "syg", "4x", "5x"))], book_map)

    assert (row.points, row.unreadable) == (A, ((8, "5x"), (7, "4x")))


def test_a_name_with_a_full_stop_behind_it_is_that_of_a_player_and_no_running_total() -> None:
    names = ("Bo H.", "Bo K.", "Carl", "Dorthe (gæst)")
    rows = read(sheet(("Dato", "Nr.", *names), *((date(2014, 3, 12), number, 4, 4, -4, -4) for number in (1, 2))))

    assert [(row.players, row.points, row.totals) for row in rows] == [(names, (4, 4, -4, -4), ())] * 2


def test_marks_in_columns_of_their_own_are_said_by_their_headings() -> None:
    headings = ("Nr", "Trin", "Vip", "Selvmakker", "Anna", "Bo", "Carl", "Dorthe")
    rows = read(sheet(headings, (1, 9, "x", None, *A), (2, 9, None, "X", *C)))

    assert [row.contract for row in rows] == ["9 Vip", "9 Selvmakker"]


@pytest.mark.parametrize(
    ("columns", "field"),
    [
        ({"a": "date", "B": {"points": "Anna"}}, "sheets.*.columns"),
        ({"A": "color", "B": {"points": "Anna"}}, "sheets.*.columns.A"),
        ({"A": "date"}, "sheets.*.columns"),
        ({"A": "date", "C": "date", "B": {"points": "Anna"}}, "sheets.*.columns"),
        ({"A": {"points": "Anna"}, "B": {"points": "Anna"}}, "sheets.*.columns"),
        ({"A": {"points": ""}}, "sheets.*.columns.A.points"),
        ([], "sheets.*.columns"),
    ],
)
def test_a_map_that_says_nothing_or_too_much_is_refused(columns: object, field: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_map({"sheets": {"*": {"header_row": 1, "columns": columns}}})

    assert refused.value.field == field


COLUMNS = '{"A": "number", "B": "dealer", "C": "declarer", "D": "contract", "E": "tricks"}'
MARK = f'{{"header_row": 4, "heading": "Spil", "columns": {COLUMNS}, "chairs": ["F", "G"], "cells": {{"date": "C1"}}}}'


def rows_typed(day: Value, mark: str = MARK) -> list[WrittenRow]:
    """A row of the site's own workbook to type in, which names other days in every other place."""
    top = ("Dato", None, day, None, "Klubben af 24. december 1998")
    headings = ("Spil", "Giver", "Melder", "Melding", "Stik", "Anna", "Bo")
    evening = sheet(top, (), (), headings, (1, None, "Anna", "9", 9), title="Kampen 1. maj 2026")
    return read(evening, BookSheet("whistklub", [BookRow(1, ("entry", mark))]))


@pytest.mark.parametrize("day", [date(2026, 3, 12), "12. marts 2026", "12/3-26", "torsdag d. 12.3.2026", "2026-03-12"])
def test_a_sheet_to_type_in_has_its_day_in_its_own_cell_alone(day: Value) -> None:
    assert [row.day for row in rows_typed(day)] == [date(2026, 3, 12)]


def test_a_sheet_to_type_in_has_no_day_where_its_cell_has_none() -> None:
    [blank], [text] = rows_typed(None), rows_typed("i torsdags")

    assert (blank.day, text.day) == (None, None)
    assert (blank.unreadable, text.unreadable) == (((0, ""),), ((0, "i torsdags"),))
    assert text.place("date").cell == "C1"


def test_a_day_that_is_none_is_told_as_a_day_though_somebody_added_a_column_of_days() -> None:
    [row] = rows_typed("i torsdags", MARK.replace('"columns": {', '"columns": {"I": "date", '))

    assert row.unreadable == ((9, "i torsdags"),)


def test_a_late_guest_has_a_column_that_is_blank_for_long() -> None:
    deals = [("12-03-2014", number, "Anna", "Bo", "9", *A) for number in range(1, 90)]
    late = [("19-03-2014", number, "Gæst", "Bo", "9", 4, 4, -4, None, -4) for number in range(1, 4)]

    rows = read(sheet((*HEADINGS[:9], "Gæst"), *deals, *late))

    assert rows[-1].players == ("Anna", "Bo", "Carl", "Dorthe", "Gæst")
    assert rows[-1].points == (4, 4, -4, None, -4)
