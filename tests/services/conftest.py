"""Fixtures for the tests of services."""

import pytest

from ledger.services.site import reading_apart


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set no time limit to reading files, since a busy machine may need minutes for two seconds of its processor."""
    monkeypatch.setattr(reading_apart, "LONGEST_READING", 300)
