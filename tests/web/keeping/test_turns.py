"""What takes long takes turns: whoever gets none is told so and loses nothing, and all other pages are there."""

from contextlib import ExitStack
from threading import Timer

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from ledger.models import WrongTries
from ledger.services.site import reading_apart
from ledger.services.site.reading_apart import LONG_PAGES, SECRETS, NoTurn, Turns
from tests.support.people import PASSWORD, anna, season_of
from tests.web.reading import form_on, page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("entry")]


@pytest.fixture
def impatient(monkeypatch):
    """Nobody waits for a turn for longer than a moment."""
    monkeypatch.setattr(reading_apart, "LONGEST_WAIT", 0.01)


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
    address, form = closing_of(treasurer, club)
    with LONG_PAGES.take():
        before = treasurer.post(address, form)

    assert (before.status_code, season_of(club).closed_at) == (503, None)


def take_long():
    """Have something else take the turn of a long page, and be done with it in a moment."""
    something_else = ExitStack()
    something_else.enter_context(LONG_PAGES.take())
    Timer(0.3, something_else.close).start()


def test_a_file_is_taken_while_something_else_takes_long(treasurer, club):
    version = club.scoring_tables.get().versions.get().pk
    content = treasurer.get(reverse("table_json", args=[club.slug, version])).content
    take_long()
    file = SimpleUploadedFile("takst", content)

    taken = treasurer.post(reverse("table_import", args=[club.slug]), {"file": file, "becomes": ""})

    assert (taken.status_code, club.drafts.count()) == (302, 1)


def test_a_treasurer_closes_while_something_else_takes_long(treasurer, club):
    address, form = closing_of(treasurer, club)
    take_long()

    assert treasurer.post(address, form).status_code == 302
    assert season_of(club).closed_at is not None


def closing_of(browser, club):
    """Where the club's season is closed, and the form that its page shows."""
    address = reverse("season_close", args=[club.slug, season_of(club).slug])
    return address, form_on(browser.get(address))


def test_a_turn_is_over_when_its_page_fails(impatient):
    a_turn = Turns(at_once=1)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError), a_turn.take():
            raise ZeroDivisionError
    with a_turn.take(), pytest.raises(NoTurn), a_turn.take():
        pass


def test_where_two_sign_in_at_once_a_third_try_is_not_made_and_not_counted(visitor, club, impatient):
    anna(club)

    with SECRETS.take(), SECRETS.take():
        before = visitor.post("/sign-in/", {"username": "anna", "password": PASSWORD})

    assert before.status_code == 503
    assert "Go back in your browser" in page(before)
    assert PASSWORD not in before.content.decode()
    assert not WrongTries.objects.exists()
    assert visitor.post("/sign-in/", {"username": "anna", "password": PASSWORD}).status_code == 302
