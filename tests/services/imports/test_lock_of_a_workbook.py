"""A workbook that changes as much as one may is booked in one transaction that keeps nobody waiting for long."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

import pytest
from django.db import connection

from ledger.models import BookImport, Entry
from ledger.queries.book.audit.audit import short_audit
from ledger.rules.imports.plan import BookPlan, PlannedDeal, PlannedEvening
from ledger.services.imports.booking import book_settled, settle_book
from ledger.services.imports.taking import MOST_ENTRIES, prepare_taking, take_prepared
from ledger.services.imports.under_way import carry_on
from ledger.services.imports.undoing import undo_import
from tests.services.imports.old_books import OLD_DAY, full_row, plan_of
from tests.services.imports.workbooks import Edit, column, compare, sound, with_edits, workbook_of
from tests.support.people import FIVE, NOW, make_club, signed

# Seconds of the processor in the lock, so that 1.5 by the clock hold on a busy machine. On PostgreSQL the server works
# beside its client, and the club alone waits.
LONGEST = 0.9
EVENINGS, DEALS = 60, 17
T = TypeVar("T")


@dataclass
class InTheLock:
    """The most of the processor's seconds that one of some transactions took, from its lock on."""

    longest: float = 0

    def measure(self, act: Callable[[], T]) -> T:
        begun = []

        def note_the_beginning(execute, sql, *args):
            result = execute(sql, *args)
            if not begun and (sql.startswith("BEGIN") or "FOR NO KEY UPDATE" in sql):
                begun.append(time.process_time())
            return result

        with connection.execute_wrapper(note_the_beginning):
            result = act()
        self.longest = max(self.longest, time.process_time() - begun[0])
        return result

    def carry_to_the_end(self, club) -> None:
        while self.measure(lambda: carry_on(club=club, now=NOW)):
            pass


def book_a_season(club) -> None:
    plan = plan_of(club, [full_row(2)], season="2026/27")
    [sample] = plan.deals()
    rows = iter(range(2, EVENINGS * DEALS + 2))
    evenings = [
        PlannedEvening(
            OLD_DAY + timedelta(days=7 * week),
            [PlannedDeal(1, next(rows), sample.deal, sample.players, sample.version) for _ in range(DEALS)],
        )
        for week in range(EVENINGS)
    ]
    [season] = plan.seasons
    seasons = [type(season)(season.name, season.starts_on, evenings)]
    whole = BookPlan(plan.file_name, plan.digest, plan.map, len(evenings), seasons, plan.players, plan.new_players)
    book_settled(club=club, book=settle_book(club=club, plan=whole), **signed(club))
    while carry_on(club=club, now=NOW):
        pass


def one_trick_more(rows: int) -> Edit:
    def edit(sheet):
        tricks = column(sheet, "Stik")
        for row in range(2, rows + 2):
            sheet.cell(row, tricks, 9)

    return edit


def type_evenings(evenings: int, deals: int) -> Edit:
    def edit(sheet):
        first, last = sheet.max_row + 1, EVENINGS * 8
        for at in range(evenings * deals):
            day = OLD_DAY + timedelta(days=last + at // deals)
            place = {"Dato": day, "Aften": EVENINGS + 1 + at // deals, "Spil": 1 + at % deals}
            points = {"Bodil": 4, "Carl": 4, "Dorthe": -4, "Emil": -4}
            for heading, value in {**place, "Melder": "Carl", **points}.items():
                sheet.cell(first + at, column(sheet, heading), value)

    return edit


def take_sound(club, content, in_the_lock, answers=None, digest="b") -> BookImport:
    looked = compare(club, content, answers)
    file = {"file_name": "sæson.xlsx", "digest": digest * 64}
    taking = prepare_taking(looked=looked, chosen=sound(looked), **file, **signed(club))
    assert not taking.parts
    return in_the_lock.measure(lambda: take_prepared(taking=taking, **signed(club)))


@pytest.mark.long
@pytest.mark.engines
def test_as_many_corrections_as_may_be_are_booked_and_taken_out_without_a_long_lock(real_commits):
    club, booking, undoing = make_club(), InTheLock(), InTheLock()
    book_a_season(club)
    content = with_edits(workbook_of(club.seasons.get()), one_trick_more(MOST_ENTRIES // 2))

    made = take_sound(club, content, booking)

    assert (made.deals, made.parts.exists(), short_audit()) == (MOST_ENTRIES // 2, False, ())
    undoing.measure(lambda: undo_import(book_import=made, **signed(club)))
    undoing.carry_to_the_end(club)
    assert set(Entry.objects.standing().values_list("deal__tricks", flat=True)) == {8}
    assert (Entry.objects.standing().count(), short_audit()) == (EVENINGS * DEALS, ())
    assert max(booking.longest, undoing.longest) < LONGEST, (booking, undoing)


@pytest.mark.long
@pytest.mark.engines
def test_so_is_a_whole_season_taken_into_an_empty_club_and_then_changed_and_gone_on_with(real_commits):
    club, bringing, going_on = make_club(), InTheLock(), InTheLock()
    book_a_season(club)
    content = workbook_of(club.seasons.get())
    empty = make_club("Onsdagsklubben", players=(), founder="olga")

    made = take_sound(empty, content, bringing, {name: name for name in FIVE})

    assert (made.deals, made.evenings.count(), short_audit()) == (EVENINGS * DEALS, EVENINGS, ())
    typed = with_edits(workbook_of(empty.seasons.get()), one_trick_more(500), type_evenings(30, 20))
    made = take_sound(empty, typed, going_on, digest="c")
    assert (made.deals, made.evenings.count(), short_audit()) == (500 + 600, 30, ())
    assert max(bringing.longest, going_on.longest) < LONGEST, (bringing, going_on)
