"""What every test of a page starts from."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from ledger.models import Club, Evening
from ledger.services.keeping import keeping
from ledger.services.site.kept_pages import forget_all_pages
from ledger.web.clubs import password_again
from tests.people import anna, record, torben, trick
from tests.replay import beside_the_book
from tests.web.reading import in_english


class Visitor(Client):
    """A browser, whose session is no reason to build anew what comes after it."""

    def force_login(self, user: User, backend: str | None = None) -> None:
        """Sign in without a password."""
        with beside_the_book():
            super().force_login(user, backend)


@pytest.fixture
def client() -> Client:
    """A visitor who is not signed in."""
    return Visitor()


@pytest.fixture
def visitor(client: Client) -> Client:
    """The same visitor, who reads English."""
    return in_english(client)


@pytest.fixture
def danish_secretary(client: Client, club: Club) -> Client:
    """Anna, who writes in the club's book, signed in; the pages are in the club's own language."""
    client.force_login(anna(club))
    return client


@pytest.fixture
def secretary(danish_secretary: Client) -> Client:
    """Anna, signed in, who reads English."""
    return in_english(danish_secretary)


@pytest.fixture
def treasurer(visitor: Client, club: Club) -> Client:
    """Torben, who closes seasons too, signed in, who reads English."""
    visitor.force_login(torben(club))
    return visitor


@pytest.fixture
def begun_evening(evening: Evening) -> Evening:
    """The club's evening with its first deal in the book: Bodil and Carl's eight."""
    record(evening, trick(evening, "Bodil", "Carl", 8))
    return evening


@pytest.fixture(autouse=True)
def password_typed_lately(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is asked for the password again, but in tests/web/clubs/test_password_again.py."""
    monkeypatch.setattr(password_again, "LASTS", timedelta(days=100_000))


@pytest.fixture(autouse=True)
def no_kept_pages() -> Iterator[None]:
    """Pages, and parts of pages, kept by one test are about clubs that the next test does not have."""
    yield
    forget_all_pages()
    cache.clear()  # parts of the entry screen, perhaps of a kind of deal that the test planted


@pytest.fixture(autouse=True)
def backups_begun(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A mark for each backup that a page began; making one is for tests/services/keeping/test_keeping.py to try."""
    begun: list[str] = []
    monkeypatch.setattr(keeping, "back_up_soon", lambda: begun.append("begun"))
    return begun
