"""Who wins each prize."""

import pytest

from ledger.rules.seasons import NAMES, winners

PLACES = {"Bodil": 1, "Carl": 2, "Dorthe": 2, "Emil": 4, "Frida": 5}


@pytest.mark.parametrize(
    ("prize", "players"),
    [
        ("first", {"Bodil"}),
        ("second", {"Carl", "Dorthe"}),
        ("third", set()),  # two share the second place: 1, 2, 2, 4
        ("last", {"Frida"}),
        ("evening", {"Emil"}),
        ("sols", {"Carl", "Ib"}),  # whoever has no place may have won the most
    ],
)
def test_every_prize_goes_to_whoever_it_is_for(prize, players):
    evenings, sols = {"Bodil": 12, "Emil": 40}, {"Carl": 3, "Ib": 3, "Bodil": 2}

    assert winners(prize, places=PLACES, evenings=evenings, sols=sols) == players


@pytest.mark.parametrize("prize", NAMES)
def test_nobody_wins_where_nobody_has_played_or_won(prize):
    assert winners(prize, places={}, evenings={"Bodil": 0, "Carl": -4}, sols={}) == set()


def test_there_is_no_comfort_where_everybody_is_first():
    assert winners("last", places={"Bodil": 1, "Carl": 1}, evenings={}, sols={}) == set()
