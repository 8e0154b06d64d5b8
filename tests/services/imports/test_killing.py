"""kill -9 while a book is booked or taken out: whoever asks again goes on where it stopped, and every sum is as it was.

python -c "..."     books the long book of this file's club, or takes it out, as the test does it
"""

import subprocess
import sys
import time
from collections.abc import Callable

import pytest

from ledger.models import BookImport, Club, Entry, Season
from ledger.queries.book.audit.audit import audit, short_audit
from ledger.queries.imports import is_whole
from ledger.queries.seasons.standings import standings
from ledger.services.imports.booking import book_plan, undo_import
from ledger.services.site.other_database import own_url, without_haste
from tests.services.imports.old_books import long_plan
from tests.support.people import FOUR, make_club, make_evening, record, signed, trick

DEALS, EVENINGS = 1500, 60
HERE = "import django; django.setup(); from tests.services.imports import test_killing; test_killing."


def book() -> None:
    """Book the long book of the only club."""
    club = Club.objects.get()
    book_plan(club=club, plan=long_plan(club, evenings=EVENINGS, deals=DEALS // EVENINGS), **signed(club))


def take_out() -> None:
    """Take its only import out."""
    made = BookImport.objects.get()
    undo_import(book_import=made, **signed(made.club))


def killed_once(act: Callable[[], None], is_far_enough: Callable[[], bool]) -> None:
    """Do something in a process of its own, which is killed as soon as it is far enough."""
    environment = {**without_haste(), "DATABASE_URL": own_url(), "DJANGO_SETTINGS_MODULE": "whistklub.settings"}
    process = subprocess.Popen([sys.executable, "-c", f"{HERE}{act.__name__}()"], env=environment)
    while process.poll() is None and not is_far_enough():
        time.sleep(0.01)
    process.kill()
    assert process.wait() < 0, "it was done before it was killed"


def sums() -> dict[str, list[tuple[str, int, int, int]]]:
    """The standings of every season that has any."""
    of_season = {
        season.name: [(row.name, row.evenings, row.deals, row.points) for row in standings(season=season)]
        for season in Season.objects.all()
    }
    return {name: rows for name, rows in of_season.items() if rows}


@pytest.mark.long
@pytest.mark.engines
def test_a_book_of_1_500_deals_is_booked_and_taken_out_by_processes_that_are_killed(real_commits):
    club = make_club()
    evening = make_evening(club)
    record(evening, trick(evening, "Bodil", "Carl", 8))
    before = sums()

    for deals in (1, 400, 1100):
        killed_once(book, lambda deals=deals: Entry.objects.filter(imported__isnull=False).count() >= deals)
        assert (is_whole(book_import=BookImport.objects.get()), short_audit()) == (False, ())
    book()

    made, booked = BookImport.objects.get(), sums()
    assert (made.deals, made.imported_deals.count(), made.evenings.count()) == (DEALS, DEALS, EVENINGS)
    assert (Entry.objects.count(), audit().findings) == (1 + DEALS, ())
    assert {row[:3] for row in booked["2005"]} == {(name, EVENINGS, DEALS) for name in FOUR}
    for left in (DEALS, 1000, 300):
        killed_once(take_out, lambda left=left: Entry.objects.standing().count() <= left)
        assert (BookImport.objects.get().undone_at, short_audit()) == (None, ())
    take_out()

    assert (Entry.objects.standing().count(), sums(), audit().findings) == (1, before, ())
    assert BookImport.objects.get().undone_at
