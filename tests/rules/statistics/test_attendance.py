"""Who was there on which evening, by a worked example."""

from ledger.rules.statistics.records import Presence, presences_on
from tests.rules.statistics.test_records import ASE, LILLY, PALLE, evening

AWAY, THERE, WON = Presence


def test_everybody_who_came_and_who_won_is_marked():
    evenings = [evening(4, lilly=5, ase=5, palle=-10), evening(2, palle=0, ase=0), evening(7, ase=1)]

    assert presences_on(evenings) == {
        ASE: [WON, THERE, WON],
        PALLE: [THERE, THERE, AWAY],
        LILLY: [WON, AWAY, AWAY],
    }
    assert presences_on([]) == {}
