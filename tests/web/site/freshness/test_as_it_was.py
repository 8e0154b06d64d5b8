"""While the database does not answer, a reader gets the page as it was shown last, with a line that says so."""

from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.db import IntegrityError, OperationalError, connection
from django.test import Client
from django.utils.timezone import localtime

from ledger.models import Club
from ledger.services.clubs.clubs import change_player
from ledger.services.clubs.reading import choose_readers
from ledger.services.site.kept_pages import forget_all_pages, forget_pages
from ledger.web.site import freshness
from tests.support.people import NOW, anna, record, trick
from tests.web.clubs.closed import LINK, holder_of, new_link, played_club
from tests.web.reading import in_english, page

pytestmark = pytest.mark.django_db

STANDINGS, LINE = "/torsdagsklubben/standings/", "This is the page as it was at"


@pytest.fixture(autouse=True)
def nothing_shown_yet():
    forget_all_pages()
    freshness._noted.clear()
    yield
    forget_all_pages()
    freshness._noted.clear()


@contextmanager
def failing(error):
    """Every question fails."""

    def fail(*_args):
        raise error

    with connection.execute_wrapper(fail):
        yield


def away():
    return failing(OperationalError("server closed the connection unexpectedly"))


def patient(client):
    """The same visitor, who is answered with the site's own page about an error."""
    client.raise_request_exception = False
    return in_english(client)


def contents(answer):
    """A page from its heading on."""
    return answer.text.partition("<h1")[2]


@pytest.fixture
def reader(client, begun_evening):
    assert patient(client).get(STANDINGS).status_code == 200
    return client


def test_the_page_is_shown_as_it_was_and_says_of_when(reader, time_machine):
    time_machine.move_to(NOW, tick=False)
    before = contents(reader.get(STANDINGS))
    time_machine.move_to(NOW + timedelta(minutes=2), tick=False)

    with away():
        answer = reader.get(STANDINGS)

    assert answer.status_code == 200
    assert f"{LINE} {localtime(NOW):%H:%M}" in page(answer)
    assert contents(answer) == before
    assert ("ETag" in answer, answer["Cache-Control"]) == (False, "no-store, private")


def test_once_the_database_answers_the_line_is_gone_and_what_is_new_is_there(reader, begun_evening):
    with away():
        assert LINE in page(reader.get(STANDINGS))
    record(begun_evening, trick(begun_evening, "Bodil", "Carl", 9))
    with away():
        as_it_was = contents(reader.get(STANDINGS))

    answer = reader.get(STANDINGS)

    assert contents(answer) != as_it_was
    assert (LINE in page(answer), "ETag" in answer) == (False, True)


def test_a_browser_that_has_the_page_is_told_too(reader):
    tag = reader.get(STANDINGS)["ETag"]

    with away():
        assert LINE in page(reader.get(STANDINGS, headers={"If-None-Match": tag}))


def test_what_was_not_shown_or_is_long_ago_or_forgotten_is_not_shown(reader, time_machine):
    time_machine.move_to(NOW, tick=False)
    reader.get(STANDINGS)
    with away():
        assert reader.get("/torsdagsklubben/players/").status_code == 503
        time_machine.move_to(NOW + timedelta(minutes=11), tick=False)
        assert reader.get(STANDINGS).status_code == 503
        time_machine.move_to(NOW, tick=False)
        assert reader.get(STANDINGS).status_code == 200
        forget_pages(club="torsdagsklubben")
        assert reader.get(STANDINGS).status_code == 503


def test_who_holds_no_link_is_shown_nothing_of_what_another_reads_by_it(time_machine):
    time_machine.move_to(NOW, tick=False)
    club = played_club(LINK)
    holder, stranger = patient(holder_of(new_link(club))), patient(Client())
    assert holder.get(STANDINGS).status_code == 200

    with away():
        assert [visitor.get(STANDINGS).status_code for visitor in (holder, stranger)] == [200, 503]


@pytest.mark.parametrize("narrow", ["close the club", "show initials"])
def test_what_the_board_shows_no_more_is_not_shown_then_either(
    reader, begun_evening, narrow, django_capture_on_commit_callbacks
):
    club = begun_evening.club
    signed = {"author": anna(club), "now": NOW}

    with django_capture_on_commit_callbacks(execute=True):
        if narrow == "close the club":
            choose_readers(club=club, readers=Club.Readers.BOARD, is_listed=False, **signed)
        else:
            carl = club.players.get(name="Carl")
            change_player(player=carl, name="Carl", is_guest=False, is_active=True, by_initials=True, **signed)

    with away():
        assert reader.get(STANDINGS).status_code == 503


def test_who_is_signed_in_is_told_that_the_page_cannot_be_shown(reader, begun_evening):
    reader.force_login(anna(begun_evening.club))

    with away():
        assert reader.get(STANDINGS).status_code == 503


def test_another_error_is_not_hidden(reader):
    with failing(IntegrityError("a fault of the site's own")):
        assert reader.get(STANDINGS).status_code == 500


def test_what_one_process_showed_another_shows(reader):
    freshness._noted.clear()  # what a process has to itself

    with away():
        assert LINE in page(reader.get(STANDINGS))


def test_a_page_that_stays_the_same_is_noted_now_and_then(reader, time_machine):
    time_machine.move_to(NOW, tick=False)
    reader.get(STANDINGS)
    for seconds, minute in [(4, "21:30"), (40, "21:30"), (70, "21:31")]:
        time_machine.move_to(NOW + timedelta(seconds=seconds), tick=False)
        reader.get(STANDINGS)
        with away():
            assert f"{LINE} {minute}" in page(reader.get(STANDINGS))


def test_no_more_places_are_remembered_than_allowed(reader, monkeypatch):
    monkeypatch.setattr(freshness, "MOST_NOTED", 2)
    for number in range(4):
        reader.get(f"{STANDINGS}?n={number}")

    assert len(freshness._noted) == 2
