"""The log tells every change once, across seasons and of one moment."""

from datetime import date, timedelta

import pytest

from ledger.queries.book.log import Asked, changes, changes_at
from ledger.services.clubs.clubs import add_players, start_evening, start_season
from ledger.services.deals import correct_deal
from tests.support.people import FOUR, NOW, change, make_club, make_evening, record, signed, trick, version_of
from tests.support.replay import replayed

pytestmark = pytest.mark.django_db


@pytest.fixture
@replayed
def club():
    """A club whose two seasons and whose register were written to in turns, much of it at one moment."""
    club = make_club()
    autumn = make_evening(club)
    season = start_season(club=club, name="Pokal", starts_on=date(2026, 8, 1), version=version_of(club), **signed(club))
    players = [club.players.get(name=name) for name in FOUR]
    cup = start_evening(season=season, day=date(2026, 9, 3), players=players, version=version_of(club), **signed(club))
    for evening in (autumn, cup, autumn, cup):
        entry = record(evening, trick(evening, "Bodil", "Carl", 8))
        correct_deal(entry=entry, deal=trick(evening, "Bodil", "Carl", 9), change=change(evening))
        add_players(club=club, names=[f"Gæst {entry.pk}"], **signed(club, entry.received_at))
    make_evening(make_club("Mandagsklubben", founder="oda"))
    return club


def changes_between(club, asked, first, most):
    """What is told of some changes that match, from the newest but so many."""
    places = changes(club=club, asked=Asked(**asked))[first : first + most]
    return [
        (change.at, change.step and change.step.entry.pk, change.logged and change.logged.pk)
        for change in changes_at(club=club, places=places)
    ]


@pytest.mark.engines
def test_pages_of_any_size_tell_all_of_it_once(club):
    for asked in ({}, {"group": "deals"}, {"group": "players"}, {"since": NOW + timedelta(minutes=1)}):
        whole = changes_between(club, asked, 0, 1000)
        assert [at for at, *_ in whole] == sorted((at for at, *_ in whole), reverse=True)
        assert changes(club=club, asked=Asked(**asked)).count() == len(whole) > 0
        for most in (1, 3, 7, 40):
            pages = [changes_between(club, asked, first, most) for first in range(0, len(whole), most)]
            assert [row for page in pages for row in page] == whole
