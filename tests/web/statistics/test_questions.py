"""No page of the reading side asks more than it may, however many deals and seasons there are."""

from datetime import date, timedelta

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledger.models.site.schema import unlocked
from ledger.services.clubs.clubs import start_evening, start_season
from ledger.services.seasons import close_season
from tests.support.long_season import long_season, stretch
from tests.support.people import FOUR, NOW, make_club, record_often, signed, trick, version_of
from tests.support.replay import replayed

pytestmark = pytest.mark.django_db

MOST, MOST_OF_FIGURES = 15, 20
WITH_FIGURES = ("/figures/", "/players/", "/review/")
OF_CLUB = (
    *("", "standings/", "standings/?all=1", "standings/?last=5", "seasons/", "players/", "deals/"),
    *("figures/", "figures/milestones/", "evenings/1/", "evenings/{last}/", "evenings/1/deals/1/"),
)
OF_SEASON = (
    *("standings/?season={season}", "seasons/{season}/", "seasons/{season}/curve/", "seasons/{season}/attendance/"),
    *("seasons/{season}/review/", "figures/?season={season}", "deals/?season={season}&result=won"),
)
OF_PLAYER = (
    *("players/{player}/", "players/{player}/?season={season}", "deals/?player={player}"),
    *("deals/?player={player}&partner={other}", "deals/?player={player}&opponent={other}", "deals/?part=bidder"),
)


def addresses_of(club):
    """Pages of a club, of its last season and of its first."""
    player, other = club.players.order_by("pk").values_list("slug", flat=True)[:2]
    known = {"player": player, "other": other, "last": club.evenings.latest("number").number}
    first, last = club.seasons.earliest("starts_on"), club.seasons.latest("starts_on")
    paths = [(path, last) for path in (*OF_CLUB, *OF_SEASON, *OF_PLAYER)] + [(path, first) for path in OF_SEASON]
    return dict.fromkeys(f"/{club.slug}/{path.format(season=season.slug, **known)}" for path, season in paths)


def check_questions(club):
    """Ask for every page."""
    for address in addresses_of(club):
        with CaptureQueriesContext(connection) as asked:
            assert Client().get(address).status_code == 200, address
        most = MOST_OF_FIGURES if any(part in address for part in WITH_FIGURES) else MOST
        assert len(asked) <= most, address


@replayed
@transaction.atomic
def club_of_seasons(closed):
    """A club with so many closed seasons of an evening each, and one that goes on."""
    club = make_club()
    for number in range(closed + 1):
        year, by = 2010 + number, signed(club)
        start_season(club=club, name=str(year), starts_on=date(year, 1, 1), version=version_of(club), **by)
        season = club.seasons.get(name=str(year))
        players = [club.players.get(name=name) for name in FOUR]
        evening = start_evening(season=season, day=date(year, 2, 1), players=players, version=version_of(club), **by)
        record_often(evening, trick(evening, *FOUR[:2], 9), 3)
        season.refresh_from_db()
        if number < closed:
            close_season(season=season, entry_count=season.entry_count, **signed(club, NOW + timedelta(days=90)))
    return club


@pytest.mark.parametrize("closed", [2, pytest.param(10, marks=pytest.mark.long)])
def test_closed_seasons_ask_no_more(closed):
    check_questions(club_of_seasons(closed))


@pytest.mark.long
@pytest.mark.parametrize("times", [1, 10, 35])
@pytest.mark.django_db(transaction=True)
def test_a_season_of_thousands_of_deals_asks_no_more(real_commits, times):
    club = long_season(name="Klub", deals=300)
    with unlocked(connection):
        if times > 1:
            stretch(season=club.seasons.get(), times=times)
        check_questions(club)
