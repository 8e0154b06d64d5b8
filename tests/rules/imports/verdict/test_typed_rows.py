"""A row of the workbook to type in is the deal that its cells say, under any scoring table, or it names a cell."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import count
from operator import itemgetter
from typing import Any

import pytest

from ledger.rules.deals.settling import deal_data, every_deal
from ledger.rules.imports.verdict.judging import Verdict, judge_book
from ledger.rules.imports.verdict.paying import ReadVersion
from ledger.rules.imports.written.cells import BookRow, BookSheet, Value
from ledger.rules.imports.written.columns import BookMap, SheetMap
from ledger.rules.imports.written.rows import read_rows
from ledger.rules.scoring.document import SEEDS, fill_prices, preset, read_scoring_table, table_from
from ledger.rules.scoring.tariff import compile_tariff
from tests.spreadsheets.imports.entry.typing import NAMES, cells_of

DANISH, ENGLISH = itemgetter("da"), itemgetter("en")
# As they come, and one whose prices a club has to type; then every so many of those with pots, penalties and knocks.
OTHERS = {"whist-ai": 3, "whist2": 5, "pywhist": 97}
WHAT = ("number", "dealer", "over1", "declarer", "contract", "attachment", "trump", "flag", "partner", "tricks", "note")
HELD = {"over1": "away", "attachment": "contract", "trump": "contract", "flag": "contract"}
FOUR = NAMES[:4]


@cache
def version_of(code: str) -> ReadVersion:
    document = preset(code)
    missing = {path: str(24 * at) for at, path in enumerate(table_from(code).missing_prices, 1)}
    return ReadVersion(code, None, compile_tariff(read_scoring_table(fill_prices(document, missing))))


def verdicts_on(rows: Sequence[Mapping[str, Any]], players: Sequence[str], version: ReadVersion) -> Iterator[Verdict]:
    """The verdicts on rows that were typed at a table."""
    columns = {at: HELD.get(what, what) for at, what in enumerate(WHAT, 1)}
    of_tricks = dict(zip(count(len(WHAT) + 1), players, strict=False))
    points = dict(zip(count(len(WHAT) + 1 + len(players)), players, strict=False))
    sheet_map = SheetMap(1, columns, points, {}, cells={"date": (9, 3)}, tricks=of_tricks)
    typed = [BookRow(number, tuple(_values(row, number - 1, players))) for number, row in enumerate(rows, 2)]
    sheet = BookSheet("Aften 1", [BookRow(1, ("Spil",)), *typed])
    yield from judge_book(list(read_rows([sheet], BookMap({"*": sheet_map}))), [version])


def _values(row: Mapping[str, Any], number: int, players: Sequence[str]) -> Iterator[Value]:
    yield from ({"number": number, **row}.get(what) for what in WHAT)
    yield from (row.get("tricks_of", {}).get(player) for player in players)


@pytest.mark.parametrize("say", [DANISH, pytest.param(ENGLISH, marks=pytest.mark.long)])
@pytest.mark.parametrize("code", [*SEEDS, *OTHERS])
def test_every_outcome_of_every_preset_is_read_as_it_was_typed(code: str, say: Any) -> None:
    version = version_of(code)
    seats = version.scoring_table.seats
    for number in range(seats.min, seats.max + 1):
        players = NAMES[:number]
        deals = [*every_deal(version.scoring_table, players)][:: OTHERS.get(code, 1)]
        rows = [cells_of(deal, version.tariff, say) for deal in deals]

        for deal, verdict in zip(deals, verdicts_on(rows, players, version), strict=True):
            if verdict.is_told:
                assert verdict.readings == (deal_data(deal),)
            else:
                assert lacks(verdict) == ["The price list has no price for this"], deal


def lacks(verdict: Verdict) -> list[str]:
    """What is said of a typed row, without the words before it."""
    return [
        about.label["en"].removeprefix("This is not a whole deal yet: ").rstrip(".")
        for about in verdict.findings
        if about.kind.code == "not_a_deal"
    ]


WHOLE = {"declarer": "Anna", "contract": "9", "attachment": "vip 2", "partner": "Carl", "tricks": 9}


@pytest.mark.parametrize(
    ("slip", "cell", "sentence"),
    [
        ({"contract": None}, "E2", "Choose a contract from the list"),
        ({"contract": "Anna"}, "E2", "Choose a contract from the list"),
        ({"attachment": "vip in the second"}, "F2", "Choose an attachment from the list"),
        ({"trump": "green"}, "G2", "Choose from the list: clubs"),
        ({"declarer": "anna"}, "D2", "The declarer does not play here"),
        ({"declarer": None}, "D2", "The declarer does not play here"),
        ({"partner": None}, "I2", "This contract needs a partner"),
        ({"partner": "Anna"}, "I2", "The declarer cannot be the partner too"),
        ({"partner": "Xenofon"}, "I2", "This contract needs a partner"),
        ({"attachment": "kvarte"}, "I2", "This contract is played without a partner"),
        ({"contract": "Sol", "attachment": None}, "I2", "This contract is played without a partner"),
        ({"tricks": None}, "J2", "Write the tricks: 0 to 13"),
        ({"tricks": 14}, "J2", "Write the tricks: 0 to 13"),
        ({"tricks": "nine"}, "J2", "Write the tricks: 0 to 13"),
        ({"tricks_of": {"Bo": 3}}, "L2", "Only on a nolo do others have tricks"),
        ({"dealer": "Xenofon"}, "B2", "Say who deals and so sits out"),
    ],
)
def test_what_is_lacking_is_said_at_its_cell(slip: dict[str, Any], cell: str, sentence: str) -> None:
    [verdict] = verdicts_on([WHOLE | slip], FOUR, version_of("esmakker-wikipedia"))
    [sentence_said] = lacks(verdict)

    assert sentence_said.startswith(sentence)
    assert [about.place.cell for about in verdict.findings if about.kind.code == "not_a_deal"] == [cell]


def test_a_nolo_is_of_whoever_has_tricks_of_their_own() -> None:
    sol = {"declarer": "Anna", "contract": "Sol", "tricks": 1, "tricks_of": {"Dorthe": 3}}
    [verdict] = verdicts_on([sol], FOUR, version_of("esmakker-wikipedia"))

    assert verdict.readings[0]["participants"] == [{"player": "Anna", "tricks": 1}, {"player": "Dorthe", "tricks": 3}]


@pytest.mark.parametrize(
    ("players", "away", "cell"),
    [
        (NAMES[:5], {"dealer": "Emil"}, None),
        (NAMES[:5], {}, "B2"),
        (NAMES[:6], {"dealer": "Emil", "over1": "Fie"}, None),
        (NAMES[:6], {"dealer": "Emil"}, None),  # in turn, Fie too
        (NAMES[:6], {"dealer": "Emil", "over1": "Xenofon"}, "C2"),
        (NAMES[:6], {"dealer": "Dorthe", "over1": "Anna"}, "D2"),
        (NAMES[:5], {"dealer": "Emil", "over1": "Bo"}, "C2"),
        (NAMES[:3], {}, "O2"),
    ],
)
def test_who_sits_out_is_the_dealer_and_whoever_else_is_named(
    players: Sequence[str], away: dict[str, str], cell: str | None
) -> None:
    [verdict] = verdicts_on([WHOLE | away], players, version_of("esmakker-wikipedia"))

    assert [about.place.cell for about in verdict.findings if about.kind.code == "not_a_deal"] == [cell] * bool(cell)
    assert verdict.is_told == (cell is None)


def test_points_beside_a_typed_deal_are_only_compared() -> None:
    version = version_of("esmakker-wikipedia")
    [verdict] = verdicts_on([WHOLE], FOUR, version)
    [row] = [verdict.row]

    assert row.points == (2, -2, 2, -2)
