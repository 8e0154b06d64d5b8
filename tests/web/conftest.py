"""What every test of a page starts from."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.test import Client

from ledger.services.keeping import keeping
from ledger.services.site.kept_pages import forget_all_pages
from tests.replay import beside_the_book


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


@pytest.fixture(autouse=True)
def no_kept_pages() -> Iterator[None]:
    """Pages kept by one test are about clubs that the next test does not have."""
    yield
    forget_all_pages()


@pytest.fixture(autouse=True)
def backups_begun(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A mark for each backup that a page began; making one is for tests/services/keeping/test_keeping.py to try."""
    begun: list[str] = []
    monkeypatch.setattr(keeping, "back_up_soon", lambda: begun.append("begun"))
    return begun
