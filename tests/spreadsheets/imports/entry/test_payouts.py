"""A real spreadsheet program pays every outcome of every preset as the engine does, and says what is wrong in a row."""

from collections.abc import Mapping, Sequence
from functools import cache
from operator import itemgetter
from typing import Any

import pytest
from openpyxl.worksheet.worksheet import Worksheet

from ledger.rules.deals.keyboard.notation import Notation
from ledger.rules.deals.kinds import Deal
from ledger.rules.deals.settling import settle
from ledger.rules.scoring.document import fill_prices, read_scoring_table
from ledger.rules.scoring.presets import SEEDS, preset, table_from
from ledger.rules.scoring.tariff import Tariff, compile_tariff
from ledger.rules.site.refusal import Refusal
from ledger.spreadsheets.imports.entry.entry_book import EntryBook
from ledger.spreadsheets.imports.entry.entry_columns import FIRST_DEAL, columns_of
from ledger.spreadsheets.imports.entry.entry_writing import write_entry_book
from tests.conftest import ConvertAll
from tests.spreadsheets.imports.entry.typing import NAMES, book_of, cells_of, every_deal, type_in
from tests.spreadsheets.seasons.names import NASTY
from tests.spreadsheets.seasons.reading import open_workbook

DANISH = itemgetter("da")
# As they come, and those whose prices a club has to type with some; then what none of them has: a pot, a penalty, and
# every so many of the outcomes with trumps and knocks that count.
OTHERS = {"whist-ai": 1, "whist2": 3, "pywhist": 23}
TARIFFS = [*SEEDS, *OTHERS, *(f"{code}, priced" for code in ("whistklubben", "dansk-whist", "esmakker-wikipedia"))]


@cache
def tariff_of(name: str) -> Tariff:
    code, _, is_priced = name.partition(", ")
    document = preset(code)
    if is_priced:
        missing = table_from(code).missing_prices
        document = fill_prices(document, {price.path: str(24 * at) for at, price in enumerate(missing, 1)})
    return compile_tariff(read_scoring_table(document))


def groups(tariff: Tariff) -> list[Sequence[str]]:
    """Who may sit at a table: as few and as many as play."""
    seats = tariff.scoring_table.seats
    return [NAMES[:count] for count in range(seats.min, seats.max + 1)]


def results_of(content: bytes, book: EntryBook, rows: int) -> list[dict[str, Any]]:
    """What a saved workbook shows in its first rows: the points by name, the check, the sum and the line."""
    workbook, columns = open_workbook(content, values=True), columns_of(book)
    sheet: Worksheet = workbook.worksheets[0]
    names = [sheet.cell(FIRST_DEAL - 1, column).value for column in columns.chairs]
    return [
        {
            "points": {
                name: sheet.cell(row, column).value
                for name, column in zip(names, columns.chairs, strict=True)
                if name and sheet.cell(row, column).value not in (None, "")
            },
            **{
                what: sheet.cell(row, columns.of[what]).value
                for what in ("check", "sum", "line", "house")
                if columns.has(what)
            },
        }
        for row in range(FIRST_DEAL, FIRST_DEAL + rows)
    ]


def payment_of(deal: Deal, tariff: Tariff, players: Sequence[str]) -> Mapping[str, float] | None:
    """What the engine pays, in points; None where there is no price."""
    try:
        units = settle(deal, tariff, players).units
    except Refusal:
        return None
    return {player: units[player] / tariff.unit_denominator for player in players}


@pytest.mark.long
def test_every_outcome_of_every_preset_is_paid_as_the_engine_pays_it(convert_all: ConvertAll) -> None:
    asked = [(tariff_of(name), players) for name in TARIFFS for players in groups(tariff_of(name))]
    contents, deals_of = [], []
    for tariff, players in asked:
        deals, book = every_deal(tariff, players)[:: OTHERS.get(tariff.scoring_table.code, 1)], book_of(tariff)
        rows = [cells_of(deal, tariff, DANISH) for deal in deals]
        contents.append(type_in(write_entry_book(book, "da", evenings=1, deals=len(deals)), book, rows, players))
        deals_of.append(deals)

    for (tariff, players), deals, content in zip(asked, deals_of, convert_all(contents, "xlsx"), strict=True):
        notation = Notation(tariff.scoring_table)
        for deal, row in zip(deals, results_of(content, book_of(tariff), len(deals)), strict=True):
            paid = payment_of(deal, tariff, players)
            if paid is None:
                assert (row["points"], row["check"]) == ({}, "Takstbladet har ingen pris for dette"), deal
            else:
                assert row["points"] == pytest.approx(paid), deal
                assert (row["check"], row["sum"]) == ("OK", 0), deal
                assert notation.read(row["line"], players) == deal, row["line"]
    assert sum(map(len, deals_of)) > 8000


def test_whatever_players_and_the_club_are_called_it_is_no_formula_and_comes_back() -> None:
    tariff = tariff_of("esmakker-wikipedia")
    ordinary = formulas_in(write_entry_book(book_of(tariff), "da", evenings=1, deals=2))
    names = tuple(filter(None, NASTY))
    hostile = write_entry_book(book_of(tariff, players=names, club=NASTY[1]), "da", evenings=1, deals=2)

    assert formulas_in(hostile) == ordinary
    lists = open_workbook(hostile)["Lister"]
    cells = [lists.cell(row, 1) for row in range(2, len(names) + 2)]
    assert {cell.data_type for cell in cells} == {"s"}
    assert all(cell.quotePrefix for cell in cells if not str(cell.value)[:1].isalpha())


def formulas_in(content: bytes) -> set[tuple[str, str, str]]:
    """The formulas of a workbook by sheet and cell."""
    return {
        (sheet.title, cell.coordinate, cell.value)
        for sheet in open_workbook(content)
        for row in sheet.iter_rows()
        for cell in row
        if cell.data_type == "f"
    }


def by_four(*rows: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"declarer": "Anna", "contract": "9", "partner": "Bo", "tricks": 9} | row for row in rows]


FAULTS: list[tuple[dict[str, Any], str]] = [
    ({}, "OK"),
    ({"declarer": "Ukendt"}, "Melderen spiller ikke her"),
    ({"declarer": None}, "Melderen spiller ikke her"),
    ({"partner": "Anna"}, "Melderen kan ikke også være makker"),
    ({"partner": None}, "Meldingen kræver en makker"),
    ({"partner": "Ukendt"}, "Meldingen kræver en makker"),
    ({"partner": "Selvmakker"}, "OK"),
    ({"attachment": "Kvarte"}, "Meldingen spilles uden makker"),
    ({"attachment": "Kvarte", "partner": None}, "OK"),
    ({"attachment": "vrøvl"}, "Vælg et påhæng fra listen"),
    ({"contract": "14"}, "Vælg en melding fra listen"),
    ({"contract": "Sol"}, "Meldingen spilles uden makker"),
    ({"contract": "Sol", "partner": None, "tricks_of": {"Bo": 2}}, "OK"),
    ({"contract": "Sol", "partner": None, "tricks_of": {"Bo": 9}}, "Der er kun 13 stik i et spil"),
    ({"tricks": 14}, "Skriv stikkene: 0 til 13"),
    ({"tricks": None}, "Skriv stikkene: 0 til 13"),
    ({"tricks": 2.5}, "Skriv stikkene: 0 til 13"),
    ({"tricks_of": {"Bo": 2}}, "Kun i en nolo har andre stik"),
    ({"contract": "Passet rundt", "declarer": None, "partner": None, "tricks": None}, "OK"),
    ({"contract": "Dobbelt bordlægger", "partner": None}, "Takstbladet har ingen pris for dette"),
]
SEATINGS: list[tuple[tuple[str, ...], dict[str, Any], str]] = [
    (NAMES[:3], {}, "Vælg mindst 4 spillere øverst"),
    (("Anna", "Bo", "", "Carl", "Dorthe"), {}, "Vælg hver spiller én gang øverst, fra venstre"),
    (("Anna", "Bo", "Carl", "Anna"), {}, "Vælg hver spiller én gang øverst, fra venstre"),
    (NAMES[:5], {}, "Skriv, hvem der giver og dermed sidder over"),
    (NAMES[:5], {"dealer": "Carl"}, "OK"),
    (NAMES[:5], {"dealer": "Anna"}, "Melderen spiller ikke her"),
    (NAMES[:5], {"dealer": "Bo"}, "Meldingen kræver en makker"),
]


@pytest.mark.long
def test_what_is_wrong_in_a_row_is_said_beside_it(convert_all: ConvertAll) -> None:
    tariff = tariff_of("esmakker-wikipedia")
    book = book_of(tariff)
    empty = write_entry_book(book, "da", evenings=1, deals=24)
    rows = by_four(*(row for row, _message in FAULTS))
    contents = [type_in(empty, book, rows, NAMES[:4])]
    contents += [type_in(empty, book, by_four(row), players) for players, row, _message in SEATINGS]

    first, *others = convert_all(contents, "xlsx")

    results = results_of(first, book, len(FAULTS) + 1)
    assert [row["check"] for row in results] == [*(message for _row, message in FAULTS), None]
    assert [bool(row["points"]) for row in results] == [message == "OK" for _row, message in FAULTS] + [False]
    [*checks] = [results_of(content, book, 1)[0] for content in others]
    assert [row["check"] for row in checks] == [message for *_row, message in SEATINGS]
    assert checks[4]["points"].keys() == {"Anna", "Bo", "Dorthe", "Emil"}
    assert checks[4]["line"].endswith(" @3")


AT_SEVEN: list[tuple[dict[str, Any], set[str], str]] = [
    ({"dealer": "Anna", "declarer": "Dorthe", "partner": "Emil"}, {"Dorthe", "Emil", "Fie", "Gerda"}, "OK"),
    ({"dealer": "Gerda", "declarer": "Carl", "partner": "Fie"}, {"Carl", "Dorthe", "Emil", "Fie"}, "OK"),
    (
        {"dealer": "Anna", "over1": "Emil", "over2": "Gerda", "declarer": "Bo", "partner": "Carl"},
        {"Bo", "Carl", "Dorthe", "Fie"},
        "OK",
    ),
    (
        {"dealer": "Anna", "over1": "Emil", "declarer": "Bo", "partner": "Carl"},
        set(),
        "Vælg, hvem der ellers sidder over, eller lad det stå tomt",
    ),
    (
        {"dealer": "Anna", "over1": "Anna", "over2": "Emil", "declarer": "Bo", "partner": "Carl"},
        set(),
        "Vælg, hvem der ellers sidder over, eller lad det stå tomt",
    ),
    ({"dealer": "Anna", "declarer": "Bo", "partner": "Emil"}, set(), "Melderen spiller ikke her"),
    ({"declarer": "Bo", "partner": "Emil"}, set(), "Skriv, hvem der giver og dermed sidder over"),
]


@pytest.mark.long
def test_of_seven_at_a_table_three_sit_out_in_turn_or_as_named(convert_all: ConvertAll) -> None:
    tariff = tariff_of("esmakker-wikipedia")
    book = book_of(tariff, chairs=7)
    rows = [{"contract": "9", "tricks": 10} | row for row, _play, _message in AT_SEVEN]
    typed = type_in(write_entry_book(book, "da", evenings=1, deals=len(rows)), book, rows, NAMES)

    [content] = convert_all([typed], "xlsx")

    notation = Notation(tariff.scoring_table)
    for row, (_cells, play, message) in zip(results_of(content, book, len(rows)), AT_SEVEN, strict=True):
        assert (row["check"], set(row["points"])) == (message, play)
        if play:
            paid = payment_of(notation.read(row["line"], NAMES), tariff, NAMES) or {}
            assert row["points"] == pytest.approx({name: paid[name] for name in play})
