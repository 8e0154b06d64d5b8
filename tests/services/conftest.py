"""What tests of the services ask for."""

import pytest

from ledger.services.site import reading_apart


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock sets files no limit: a busy machine may need minutes for two seconds of its processor."""
    monkeypatch.setattr(reading_apart, "LONGEST_WAIT", 300)
