"""What every test of a page starts from."""

from collections.abc import Iterator

import pytest

from ledger.services import keeping
from ledger.services.kept_pages import forget_all_pages


@pytest.fixture(autouse=True)
def no_kept_pages() -> Iterator[None]:
    """Pages kept by one test are about clubs that the next test does not have."""
    yield
    forget_all_pages()


@pytest.fixture(autouse=True)
def backups_begun(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A mark for each backup that a page began; making one is for tests/services/test_keeping.py to try."""
    begun: list[str] = []
    monkeypatch.setattr(keeping, "back_up_soon", lambda: begun.append("begun"))
    return begun
