"""What takes long takes turns: whoever gets none is told so and loses nothing, and all other pages are there."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from ledger.models import WrongTries
from ledger.services.site import reading_apart
from ledger.services.site.reading_apart import LONG_PAGES, SECRETS, NoTurn, Turns
from tests.support.people import PASSWORD, anna, make_club, make_evening, record, season_of, trick
from tests.web.reading import page

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    club = make_club()
    evening = make_evening(club)
    record(evening, trick(evening, "Bodil", "Carl", 9))
    return club


@pytest.fixture
def impatient(monkeypatch):
    """Nobody waits for a turn for longer than a moment."""
    monkeypatch.setattr(reading_apart, "LONGEST_WAIT", 0.01)


@pytest.fixture
def another_takes_long():
    """Somebody else has the turn of a long page, and is done with it in a moment."""

    @contextmanager
    def another_takes_long():
        has_begun, is_done = threading.Event(), threading.Event()

        def take_long():
            with LONG_PAGES.take():
                has_begun.set()
                is_done.wait()

        another = threading.Thread(target=take_long)
        another.start()
        has_begun.wait()
        threading.Timer(0.3, is_done.set).start()
        yield
        another.join()

    return another_takes_long


def long_pages(club):
    season = season_of(club)
    prices = club.scoring_tables.get().versions.get().pk
    return [
        f"{reverse('what_if', args=[club.slug, season.slug])}?prices={prices}",
        reverse("workbook", args=[club.slug, season.slug]),
        reverse("player_kept", args=[club.slug, "carl"]),
    ]


def test_a_long_page_comes_again_by_itself_until_it_has_its_turn(treasurer, club, own_data, impatient):
    for address in long_pages(club):
        with LONG_PAGES.take():
            before = treasurer.get(address)
            others = treasurer.get(reverse("standings", args=[club.slug]))

        assert (before.status_code, before["Refresh"], before["Retry-After"]) == (503, "2", "2")
        assert "no-store" in before["Cache-Control"]
        assert "One moment: others are before you" in page(before)
        assert others.status_code == 200
        assert treasurer.get(address).status_code == 200


def test_a_form_that_takes_long_is_kept_until_it_has_its_turn(treasurer, club, impatient):
    address = reverse("audit", args=[club.slug])
    with LONG_PAGES.take():
        before = treasurer.post(address)
        in_place = treasurer.post(address, headers={"In-Place": "true"})

    assert (before.status_code, before.has_header("Refresh"), before["Retry-After"]) == (503, False, "2")
    assert f'<form method="post" action="{address}">' in before.content.decode()
    assert (in_place.status_code, "<main" in in_place.text) == (503, False)
    assert "The whole book, all seasons, balances" in treasurer.post(address).content.decode()


def test_no_season_is_closed_without_a_turn_for_its_audit(treasurer, club, impatient):
    season = season_of(club)
    address = reverse("season_close", args=[club.slug, season.slug])
    form = treasurer.get(address).context["close"]
    with LONG_PAGES.take():
        before = treasurer.post(
            address, {"key": form["key"].value(), "lines": season.entry_count, "own_password": PASSWORD}
        )

    season.refresh_from_db()
    assert (before.status_code, season.closed_at) == (503, None)


def test_a_treasurer_closes_while_something_else_takes_long(treasurer, club, another_takes_long):
    season = season_of(club)
    address = reverse("season_close", args=[club.slug, season.slug])
    form = treasurer.get(address).context["close"]
    with another_takes_long():
        closed = treasurer.post(address, {"key": form["key"].value(), "lines": season.entry_count})

    season.refresh_from_db()
    assert (closed.status_code, season.closed_at is not None) == (302, True)


def test_a_file_is_taken_while_something_else_takes_long(treasurer, club, another_takes_long):
    version = club.scoring_tables.get().versions.get().pk
    content = treasurer.get(reverse("table_json", args=[club.slug, version])).content
    with another_takes_long():
        taken = treasurer.post(
            reverse("table_import", args=[club.slug]), {"file": SimpleUploadedFile("takst", content), "becomes": ""}
        )

    assert (taken.status_code, club.drafts.count()) == (302, 1)


def test_a_turn_is_over_when_its_page_fails(impatient):
    a_turn = Turns(at_once=1)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError), a_turn.take():
            raise ZeroDivisionError
    with a_turn.take(), pytest.raises(NoTurn), a_turn.take():
        pass


def test_of_twelve_passwords_two_at_a_time_are_checked_and_none_is_left_out():
    at_work, seen = [], []

    def check(number):
        with SECRETS.take():
            at_work.append(number)
            time.sleep(0.02)
            seen.append(len(at_work))
            at_work.remove(number)

    with ThreadPoolExecutor(12) as crowd:
        list(crowd.map(check, range(12)))

    assert (len(seen), max(seen) <= 2) == (12, True)


def test_where_many_sign_in_at_once_a_try_is_not_made_and_not_counted(visitor, club, monkeypatch, impatient):
    anna(club)
    a_turn = Turns(at_once=1)
    monkeypatch.setattr("ledger.web.site.slowing.SECRETS", a_turn)

    with a_turn.take():
        before = visitor.post("/sign-in/", {"username": "anna", "password": PASSWORD})

    assert before.status_code == 503
    assert PASSWORD not in before.content.decode()
    assert not WrongTries.objects.exists()
    assert visitor.post("/sign-in/", {"username": "anna", "password": PASSWORD}).status_code == 302
