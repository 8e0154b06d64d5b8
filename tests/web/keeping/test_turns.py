"""What takes long takes turns: whoever gets none is told so and loses nothing, and all other pages are there."""

import runpy
import threading

import pytest
from django.urls import reverse

import dev
from ledger.models import WrongTries
from ledger.services.site.turns import LONG_PAGES, SECRETS, NoTurn, Turns
from ledger.web.keeping.not_saved import NoTurnMiddleware
from tests.support.people import PASSWORD, anna, make_club, make_evening, record, season_of, trick
from tests.web.reading import page

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    club = make_club()
    evening = make_evening(club)
    record(evening, trick(evening, "Bodil", "Carl", 9))
    return club


def long_pages(club):
    season = season_of(club)
    prices = club.scoring_tables.get().versions.get().pk
    return [
        f"{reverse('what_if', args=[club.slug, season.slug])}?prices={prices}",
        reverse("workbook", args=[club.slug, season.slug]),
        reverse("player_kept", args=[club.slug, "carl"]),
    ]


def test_a_long_page_comes_again_by_itself_until_it_has_its_turn(treasurer, club, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    for address in long_pages(club):
        with LONG_PAGES.take():
            before = treasurer.get(address)
            others = treasurer.get(reverse("standings", args=[club.slug]))

        assert (before.status_code, before["Refresh"], before["Retry-After"]) == (503, "2", "2")
        assert "no-store" in before["Cache-Control"]
        assert "One moment: others are before you" in page(before)
        assert others.status_code == 200
        assert treasurer.get(address).status_code == 200


def test_a_form_that_takes_long_is_kept_until_it_has_its_turn(treasurer, club):
    address = reverse("audit", args=[club.slug])
    with LONG_PAGES.take():
        before = treasurer.post(address)
        in_place = treasurer.post(address, headers={"In-Place": "true"})

    assert (before.status_code, before.has_header("Refresh"), before["Retry-After"]) == (503, False, "2")
    assert f'<form method="post" action="{address}">' in before.content.decode()
    assert (in_place.status_code, "<main" in in_place.text) == (503, False)
    assert "The book balances" in treasurer.post(address).content.decode()


def test_no_season_is_closed_without_a_turn_for_its_audit(treasurer, club):
    season = season_of(club)
    address = reverse("season_close", args=[club.slug, season.slug])
    form = treasurer.get(address).context["close"]
    with LONG_PAGES.take():
        before = treasurer.post(
            address, {"key": form["key"].value(), "lines": season.entry_count, "own_password": PASSWORD}
        )

    season.refresh_from_db()
    assert (before.status_code, season.closed_at) == (503, None)


def test_a_turn_is_over_when_its_page_fails():
    turns = Turns(at_once=1)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError), turns.take():
            raise ZeroDivisionError
    with turns.take(), pytest.raises(NoTurn), turns.take():
        pass


def test_so_many_wait_and_no_more():
    turns, goes_on, began = Turns(at_once=1, waiting=1), threading.Event(), []

    def wait_for_a_turn():
        with turns.take():
            began.append(goes_on.is_set())

    waiting = threading.Thread(target=wait_for_a_turn)
    with turns.take():
        waiting.start()
        while turns._let_in._value:
            pass
        with pytest.raises(NoTurn), turns.take():
            pass
        goes_on.set()
    waiting.join()

    assert began == [True]


def test_where_many_sign_in_at_once_a_try_is_not_made_and_not_counted(visitor, club, monkeypatch):
    anna(club)
    turns = Turns(at_once=1)
    monkeypatch.setattr("ledger.web.site.slowing.SECRETS", turns)

    with turns.take():
        before = visitor.post("/sign-in/", {"username": "anna", "password": PASSWORD})

    assert before.status_code == 503
    assert PASSWORD not in before.content.decode()
    assert not WrongTries.objects.exists()
    assert visitor.post("/sign-in/", {"username": "anna", "password": PASSWORD}).status_code == 302


def test_all_turns_together_leave_threads_to_everybody_else():
    threads = runpy.run_path("gunicorn.conf.py")["threads"]

    assert f"--threads={threads}" in dev.WAITRESS_ALONE
    assert sum(turns._let_in._initial_value for turns in (LONG_PAGES, SECRETS)) <= threads - 2


def test_any_other_error_is_nobody_elses_turn(rf):
    assert NoTurnMiddleware(None).process_exception(rf.get("/"), ValueError()) is None
