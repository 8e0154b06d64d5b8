"""A row of which only the points are known becomes a deal with as much as it tells."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from ledger.rules.imports.plan import points_only_deal
from tests.rules.imports.old_books import PLAYERS, tariffs
from tests.rules.imports.test_verdict import verdict_on

POINTS = {"Anna": 16, "Bodil": 16, "Carl": -16, "Dorthe": -16}
SIDE = {"declarer": "Anna", "partner": "Bodil"}


@pytest.mark.parametrize(
    ("facts", "known"),
    [
        ({}, {"level": 9, "attachment": "vip", **SIDE}),
        ({"contract": "ren sol", "partner": ""}, {"contract": "ren_sol", "declarer": "Anna"}),
        ({"contract": 'den "store"; vist nok'}, {"bid": "den store vist nok", **SIDE}),
        ({"contract": ""}, SIDE),
        ({"contract": "", "declarer": "", "partner": ""}, {}),
        ({"partner": "selvmakker"}, {"level": 9, "attachment": "vip", "declarer": "Anna", "alone": "self_called"}),
        ({"contract": "9 kvarte"}, {"level": 9, "attachment": "kvarte", "declarer": "Anna", "alone": "declared"}),
    ],
)
def test_as_much_is_kept_as_the_row_tells(facts: Mapping[str, str], known: Mapping[str, Any]) -> None:
    verdict, [version] = verdict_on(tuple(POINTS.values()), **facts), tariffs()

    deal = points_only_deal(verdict, version, PLAYERS)

    assert deal == {"kind": "points_only", "points": POINTS, **known}


@pytest.mark.parametrize("points", [(1, 1, 1, 1), ("½", "½", "-½", "-½")])
def test_points_that_cannot_be_kept_are_no_deal(points: Sequence[Any]) -> None:
    [version] = tariffs()

    assert points_only_deal(verdict_on(points), version, PLAYERS) is None
