"""Figures after what seldom happens to a book, as `test_changes.py` tries what often does."""

from datetime import timedelta

import pytest

from ledger.services.imports.booking import undo_import
from tests.queries.statistics.club.test_changes import figures
from tests.services.imports.old_books import bring_in, full_row, points_row
from tests.support.people import DAY, play_evening, signed

pytestmark = pytest.mark.django_db


@pytest.fixture
def played_club(club):
    """A club of two evenings."""
    for days in (-7, 0):
        play_evening(club, "Bodil", "Carl", 9, day=DAY + timedelta(days=days))
    return club


def test_after_an_old_book_was_brought_in_and_taken_out_again(played_club):
    before = figures(played_club)

    made = bring_in(played_club, [full_row(2), points_row(3)], [points_row(9, bid="9 eller noget")])
    brought_in = figures(played_club)
    undo_import(book_import=made, **signed(played_club))
    taken_out = figures(played_club)

    assert brought_in.contracts != before.contracts == taken_out.contracts
    assert taken_out.came == before.came
