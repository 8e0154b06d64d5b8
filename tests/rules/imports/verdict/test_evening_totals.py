"""A book of everybody's points an evening: a row a date, or crosswise, is an evening of which no deals were kept."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from ledger.rules.imports.choices import NOTHING_CHOSEN, Choices
from ledger.rules.imports.plan import PlannedEvening, plan_seasons
from ledger.rules.imports.verdict.findings import FindingKind
from ledger.rules.imports.verdict.judging import Verdict, judge_book
from ledger.rules.imports.verdict.paying import ReadVersion
from ledger.rules.imports.written.cells import BookSheet, sheets_of
from ledger.rules.imports.written.headings import guess_map, with_dates_down
from ledger.rules.imports.written.rows import read_rows
from ledger.rules.scoring.document import preset, read_scoring_table
from ledger.rules.scoring.tariff import compile_tariff

DOWN = [
    ["Dato", "Anna", "Bo", "Carl", "Dorthe", "Ib", "I alt"],
    ["4/9 2014", 12, -4, -8, None, None, 0],
    ["11/9 2014", -3, "5,5", None, -2.5, None, 0],
    ["18/9 2014", 10, None, -7, None, -3, 0],
    ["25/9 2014", 0, 1, -1, "-", None, 0],
    ["I alt", 19, 2.5, -16, -2.5, -3, 0],
]
ACROSS = [list(column) for column in zip(*DOWN, strict=True)]
ACROSS[0][0] = "Spiller"
TITLED = [["Pointregnskab 2014"], [], *[["", *row] for row in ACROSS]]


def plain(rows: Sequence[Sequence[Any]], title: str = "2014") -> dict[str, Any]:
    """A sheet as it is read from a file."""

    def value(cell: Any) -> Any:
        return {"number": str(cell)} if isinstance(cell, float) else cell or None if cell == "" else cell

    filled = [
        [number, [*map(value, row)]]
        for number, row in enumerate(rows, 1)
        if any(cell not in ("", None) for cell in row)
    ]
    return {"title": title, "rows": filled}


def sheets(*of_book: Sequence[Sequence[Any]]) -> tuple[BookSheet, ...]:
    return sheets_of(with_dates_down(plain(rows, f"Ark{at}")) for at, rows in enumerate(of_book, 1))


@cache
def version() -> ReadVersion:
    return ReadVersion("1", None, compile_tariff(read_scoring_table(preset("esmakker-wikipedia"))))


def verdicts_on(*of_book: Sequence[Sequence[Any]]) -> list[Verdict]:
    read = sheets(*of_book)
    return list(judge_book(list(read_rows(read, guess_map(read))), [version()]))


def evenings_of(verdicts: Sequence[Verdict], choices: Choices = NOTHING_CHOSEN) -> list[PlannedEvening]:
    titles = list(dict.fromkeys(verdict.row.sheet for verdict in verdicts))
    return [
        evening for season in plan_seasons(verdicts, {7: version()}, choices, titles) for evening in season.evenings
    ]


def amounts(evenings: Sequence[PlannedEvening]) -> dict[str, dict[str, Any]]:
    return {evening.day.isoformat(): dict(evening.deals[0].deal["amounts"]) for evening in evenings}


KEPT = {
    "2014-09-04": {"Anna": 12, "Bo": -4, "Carl": -8},
    "2014-09-11": {"Anna": -3, "Bo": "11/2", "Dorthe": "-5/2"},
    "2014-09-18": {"Anna": 10, "Carl": -7, "Ib": -3},
    "2014-09-25": {"Anna": 0, "Bo": 1, "Carl": -1},
}


@pytest.mark.parametrize("rows", [DOWN, ACROSS, TITLED], ids=["a row a date", "crosswise", "below a title"])
def test_each_date_is_an_evening_with_everybody_who_came(rows: Sequence[Sequence[Any]]) -> None:
    verdicts = verdicts_on(rows)
    evenings = evenings_of(verdicts)

    assert [verdict.findings for verdict in verdicts] == [()] * 4
    assert amounts(evenings) == KEPT
    assert all(len(evening.deals) == 1 and evening.deals[0].deal["totals"] for evening in evenings)
    assert evenings[0].deals[0].players == ("Anna", "Bo", "Carl")
    assert [evening.companies(7) for evening in evenings] == [[]] * 4


def test_a_book_of_both_layouts_has_the_evenings_of_both() -> None:
    later = [[str(cell).replace("2014", "2015") if at == 0 else cell for at, cell in enumerate(row)] for row in DOWN]

    assert len(amounts(evenings_of(verdicts_on(ACROSS, later)))) == 8


def test_days_without_a_year_have_that_of_the_sheets_title_and_go_on_from_it() -> None:
    days = {"4/9 2014": "4/9", "11/9 2014": "6/11", "18/9 2014": "8/1", "25/9 2014": "22/1"}
    rows = [[days.get(str(cell), cell) for cell in row] for row in ACROSS]
    read = sheets_of([with_dates_down(plain(rows, "Sæson 2014"))])
    verdicts = list(judge_book(list(read_rows(read, guess_map(read))), [version()]))

    assert [str(verdict.row.day) for verdict in verdicts] == ["2014-09-04", "2014-11-06", "2015-01-08", "2015-01-22"]


def test_sums_are_no_evening_and_no_player_whatever_they_are_called() -> None:
    for word in ("Sum", "Total", "I alt", "Sæsonen i alt", ""):
        rows = [[word if cell == "I alt" else cell for cell in row] for row in DOWN]
        across = [[word if cell == "I alt" else cell for cell in row] for row in ACROSS]
        assert amounts(evenings_of(verdicts_on(rows))) == amounts(evenings_of(verdicts_on(across))) == KEPT, word


def test_a_cell_of_a_sheet_that_was_turned_is_named_as_it_stands_in_the_file() -> None:
    across = [[*row] for row in ACROSS]
    across[1][2], across[3][3] = "syg", 7
    [first, second] = [about for verdict in verdicts_on(across) for about in verdict.findings if about.is_doubt]

    assert (first.kind, first.place.cell) == (FindingKind.NOT_A_NUMBER, "C2")
    assert (second.kind, second.place.cell) == (FindingKind.EVENING_SUM, "D2:D6")


def test_what_is_no_number_of_points_is_told_at_its_cell() -> None:
    rows = [
        *DOWN[:2],
        ["11/9 2014", "syg", 5, None, -5, None, 0],
        ["18/9 2014", 0.1, -2.1, 2, None, None, 0],
        *DOWN[4:-1],
    ]
    doubts = [[(about.kind, about.place.cell) for about in verdict.findings] for verdict in verdicts_on(rows)]

    assert doubts[1] == [(FindingKind.NOT_A_NUMBER, "B3")]
    assert doubts[2] == [(FindingKind.NOT_A_NUMBER, "B4"), (FindingKind.NOT_A_NUMBER, "C4")]


def test_what_the_prices_cannot_come_out_at_is_told_so() -> None:
    rows = [*DOWN[:3], ["18/9 2014", 1 / 3, -1 / 3, "1,2", "-1,2", None, 0], *DOWN[4:-1]]
    told = [about.label["da"] for about in verdicts_on(rows)[2].findings]

    assert told[0] == "Klubbens takster kan ikke give 1/3: de går i trin af 0,125."
    assert told[2] == "Klubbens takster kan ikke give 1,2: de går i trin af 0,125."


@pytest.mark.parametrize(
    ("third", "two"), [(0.333333333333333, -0.666666666666667), ("0,33", "-0,67"), ("1/3", "-2/3")]
)
def test_thirds_are_thirds_though_a_spreadsheet_has_none(third: Any, two: Any) -> None:
    by_sixths = ReadVersion("1", None, compile_tariff(read_scoring_table(preset("whist-ai"))))
    read = sheets([*DOWN[:3], ["18/9 2014", third, third, two, None, None, 0], *DOWN[4:-1]])
    verdict = list(judge_book(list(read_rows(read, guess_map(read))), [by_sixths]))[2]

    assert verdict.findings == ()
    assert verdict.readings[0]["amounts"] == {"Anna": "1/3", "Bo": "1/3", "Carl": "-2/3"}


@pytest.mark.parametrize(
    "rows",
    [
        [DOWN[0], *([day, *row[1:]] for day, row in zip(["4/9 2014"] * 4, DOWN[1:5], strict=True))],
        [
            ["Dato", "Melding", "Anna", "Bo", "Carl", "Dorthe"],
            ["4/9 14", "9 vip", 2, 2, -2, -2],
            ["11/9 14", "sol", 9, -3, -3, -3],
        ],
        [
            ["Dato", "Anna", "Bo", "Carl", "Dorthe"],
            ["4/9 14", 2, 2, -2, -2],
            ["11/9 14", 9, -3, -3, -3],
            ["18/9 14", 4, -4, 4, -4],
        ],
    ],
    ids=["several rows a date", "a contract", "paid like deals"],
)
def test_what_looks_like_deals_is_taken_for_deals(rows: Sequence[Sequence[Any]]) -> None:
    [layout] = guess_map(sheets(rows)).sheets.values()

    assert layout is not None and not layout.by_evening


def test_dates_across_are_of_evenings_also_where_they_are_paid_like_deals() -> None:
    rows = [
        ["", "4/9 14", "11/9 14", "18/9 14"],
        ["Anna", 2, 9, 4],
        ["Bo", 2, -3, -4],
        ["Carl", -2, -3, 4],
        ["Dorthe", -2, -3, -4],
    ]
    [layout] = guess_map(sheets(rows)).sheets.values()

    assert layout is not None and layout.by_evening


def test_a_sheet_without_dates_across_stays_as_it_is() -> None:
    planner = [["", "4/9", "11/9", "18/9"], ["Anna", "x", "", "x"], ["Bo", "", "x", "x"], ["Carl", "x", "x", ""]]

    for rows in (DOWN, planner, [["Anna", 1, 2, 3]], []):
        sheet = plain(rows)
        assert with_dates_down(sheet) is sheet
