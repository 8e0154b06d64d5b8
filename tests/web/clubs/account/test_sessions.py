"""Whoever is signed in ends it, elsewhere too; a session that is ended opens nothing from that moment on."""

import pytest
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.models import Session
from django.db import DatabaseError, OperationalError
from django.test import Client

from ledger.web.site.errors import SessionStore
from tests.support.people import PASSWORD, make_user
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


def keys_of(name):
    """The keys of all sessions in which somebody is signed in."""
    account = str(User.objects.get(username=name).pk)
    return [row.pk for row in Session.objects.all() if row.get_decoded().get(SESSION_KEY) == account]


def test_all_others_are_ended_at_once(laptop, phone):
    """Of one's own account, and of nobody else's."""
    make_user("oda")
    odas = sign_in_by(FIREFOX, "oda")

    laptop.post("/account/sessions/end-others/")

    assert (phone.get(INSIDE).status_code, laptop.get(INSIDE).status_code) == (302, 200)
    assert len(keys_of("alma")) == 1
    assert odas.get("/account/").status_code == 200


def test_a_changed_password_ends_the_others(laptop, phone):
    new = {"old_password": PASSWORD, "new_password1": "ruder es i tredje", "new_password2": "ruder es i tredje"}

    changed = laptop.post("/password/", new, follow=True)

    assert "Your password is changed." in page(changed)
    assert User.objects.get(username="alma").check_password(new["new_password1"])
    assert (phone.get(INSIDE).status_code, laptop.get(INSIDE).status_code) == (302, 200)


def test_signing_out_leaves_nothing(laptop):
    signed_out = laptop.post("/sign-out/")

    assert (signed_out["Location"], signed_out["Clear-Site-Data"]) == ("/", '"storage"')
    assert keys_of("alma") == []


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
