"""What a process has kept is right after what seldom happens to a book, as `test_changes.py` tries what often does.

A process keeps what it was asked for, whenever that was: several of them are as one that was asked at other times.
"""

from datetime import timedelta

import pytest
from django.db import transaction

from ledger.services.clubs.clubs import change_player
from ledger.services.deals.recording import correct_deal
from ledger.services.imports.undoing import undo_import
from ledger.services.keeping.forgetting import forget_player
from tests.queries.statistics.club.test_changes import figures, figures_anew
from tests.services.imports.old_books import bring_in, full_row, points_row
from tests.support.people import DAY, NOW, change, make_evening, record, signed, trick

pytestmark = pytest.mark.django_db


@pytest.fixture
def kept_club(club):
    """A club of two evenings, whose figures are kept."""
    for days in (-7, 0):
        evening = make_evening(club, day=DAY + timedelta(days=days))
        record(evening, trick(evening, "Bodil", "Carl", 9))
    figures(club)
    return club


def check_kept(club):
    """Compare what is kept with what is told anew; gives it."""
    kept = figures(club)
    assert kept == figures_anew(club)
    return kept


def test_after_an_old_book_was_brought_in_and_taken_out_again(kept_club):
    before = figures(kept_club)

    made = bring_in(kept_club, [full_row(2), points_row(3)], [points_row(9, bid="9 eller noget")])
    brought_in = check_kept(kept_club)
    undo_import(book_import=made, **signed(kept_club))
    taken_out = check_kept(kept_club)

    assert brought_in.contracts != before.contracts == taken_out.contracts
    assert taken_out.came == before.came


def test_after_a_player_was_forgotten(kept_club):
    carl = kept_club.players.get(name="Carl")
    change_player(player=carl, name="Carl", is_guest=False, is_active=False, **signed(kept_club))
    figures(kept_club)

    forget_player(player=carl, **signed(kept_club, NOW + timedelta(days=1)))

    check_kept(kept_club)


@pytest.mark.parametrize("more", [0, 1])
def test_after_a_backup_was_restored_to_which_as_much_was_written_or_more(kept_club, more):
    evening = kept_club.evenings.latest("date")
    with transaction.atomic():
        record(evening, trick(evening, "Bodil", "Carl", 12))
        figures(kept_club)
        transaction.set_rollback(True)
    check_kept(kept_club)
    with transaction.atomic():
        record(evening, trick(evening, "Bodil", "Carl", 12))
        figures(kept_club)
        transaction.set_rollback(True)

    for _ in range(1 + more):
        record(evening, trick(evening, "Dorthe", "Emil", 13))

    check_kept(kept_club)


def test_after_an_old_evening_was_corrected(kept_club):
    first = kept_club.evenings.earliest("date")
    entry = first.entries.get()
    correct_deal(entry=entry, deal=trick(first, "Dorthe", "Emil", 10), change=change(first))

    check_kept(kept_club)
