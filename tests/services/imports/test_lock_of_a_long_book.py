"""A book of 10,000 deals is booked and taken out without keeping a secretary from saving a deal for long."""

import gc
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.db import connection

from ledger.models import Entry
from ledger.queries.book.audit.audit import short_audit
from ledger.services.deals import record_deal
from ledger.services.imports import booking
from ledger.services.imports.booking import book_plan, undo_import
from tests.services.imports.old_books import long_plan
from tests.services.phones import on_a_connection_of_its_own
from tests.support.people import make_club, make_evening, signed, trick

LONGEST = 1.5  # seconds that anybody waits for the write lock
LONGEST_HELD = 0.3  # seconds of the processor
DEALS = 10_000


@contextmanager
def noting(held):
    """Note how long each transaction of an import holds the write lock, in seconds of the processor."""
    begun = []

    def note_the_beginning(execute, sql, *args):
        result = execute(sql, *args)
        if sql.startswith("BEGIN"):
            begun[:] = [time.process_time()]
        return result

    def wait(seconds):
        held.append(time.process_time() - begun[0])
        sleep(seconds)

    sleep = time.sleep
    with connection.execute_wrapper(note_the_beginning), patch.object(booking.time, "sleep", wait):
        yield


def count():
    """Work that asks the database nothing."""
    sum(range(20_000_000))


def longest_wait_beside(work):
    """The longest that a secretary of another club waits for a deal to be saved while the work goes on."""
    evening = make_evening(make_club(f"Klub {uuid4().hex[:8]}"))
    deal, by, waits = trick(evening, "Bodil", "Carl", 9), signed(evening.club), []
    with ThreadPoolExecutor(1) as other:
        going_on = other.submit(on_a_connection_of_its_own, work)
        while not (waits and going_on.done()):
            began = time.perf_counter()
            record_deal(evening=evening, deal=deal, key=uuid4(), **by)
            waits.append(time.perf_counter() - began)
        going_on.result()
    return max(waits)


@pytest.mark.long
@pytest.mark.only_on("sqlite")
def test_nobody_waits_long_while_a_book_of_10_000_deals_is_booked_and_taken_out(real_commits):
    club = make_club("Den gamle klub")
    plan, held = long_plan(club, seasons=10, evenings=40, deals=25), []

    def bring_in():
        with noting(held):
            book_plan(club=club, plan=plan, **signed(club))

    def take_out():
        with noting(held):
            undo_import(book_import=club.book_imports.get(), **signed(club))

    control = longest_wait_beside(count)
    waited = longest_wait_beside(bring_in)
    assert Entry.objects.filter(imported__isnull=False).count() == DEALS
    assert short_audit() == ()
    gc.collect()  # what it leaves behind, or another thread would clear it up while this one waits for the lock
    waited_for_undoing = longest_wait_beside(take_out)

    assert club.book_imports.get().undone_at
    assert max(waited, waited_for_undoing) < LONGEST + control, (control, waited, waited_for_undoing)
    assert max(held) < LONGEST_HELD
