"""Fixtures for the tests of pages."""

import logging
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User, update_last_login
from django.core.cache import cache
from django.test import Client

from ledger.models import Club, Evening
from ledger.services.keeping import backups
from ledger.web.clubs import account_forms
from ledger.web.site.errors import SessionStore
from tests.support.people import anna, record, torben, trick
from tests.support.replay import beside_the_book
from tests.web.reading import in_english
from whistklub.masked_log import MaskTokens


class Visitor(Client):
    """A browser whose session does not keep later builders from being replayed."""

    def force_login(self, user: User, backend: str | None = None) -> None:
        """Sign in without a password, in a fresh browser by writing once what Django's own way writes four times."""
        with beside_the_book():
            if settings.SESSION_COOKIE_NAME in self.cookies:
                super().force_login(user, backend)
                return
            session = SessionStore()
            session[SESSION_KEY], session[HASH_SESSION_KEY] = str(user.pk), user.get_session_auth_hash()
            (session[BACKEND_SESSION_KEY],) = settings.AUTHENTICATION_BACKENDS
            session.save()
            update_last_login(None, user)
            self.cookies[settings.SESSION_COOKIE_NAME] = session.session_key


@pytest.fixture
def client() -> Client:
    """A visitor who is not signed in."""
    return Visitor()


@pytest.fixture
def visitor(client: Client) -> Client:
    """The same visitor, reading English."""
    return in_english(client)


@pytest.fixture
def stranger() -> Client:
    """Another browser, reading English."""
    return in_english(Client())


@pytest.fixture
def danish_secretary(client: Client, club: Club) -> Client:
    """Anna, the club's secretary, signed in; pages are in the club's own language."""
    client.force_login(anna(club))
    return client


@pytest.fixture
def secretary(danish_secretary: Client) -> Client:
    """Anna, signed in, reading English."""
    return in_english(danish_secretary)


@pytest.fixture
def treasurer(visitor: Client, club: Club) -> Client:
    """Torben, who also closes seasons, signed in, reading English."""
    visitor.force_login(torben(club))
    return visitor


@pytest.fixture
def alma(client: Client, club: Club) -> Client:
    """The club's administrator, signed in, reading English."""
    browser = in_english(client)
    browser.force_login(User.objects.get(username="alma"))
    return browser


@pytest.fixture
def begun_evening(evening: Evening) -> Evening:
    """The club's evening with its first deal recorded: Bodil and Carl's eight."""
    record(evening, trick(evening, "Bodil", "Carl", 8))
    return evening


@pytest.fixture
def written_log(monkeypatch: pytest.MonkeyPatch) -> StringIO:
    """What the site's own handler writes."""
    handlers = logging.getLogger().handlers
    (console,) = (handler for handler in handlers if any(isinstance(kept, MaskTokens) for kept in handler.filters))
    monkeypatch.setattr(console, "stream", StringIO())
    return console.stream


@pytest.fixture(autouse=True)
def password_typed_lately(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask nobody for the password again, except in tests/web/clubs/account/test_password_again.py."""
    monkeypatch.setattr(account_forms, "LASTS", timedelta(days=100_000))


@pytest.fixture(autouse=True)
def no_kept_keys() -> Iterator[None]:
    """Forget the keys of the entry screen that another test kept."""
    yield
    cache.clear()  # perhaps of a kind of deal that the test planted


@pytest.fixture(autouse=True)
def backups_begun(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Only note the backups that pages begin; tests/services/keeping/test_backups.py makes them."""
    begun: list[str] = []
    monkeypatch.setattr(backups, "back_up_soon", lambda: begun.append("begun"))
    return begun
