"""Who was there on which evening, by a worked example."""

from ledger.rules.statistics.attendance import Presence, attendances_among
from ledger.rules.statistics.records import EveningShare

LILLY, ASE, PALLE = 1, 2, 3
AWAY, THERE, WON = Presence


def test_everybody_who_came_is_counted_and_who_won_is_marked():
    shares = [
        EveningShare(4, 1, LILLY, 24, 5),
        EveningShare(4, 1, ASE, 24, 5),
        EveningShare(4, 1, PALLE, 24, -10),
        EveningShare(2, 1, PALLE, 24, 0),
        EveningShare(2, 1, ASE, 24, 0),
        EveningShare(7, 1, ASE, 24, 1),
    ]

    attendances = attendances_among(shares)

    assert attendances.evenings == (4, 2, 7)
    assert [(row.player, row.evenings, row.count, row.won) for row in attendances.players] == [
        (ASE, (WON, THERE, WON), 3, 2),
        (PALLE, (THERE, THERE, AWAY), 2, 0),
        (LILLY, (WON, AWAY, AWAY), 1, 1),
    ]
    assert attendances.counts == [3, 2, 1]


def test_a_season_without_evenings_has_no_attendance():
    assert (attendances_among([]).players, attendances_among([]).counts) == ((), [])
