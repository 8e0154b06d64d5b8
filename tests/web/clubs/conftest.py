"""Fixtures for the tests of a club's board."""

import pytest

from ledger.models import Club
from tests.web.clubs.closed import LINK, played_club


@pytest.fixture
def closed_club() -> Club:
    """A club that is read by its link, with a deal, a board of two and players' links, beside another club."""
    return played_club(LINK)
