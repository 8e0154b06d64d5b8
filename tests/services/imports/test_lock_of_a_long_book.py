"""A book of 10,000 deals is booked and taken out without keeping a secretary from saving a deal for long."""

import time
from dataclasses import dataclass
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from ledger.management.imports import PAUSE
from ledger.models import Entry, ImportUnderWay
from ledger.queries.book.audit.audit import short_audit
from ledger.rules.imports.plan import BookPlan, PlannedDeal, PlannedEvening, PlannedSeason, deals_of
from ledger.services.imports.booking import book_settled, settle_book
from ledger.services.imports.under_way import carry_on
from ledger.services.imports.undoing import undo_import
from tests.services.book.test_write_lock import count, longest_wait_beside
from tests.services.imports.old_books import OLD_DAY, full_row, plan_of
from tests.support.people import make_club, signed

LONGEST = 1.5  # seconds that anybody waits for the write lock
DEALS, EVENINGS, SEASONS = 10_000, 400, 10


def long_plan(club) -> BookPlan:
    """Ten seasons of forty evenings of twenty-five deals."""
    plan = plan_of(club, [full_row(2)])
    [sample] = deals_of(plan.seasons)
    rows = iter(range(2, DEALS + 2))
    of_season = EVENINGS // SEASONS
    seasons = [
        PlannedSeason(
            str(2005 + at),
            OLD_DAY.replace(year=2005 + at),
            [
                PlannedEvening(
                    OLD_DAY.replace(year=2005 + at) + timedelta(days=7 * week),
                    [
                        PlannedDeal(1, next(rows), sample.deal, sample.players, sample.version)
                        for _ in range(DEALS // EVENINGS)
                    ],
                )
                for week in range(of_season)
            ],
        )
        for at in range(SEASONS)
    ]
    return BookPlan(plan.file_name, plan.digest, plan.map, DEALS, seasons, plan.players, plan.new_players)


@dataclass
class Holding:
    """The longest that a transaction of an import held the write lock, and all of them, in seconds by the clock."""

    longest: float = 0
    all: float = 0

    def measure(self, act):
        begun = []

        def note_the_beginning(execute, sql, *args):
            result = execute(sql, *args)
            if sql.startswith("BEGIN"):
                begun.append(time.perf_counter())
            return result

        with connection.execute_wrapper(note_the_beginning):
            result = act()
        took = time.perf_counter() - begun[0]
        self.longest, self.all = max(self.longest, took), self.all + took
        return result

    def carry_to_the_end(self, club) -> None:
        while self.measure(lambda: carry_on(club=club, now=timezone.now())):
            time.sleep(PAUSE)


@pytest.mark.long
@pytest.mark.only_on("sqlite")
def test_nobody_waits_long_while_a_book_of_10_000_deals_is_booked_and_taken_out(real_commits):
    club = make_club("Den gamle klub")
    book, holding, undoing = settle_book(club=club, plan=long_plan(club)), Holding(), Holding()

    def bring_in():
        holding.measure(lambda: book_settled(club=club, book=book, **signed(club)))
        holding.carry_to_the_end(club)

    def take_out():
        undoing.measure(lambda: undo_import(book_import=club.book_imports.get(), **signed(club)))
        undoing.carry_to_the_end(club)

    control = longest_wait_beside(count)
    waited = longest_wait_beside(bring_in)
    assert Entry.objects.filter(imported__isnull=False).count() == DEALS
    assert short_audit() == ()
    waited_for_undoing = longest_wait_beside(take_out)

    assert not ImportUnderWay.objects.exists()
    longest = max(holding.longest, undoing.longest, waited, waited_for_undoing)
    assert longest < LONGEST + control, (control, waited, waited_for_undoing, holding, undoing)
