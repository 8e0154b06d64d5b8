"""One player's evenings of a season, with the total after each."""

from datetime import date

import pytest

from ledger.models import Player
from ledger.queries.clubs.clubs import seasons_of
from ledger.queries.statistics.evenings import evenings_of_player
from ledger.services.clubs.clubs import start_season
from tests.support.people import make_club, play_evening, season_of, signed, version_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    club = make_club()
    for day, tricks in [(3, 10), (10, 7), (17, 8)]:
        play_evening(club, "Bodil", "Carl", tricks, day=date(2026, 9, day))
    return club


def player(name):
    return Player.objects.get(name=name)


def test_the_running_total_follows_the_evenings(club):
    (season,), bodil = seasons_of(club=club), player("Bodil")

    evenings = evenings_of_player(player=bodil, seasons=[season])[season]

    assert [(line.evening.number, line.deals, line.points, line.running) for line in evenings] == [
        (1, 1, 6, 6),
        (2, 1, -4, 2),
        (3, 1, 2, 4),
    ]


def test_somebody_who_stayed_away_has_no_evenings(club):
    season = season_of(club)

    assert evenings_of_player(player=player("Frida"), seasons=[season]) == {}


def test_only_seasons_with_a_line_are_the_players(club):
    first, bodil = season_of(club), player("Bodil")
    start_season(club=club, name="2027/28", starts_on=date(2027, 8, 1), version=version_of(club), **signed(club))

    seasons = list(club.seasons.all())
    assert len(seasons) == 2
    assert list(evenings_of_player(player=bodil, seasons=seasons)) == [first]
