"""A page of the log is found by the place of the change it follows: across seasons, at one moment, either way."""

from datetime import date, timedelta

import pytest

from ledger.queries.book.log import Asked, changes
from ledger.services.clubs.clubs import add_players, start_evening, start_season
from ledger.services.deals.recording import correct_deal
from tests.support.people import FOUR, NOW, change, make_club, make_evening, record, signed, trick, version_of
from tests.support.replay import replayed

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return written_club()


@replayed
def written_club():
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


def places_of(page):
    return [
        (change.at, change.step and change.step.entry.pk, change.logged and change.logged.pk) for change in page.changes
    ]


def test_pages_of_any_size_tell_all_of_it_once_from_either_end(club):
    for asked in ({}, {"group": "deals"}, {"group": "players"}, {"since": NOW + timedelta(minutes=1)}):
        for most in (1, 3, 7, 40):
            assert_pages_tell_all_of_it_once(club, most, asked)


def assert_pages_tell_all_of_it_once(club, most, asked):
    def page(**beyond):
        return changes(club=club, asked=Asked(**asked), most=most, **beyond)

    whole = changes(club=club, asked=Asked(**asked), most=1000)
    assert (whole.newer, whole.older) == (None, None)
    assert [change.at for change in whole.changes] == sorted((change.at for change in whole.changes), reverse=True)

    pages = [page()]
    while pages[-1].older:
        pages.append(page(beyond=pages[-1].older))
    assert [row for change in pages for row in places_of(change)] == places_of(whole)
    assert [len(change.changes) for change in pages[:-1]] == [most] * (len(pages) - 1)

    back = [pages[-1]]
    while back[-1].newer:
        back.append(page(beyond=back[-1].newer, is_newer=True))
    assert places_of(back[-1]) == places_of(pages[0])
    assert {row for change in back for row in places_of(change)} == {*places_of(whole)}


def test_what_is_told_meanwhile_moves_no_page(club):
    def older(place):
        return places_of(changes(club=club, asked=Asked(), most=5, beyond=place))

    first = changes(club=club, asked=Asked(), most=5)
    before = older(first.older)

    add_players(club=club, names=["Gerda", "Hilda"], **signed(club, NOW + timedelta(days=1)))

    assert older(first.older) == before
