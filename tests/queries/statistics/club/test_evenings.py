"""A player's evenings, season by season."""

from datetime import date, timedelta

import pytest

from ledger.queries.clubs.clubs import seasons_of
from ledger.queries.statistics.evenings import evenings_of_player
from ledger.services.clubs.clubs import start_season
from ledger.services.seasons.closing import approve_evening, close_season
from tests.support.people import NOW, make_evening, record, season_of, signed, trick, version_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def closed_season(club):
    """A season of two evenings that is closed, and another that goes on."""
    for day in (3, 10):
        evening = make_evening(club, day=date(2026, 9, day))
        record(evening, trick(evening, "Bodil", "Carl", 8 + day % 2))
        approve_evening(evening=evening, entry_count=1, **signed(club))
    season = season_of(club)
    close_season(season=season, entry_count=season.entry_count, **signed(club, NOW + timedelta(days=90)))
    start_season(club=club, name="2027", starts_on=date(2027, 1, 1), version=version_of(club), **signed(club))
    return season


def test_a_players_evenings_are_those_of_each_season_with_the_points_so_far(club, closed_season):
    bodil, after = club.players.get(name="Bodil"), closed_season
    rows = evenings_of_player(player=bodil, seasons=seasons_of(club=club))

    assert list(rows) == [after]
    points = [row.points for row in rows[after]]
    assert [row.running for row in rows[after]] == [points[0], sum(points)]
