"""Who was there on which evening, by a worked example."""

from ledger.rules.statistics.records import Presence, presences_on
from tests.rules.statistics.test_records import ASE, LILLY, PALLE, evening

AWAY, THERE, WON = Presence


def test_everybody_who_came_is_counted_and_who_won_is_marked():
    evenings = [evening(4, lilly=5, ase=5, palle=-10), evening(2, palle=0, ase=0), evening(7, ase=1)]

    presences = {row.player: (row.evenings, row.count) for row in presences_on(evenings)}

    assert presences == {
        ASE: ((WON, THERE, WON), 3),
        PALLE: ((THERE, THERE, AWAY), 2),
        LILLY: ((WON, AWAY, AWAY), 1),
    }


def test_a_season_without_evenings_has_no_attendance():
    assert presences_on([]) == []
