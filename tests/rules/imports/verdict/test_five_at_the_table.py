"""A book of five players has one of them sitting out of each deal: with a blank, or with nothing won or lost."""

from collections.abc import Sequence

import pytest

from ledger.rules.imports.verdict.judging import Verdict, judge_book
from ledger.rules.imports.verdict.paying import payments
from ledger.rules.imports.written.cells import BookRow, BookSheet, Value
from ledger.rules.imports.written.columns import BookMap, SheetMap
from ledger.rules.imports.written.rows import read_rows
from tests.rules.imports.old_books import PLAYERS, tariffs
from tests.rules.imports.states import state_of

FIVE = (*PLAYERS, "Erik")
WHAT = {1: "number", 2: "declarer", 3: "partner", 4: "dealer", 5: "contract"}
MAP = BookMap({"*": SheetMap(0, WHAT, dict(enumerate(FIVE, 6)), {}, 2014)})


def verdict_of(*values: Value) -> Verdict:
    sheet = BookSheet("12. marts 2014", [BookRow(1, (1, *values))])
    [verdict] = judge_book(list(read_rows([sheet], MAP)), tariffs())
    return verdict


def companies_of(verdict: Verdict) -> list[tuple[str, ...]]:
    """Who may have played a row, the likeliest first."""
    [version] = tariffs()
    return [tuple(units) for units in payments(verdict.row, version, verdict.side)]


@pytest.mark.parametrize("won", [None, 0])
def test_a_blank_or_a_nought_is_who_sat_out(won: int | None) -> None:
    verdict = verdict_of("Anna", "Bodil", "Erik", "9 vip", 16, 16, -16, -16, won)
    [deal] = verdict.readings

    assert (state_of(verdict), deal["tricks"]) == ("deal", 10)
    assert verdict.who_played(deal) == PLAYERS


@pytest.mark.parametrize(
    ("points", "dealer", "players"),
    [
        ((30, -10, -10, -10, 0), "Erik", PLAYERS),
        ((0, 0, 0, 0, 0), "Bodil", ("Anna", "Carl", "Dorthe", "Erik")),
        ((1, -1, 0, 0, None), "Erik", PLAYERS),
    ],
)
def test_the_dealer_is_the_first_to_sit_out(points: Sequence[int | None], dealer: str, players: Sequence[str]) -> None:
    verdict = verdict_of("Anna", "", dealer, "", *points)

    assert companies_of(verdict)[0] == players


def test_nobody_can_tell_who_played_where_too_few_have_points() -> None:
    verdict = verdict_of("Anna", "Bodil", "", "9 vip", 16, None, -16, None, None)

    assert companies_of(verdict) == []
