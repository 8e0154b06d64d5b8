"""Everybody's evenings are read once, those of an open season again as its book goes on; they are what is stored."""

from datetime import date, timedelta

import pytest

from ledger.models import EveningTotal
from ledger.queries.clubs.clubs import seasons_of
from ledger.queries.evenings.evening_points import forget_evenings
from ledger.queries.statistics.club.evenings import evenings_of_seasons
from ledger.services.clubs.clubs import change_player, start_evening, start_season
from ledger.services.seasons.closing import approve_evening, close_season
from tests.support.people import NOW, make_evening, record, season_of, signed, trick, version_of

pytestmark = pytest.mark.django_db


def shares_of(club):
    return evenings_of_seasons(seasons=list(club.seasons.all())).shares


@pytest.fixture
def closed_season(club):
    """A season of two evenings that is closed, and another that goes on; a process that has read nothing."""
    for day in (3, 10):
        evening = make_evening(club, day=date(2026, 9, day))
        record(evening, trick(evening, "Bodil", "Carl", 8 + day % 2))
        approve_evening(evening=evening, entry_count=1, **signed(club))
    season = season_of(club)
    close_season(season=season, entry_count=season.entry_count, **signed(club, NOW + timedelta(days=90)))
    start_season(club=club, name="2027", starts_on=date(2027, 1, 1), version=version_of(club), **signed(club))
    forget_evenings()
    return season


def test_a_closed_season_is_read_once_and_an_open_one_as_it_goes_on(club, closed_season, django_assert_num_queries):
    seated = {"players": list(club.players.order_by("name")[:4]), "version": version_of(club), **signed(club)}
    evening = start_evening(season=club.seasons.get(closed_at=None), day=date(2027, 1, 7), **seated)
    record(evening, trick(evening, "Dorthe", "Emil", 9))
    seasons = seasons_of(club=club)
    read = evenings_of_seasons(seasons=seasons)

    closed_season.refresh_from_db()
    with django_assert_num_queries(1):  # the names
        alone = evenings_of_seasons(seasons=[closed_season])
    assert alone.shares == [share for share in read.shares if share.season == closed_season.pk]
    with django_assert_num_queries(1):
        assert evenings_of_seasons(seasons=seasons) == read

    record(evening, trick(evening, "Dorthe", "Emil", 9))

    now = shares_of(club)
    assert now != read.shares
    rows = EveningTotal.objects.values_list("evening__number", "evening__season_id", "player_id", "deals", "points")
    assert sorted(now) == sorted(rows)


@pytest.mark.usefixtures("closed_season")
def test_a_name_is_never_kept(club):
    shares_of(club)
    carl = club.players.get(name="Carl")

    change_player(player=carl, name="Karl", is_guest=False, is_active=True, **signed(club))

    names = evenings_of_seasons(seasons=list(club.seasons.all())).players
    assert sorted(player.name for player in names.values()) == ["Bodil", "Dorthe", "Emil", "Karl"]
