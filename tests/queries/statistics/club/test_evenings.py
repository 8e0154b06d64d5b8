"""A closed season's evenings are told once, those of an open one as its book goes on, and names are never kept."""

from datetime import date, timedelta
from unittest.mock import patch

import pytest

from ledger.queries.clubs.clubs import seasons_of
from ledger.queries.evenings.evening_points import forget_evenings
from ledger.queries.statistics.club.evenings import names_of
from ledger.queries.statistics.evenings import evenings_of_player, forget_records, records_of_seasons
from ledger.rules.statistics.records import EveningRecords
from ledger.services.clubs.clubs import change_player, start_evening, start_season
from ledger.services.deals.recording import void_deal
from ledger.services.seasons.closing import approve_evening, close_season
from tests.support.people import NOW, change, make_evening, record, season_of, signed, trick, version_of

pytestmark = pytest.mark.django_db


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
    forget_records()
    return season


def records_now(club):
    """The records of all seasons, and the numbers of the evenings that were gone through for them."""
    seasons = seasons_of(club=club)
    after = EveningRecords.after
    with patch.object(EveningRecords, "after", autospec=True, side_effect=after) as gone_through:
        records = records_of_seasons(seasons=seasons)
    return records, [call.args[1].number for call in gone_through.call_args_list]


@pytest.mark.usefixtures("closed_season")
def test_a_closed_season_is_gone_through_once_and_an_open_one_as_it_goes_on(club, django_assert_num_queries):
    seated = {"players": list(club.players.order_by("name")[:4]), "version": version_of(club), **signed(club)}
    season = club.seasons.get(closed_at=None)
    evenings = [start_evening(season=season, day=date(2027, 1, day), **seated) for day in (7, 14, 21)]
    entries = [record(evening, trick(evening, "Dorthe", "Emil", 9)) for evening in evenings]
    assert records_now(club)[1] == [1, 2, 3, 4, 5]

    seasons = seasons_of(club=club)
    with django_assert_num_queries(0):
        records_of_seasons(seasons=seasons)
    assert records_now(club)[1] == []
    record(evenings[-1], trick(evenings[-1], "Dorthe", "Emil", 9))
    assert records_now(club)[1] == [5]
    void_deal(entry=entries[0], change=change(evenings[0]))
    records, gone_through = records_now(club)
    assert gone_through == [3, 4, 5]

    forget_records()
    assert records_now(club) == (records, [1, 2, 3, 4, 5])
    assert records.count == 4


def test_a_players_evenings_are_those_of_each_season_with_the_points_so_far(club, closed_season):
    bodil, after = club.players.get(name="Bodil"), closed_season
    rows = evenings_of_player(player=bodil, seasons=seasons_of(club=club))

    assert list(rows) == [after]
    points = [row.points for row in rows[after]]
    assert [row.running for row in rows[after]] == [points[0], sum(points)]


def test_a_name_is_never_kept(club):
    carl = club.players.get(name="Carl")
    players = [player.pk for player in club.players.all()]
    assert "Carl" in [player.name for player in names_of(players).values()]

    change_player(player=carl, name="Karl", is_guest=False, is_active=True, **signed(club))

    names = [player.name for player in names_of(players).values()]
    assert "Karl" in names
    assert names == sorted(names)
