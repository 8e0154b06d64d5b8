"""Fixtures for the tests of scoring tables' pages."""

import pytest

from ledger.models import Club
from tests.support.people import make_club


@pytest.fixture
def dansk() -> Club:
    """A club whose scoring table lacks prices."""
    return make_club(preset="dansk-whist")
