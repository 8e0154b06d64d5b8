"""Fixtures for the tests of old books."""

from collections.abc import Iterator

import pytest

from ledger.queries.book.audit.audit import audit, short_audit


@pytest.fixture
def proof(db: None) -> Iterator[None]:
    """Prove the book when a test is through with it."""
    yield
    assert (audit().findings, short_audit()) == ((), ())
