"""A book is booked, and taken out, an evening at a time: after each the book holds, and whoever stops can go on."""

from collections.abc import Callable
from unittest.mock import patch

import pytest

from ledger.models import BookImport, Club, Entry, Evening, ImportedDeal, LoggedChange, Posting, Season
from ledger.queries.book.audit.audit import audit, short_audit
from ledger.queries.imports import is_whole
from ledger.queries.keeping.club_file import file_lines
from ledger.rules.site.refusal import Refusal
from ledger.services.evenings.approval import approve_evening
from ledger.services.imports import booking
from ledger.services.imports.booking import book_plan, undo_import
from ledger.services.keeping.club_file import import_file
from ledger.services.keeping.forgetting import forget_player
from ledger.services.seasons import close_season
from tests.services.book.test_concurrency import at_once
from tests.services.imports.old_books import bring_in, full_row, plan_of, points_row, sums
from tests.services.keeping.test_club_file import everything_away
from tests.support.people import NOW, make_club, make_evening, record, season_of, signed, trick

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("proof")]

LONG = ([full_row(2), full_row(3, tricks=9), points_row(4)], [full_row(6)], [points_row(8), full_row(9)])
DEALS = 6


class Killed(BaseException):
    """Whoever books is killed."""


def die(*_arguments: object, **_options: object) -> None:
    raise Killed


def killed_after(evenings: int, act: Callable[[], object]) -> None:
    """Do something evening by evening until it is killed behind the last of so many."""
    left = iter(range(evenings - 1))

    def wait(_seconds: float) -> None:
        if next(left, None) is None:
            raise Killed

    with patch.object(booking.time, "sleep", wait), pytest.raises(Killed):
        act()


def do_with_proof(act: Callable[[], object], count: Callable[[], int]) -> list[int]:
    """Do something with the book proved after each evening; gives a count of each pause between them."""
    counts = []

    def prove(_seconds: float) -> None:
        counts.append(count())
        assert (audit().findings, short_audit()) == ((), ())

    with patch.object(booking.time, "sleep", prove):
        act()
    assert (audit().findings, short_audit()) == ((), ())
    return counts


@pytest.fixture(name="half")
def half_booked(club: Club) -> BookImport:
    """The import of LONG of which the first evening is booked."""
    killed_after(1, lambda: bring_in(club, *LONG))
    return BookImport.objects.get(club=club)


def book_of(season):
    """What a season's book holds, without when it was written."""
    postings = Posting.objects.filter(entry__season=season).order_by("entry__sequence", "seat")
    facts = ("entry__sequence", "entry__number", "entry__evening__date", "entry__kind", "player__name", "points")
    return list(postings.values_list(*facts))


@pytest.mark.engines
def test_a_book_is_booked_and_taken_out_evening_by_evening_and_holds_after_each(club):
    evening = make_evening(club)
    record(evening, trick(evening, "Bodil", "Carl", 8))
    season = season_of(club)
    before = sums(season)

    booked = do_with_proof(lambda: bring_in(club, *LONG, season=season.name), ImportedDeal.objects.count)

    made, standing, once = BookImport.objects.get(), sums(season), book_of(season)
    assert (booked, made.imported_deals.count(), is_whole(book_import=made)) == ([3, 4], DEALS, True)
    left = do_with_proof(lambda: undo_import(book_import=made, **signed(club)), Entry.objects.standing().count)
    assert left == [4, 3, 1]
    assert (sums(season), list(Evening.objects.filter(season=season))) == (before, [evening])
    assert BookImport.objects.get().undone_at == NOW
    bring_in(club, *LONG, season=season.name)
    assert sums(season) == standing
    assert [row[1:] for row in book_of(season) if row[0] > 1 + 2 * DEALS] == [row[1:] for row in once if row[0] > 1]


@pytest.mark.engines
def test_whoever_is_killed_between_two_evenings_or_in_one_is_carried_on_from(club, half, monkeypatch):
    season = Season.objects.get(name="2013/14")
    after_one = book_of(season)

    monkeypatch.setattr(booking.ImportedDeal.objects, "bulk_create", die)
    with pytest.raises(Killed):
        bring_in(club, *LONG)
    monkeypatch.undo()

    assert (book_of(season), is_whole(book_import=half)) == (after_one, False)
    assert audit().findings == ()
    assert bring_in(club, *LONG) == half
    assert bring_in(club, *LONG) == half
    assert (half.imported_deals.count(), Entry.objects.count(), Evening.objects.count()) == (DEALS, DEALS, 3)


def test_a_new_player_of_a_book_that_was_stopped_is_added_once(club):
    new = {"Emil": "Emil Ny"}
    killed_after(1, lambda: bring_in(club, *LONG, new=new))

    bring_in(club, *LONG, new=new)

    assert club.players.filter(name="Emil Ny").count() == 1
    assert Posting.objects.filter(player__name="Emil Ny").count() == DEALS


@pytest.mark.parametrize(
    ("evenings", "season"),
    [(LONG[:2], "2013/14"), ((*LONG, [points_row(20)]), "2013/14"), (LONG, "2014")],  # another month begins seasons
)
def test_other_rows_or_seasons_than_a_file_was_begun_with_are_refused(club, half, evenings, season):
    with pytest.raises(Refusal, match="begun with other rows or seasons"):
        bring_in(club, *evenings, season=season)

    assert list(club.seasons.filter(entries__isnull=False).distinct().values_list("name", flat=True)) == ["2013/14"]
    # Those that are in the book need not be told again.
    bring_in(club, [full_row(6)], [points_row(8), full_row(9)])
    assert ImportedDeal.objects.count() == DEALS


def test_a_file_is_taken_out_while_it_is_booked(club, half):
    undo_import(book_import=half, **signed(club))
    undo_import(book_import=half, **signed(club))

    assert BookImport.objects.get().undone_at
    assert (Evening.objects.count(), Entry.objects.standing().count()) == (0, 0)


def test_whoever_books_a_file_that_is_taken_out_meanwhile_is_told(club):
    def take_out(_seconds):
        undo_import(book_import=BookImport.objects.get(), **signed(club))

    with patch.object(booking.time, "sleep", take_out), pytest.raises(Refusal, match=r"row 6: .* taken out again"):
        bring_in(club, *LONG)

    assert Entry.objects.standing().count() == 0


def test_taking_out_goes_on_where_it_was_killed(club):
    made = bring_in(club, *LONG)

    killed_after(2, lambda: undo_import(book_import=made, **signed(club)))

    assert (BookImport.objects.get().undone_at, Entry.objects.standing().count()) == (None, 2)
    undo_import(book_import=made, **signed(club))
    assert (Evening.objects.count(), Entry.objects.standing().count()) == (0, 0)


def test_an_evening_that_is_refused_is_told_by_its_row_and_what_was_booked_stays(club, monkeypatch):
    start_evening = booking.start_evening

    def refuse(**about):
        if Entry.objects.exists():
            raise Refusal("no")
        return start_evening(**about)

    monkeypatch.setattr(booking, "start_evening", refuse)
    with pytest.raises(Refusal, match="Sheet 1, row 6: no"):
        bring_in(club, *LONG)

    made = BookImport.objects.get()
    assert (made.imported_deals.count(), made.deals, made.undone_at) == (3, DEALS, None)


def test_what_a_club_does_meanwhile_waits_for_no_book_that_was_stopped(club, half):
    season = Season.objects.get(name="2013/14")
    evening = Evening.objects.get(season=season)
    player = club.players.get(name="Frida")
    player.is_active = False
    player.save()

    other = bring_in(club, [points_row(2)], season="2014/15", digest="b" * 64)
    forget_player(player=player, **signed(club))
    approve_evening(evening=evening, entry_count=3, **signed(club))
    close_season(season=season, entry_count=3, **signed(club))

    assert is_whole(book_import=other)
    with pytest.raises(Refusal, match=r"Sheet 1, row 2: The season 2013/14 is closed"):
        bring_in(club, *LONG)
    assert half.imported_deals.count() == 3


def test_half_a_book_travels_with_its_club_and_is_carried_on_where_it_arrives(club, half):
    lines = list(file_lines(club=club, made_at=NOW))
    everything_away()

    arrived = import_file(lines=lines).club
    made = bring_in(arrived, *LONG)

    assert (made.number, made.imported_deals.count(), Entry.objects.count()) == (1, DEALS, DEALS)


def test_an_evening_of_which_a_former_release_booked_a_part_is_gone_on_with(club, half):
    begun = Evening.objects.get()

    bring_in(club, [*LONG[0], full_row(6)], LONG[2])

    assert Evening.objects.count() == 2
    assert list(begun.entries.order_by("sequence").values_list("imported__row", "number")) == [
        (2, 1),
        (3, 2),
        (4, 3),
        (6, 4),
    ]


def test_of_several_who_book_one_file_at_once_and_take_it_out_at_once_each_evening_is_done_once(real_commits):
    club = make_club()
    plan, author = plan_of(club, *LONG), signed(club)

    booked = at_once([lambda: book_plan(club=club, plan=plan, **author)] * 3)

    [made] = {*booked}
    numbers = Entry.objects.order_by("sequence").values_list("number", flat=True)
    assert (list(numbers), Evening.objects.count()) == ([1, 2, 3, 1, 1, 2], 3)
    assert (made.imported_deals.count(), audit().findings) == (DEALS, ())
    at_once([lambda: undo_import(book_import=made, **author)] * 3)
    assert (Entry.objects.count(), Entry.objects.standing().count(), Evening.objects.count()) == (2 * DEALS, 0, 0)
    assert LoggedChange.objects.filter(kind="import_undone").count() == 1
    assert audit().findings == ()
