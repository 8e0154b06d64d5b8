"""Whoever is signed in sees where, and ends it; a session that is ended opens nothing from that moment on."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.backends.base import UpdateError
from django.core.management import call_command
from django.db import DatabaseError, OperationalError
from django.test import Client
from django.utils import timezone

from ledger.models import Session
from ledger.queries.keeping.carrying import carried_models
from ledger.web.clubs.session_store import SessionStore
from tests.support.people import NOW, PASSWORD, make_user
from tests.web.reading import in_english, page

pytestmark = pytest.mark.django_db

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1"
INSIDE = "/torsdagsklubben/players/add/"


def sign_in_by(agent, name="alma"):
    """A browser in which somebody has signed in."""
    browser = in_english(Client(headers={"user-agent": agent}))
    browser.post("/sign-in/", {"username": name, "password": PASSWORD})
    return browser


@pytest.fixture
def laptop(club):
    return sign_in_by(FIREFOX)


@pytest.fixture
def phone(club):
    return sign_in_by(IPHONE)


def name_of(browser):
    return Session.objects.get(pk=browser.cookies[settings.SESSION_COOKIE_NAME].value).name


def test_ones_sessions_are_listed_with_this_one_marked_and_no_key_of_any(laptop, phone):
    answer = laptop.get("/account/")

    text = page(answer)
    assert "Firefox, Linux here last used" in text
    assert "Safari, iPhone last used" in text
    for browser in (laptop, phone):
        assert browser.cookies[settings.SESSION_COOKIE_NAME].value not in answer.content.decode()


def test_a_session_that_is_ended_is_ended_at_once(laptop, phone):
    assert phone.get(INSIDE).status_code == 200

    laptop.post(f"/account/sessions/{name_of(phone)}/end/")

    assert phone.get(INSIDE).status_code == 302
    assert laptop.get(INSIDE).status_code == 200
    assert Session.objects.filter(user__username="alma").count() == 1


def test_all_others_are_ended_at_once(laptop, phone):
    laptop.post("/account/sessions/end-others/")

    assert (phone.get(INSIDE).status_code, laptop.get(INSIDE).status_code) == (302, 200)


def test_nobody_ends_somebody_elses(laptop):
    make_user("oda")
    other = sign_in_by(FIREFOX, "oda")

    other.post(f"/account/sessions/{name_of(laptop)}/end/")
    other.post("/account/sessions/end-others/")

    assert laptop.get(INSIDE).status_code == 200
    assert "iPhone" not in page(other.get("/account/"))


def test_a_changed_password_ends_the_others(laptop, phone):
    new = {"old_password": PASSWORD, "new_password1": "ruder es i tredje", "new_password2": "ruder es i tredje"}

    laptop.post("/password/", new)

    assert (phone.get(INSIDE).status_code, laptop.get(INSIDE).status_code) == (302, 200)
    assert Session.objects.filter(user__username="alma").count() == 1


def test_signing_out_leaves_nothing(laptop):
    laptop.post("/sign-out/")

    assert not Session.objects.filter(user__isnull=False).exists()


def test_a_use_is_told_a_few_times_an_hour(club, time_machine):
    time_machine.move_to(NOW, tick=False)
    browser = sign_in_by(FIREFOX)
    moments = []
    for minutes in (5, 20, 25):
        time_machine.move_to(NOW + timedelta(minutes=minutes), tick=False)
        browser.get("/account/")
        moments.append(Session.objects.get(user__username="alma").used_at)

    assert moments == [NOW, NOW + timedelta(minutes=20), NOW + timedelta(minutes=20)]


def test_what_is_over_goes_at_night(laptop, phone):
    Session.objects.filter(device="Safari, iPhone").update(expire_date=timezone.now() - timedelta(days=1))

    call_command("clearsessions")

    assert list(Session.objects.filter(user__isnull=False).values_list("device", flat=True)) == ["Firefox, Linux"]


def test_no_session_leaves_with_a_file():
    assert Session not in carried_models()


def test_whoever_is_not_signed_in_has_no_account(client):
    for answer in (client.get("/account/"), client.post("/account/sessions/x/end/")):
        assert answer["Location"].startswith("/sign-in/")
    assert not User.objects.exists()


@pytest.mark.engines
def test_a_cookie_that_no_session_was_ever_called_by_is_nobodys(club):
    for cookie in ('"eightbyt\\000e"', "short", "x" * 5000):
        answer = Client(headers={"cookie": f"{settings.SESSION_COOKIE_NAME}={cookie}"}).get(INSIDE)

        assert answer["Location"].startswith("/sign-in/"), cookie


@pytest.mark.parametrize(
    ("error", "raised"),
    [
        (OperationalError("server closed the connection unexpectedly"), OperationalError),
        (DatabaseError("Forced update did not affect any rows."), UpdateError),
    ],
)
def test_a_session_that_cannot_be_stored_was_not_deleted(monkeypatch, error, raised):
    """The first is a database that is away, which has a page; the second a session that was ended meanwhile."""

    def fail(*_args, **_options):
        raise error

    session = SessionStore()
    session.create()
    monkeypatch.setattr(Session, "save", fail)

    with pytest.raises(raised):
        session.save()
