"""One player's evenings of a season, with the total after each."""

from datetime import date

import pytest

from ledger.models import Player
from ledger.queries.clubs.clubs import seasons_of
from ledger.queries.statistics.evenings import evenings_of_player
from ledger.services.clubs.clubs import start_season
from tests.support.people import make_club, play_evening, signed, version_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    club = make_club()
    for day, tricks in [(3, 10), (10, 7), (17, 8)]:
        play_evening(club, "Bodil", "Carl", tricks, day=date(2026, 9, day))
    return club


def test_the_running_total_follows_the_evenings_of_each_season_that_has_any(club):
    start_season(club=club, name="2027/28", starts_on=date(2027, 8, 1), version=version_of(club), **signed(club))
    bodil, frida = (Player.objects.get(name=name) for name in ("Bodil", "Frida"))
    seasons = seasons_of(club=club)

    [(season, evenings)] = evenings_of_player(player=bodil, seasons=seasons).items()

    assert (len(seasons), season.name) == (2, "2026/27")
    assert [(line.evening.number, line.deals, line.points, line.running) for line in evenings] == [
        (1, 1, 6, 6),
        (2, 1, -4, 2),
        (3, 1, 2, 4),
    ]
    assert evenings_of_player(player=frida, seasons=seasons) == {}
