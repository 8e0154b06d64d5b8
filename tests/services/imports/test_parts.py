"""A long old book is booked, and taken out, in parts: after each the book holds, and whoever stops is gone on from."""

from datetime import date
from io import BytesIO

import pytest
from openpyxl import load_workbook

from ledger.models import BookImport, Entry, Evening, ImportPart, ImportUnderWay, Posting, Season
from ledger.queries.book.audit.audit import audit, short_audit
from ledger.queries.imports.under_way import ImportGoesOn
from ledger.queries.keeping.carrying import file_lines
from ledger.queries.seasons.standings import standings
from ledger.rules.site.refusal import Refusal
from ledger.services.imports import parts, under_way, undoing
from ledger.services.imports.parts import EveningOfPart, parts_of
from ledger.services.imports.under_way import carry_on
from ledger.services.imports.undoing import undo_import
from ledger.services.keeping.forgetting import forget_player
from ledger.services.seasons.closing import approve_evening, close_season
from tests.services.imports.old_books import bring_in, full_row, points_row
from tests.services.imports.workbooks import workbook_of
from tests.spreadsheets.seasons import reading
from tests.support.people import NOW, make_evening, record, season_of, signed, trick

pytestmark = pytest.mark.django_db

LONG = ([full_row(2), full_row(3, tricks=9), points_row(4)], [full_row(6)], [points_row(8), full_row(9)])
DEALS = 6


@pytest.fixture(autouse=True)
def short_parts(monkeypatch):
    """Two deals to a part, so that the evening of three goes on in another."""
    monkeypatch.setattr(parts, "MOST_DEALS", 2)
    monkeypatch.setattr(undoing, "MOST_DEALS", 2)


def to_the_end(club):
    """Carry an import on, with the book proved after each part; gives how many deals were done after each."""
    done = []
    while left := carry_on(club=club, now=NOW):
        done.append(left.done)
        assert (audit().findings, short_audit()) == ((), ())
    assert audit().findings == ()
    return done


def book_of(season):
    """What a season's book holds, without when it was written."""
    postings = Posting.objects.filter(entry__season=season).order_by("entry__sequence", "seat")
    facts = ("entry__sequence", "entry__number", "entry__evening__date", "entry__kind", "player__name", "points")
    return list(postings.values_list(*facts))


def sums(season):
    return {row.name: (row.evenings, row.deals, row.points) for row in standings(season=season)}


@pytest.mark.engines
def test_a_long_book_is_booked_and_taken_out_in_parts_that_all_hold(club, monkeypatch):
    evening = make_evening(club)
    record(evening, trick(evening, "Bodil", "Carl", 8))
    season = season_of(club)
    before = sums(season)

    made = bring_in(club, *LONG, season=season.name)

    assert Entry.objects.filter(imported__isnull=False).count() == 0
    assert to_the_end(club) == [2, 4]
    in_parts, standing = book_of(season), sums(season)
    assert Entry.objects.filter(imported__book_import=made).count() == DEALS
    assert (ImportPart.objects.count(), ImportUnderWay.objects.count()) == (0, 0)
    undo_import(book_import=made, **signed(club))
    assert to_the_end(club) == [2, 4, 6]
    assert (sums(season), list(Evening.objects.filter(season=season))) == (before, [evening])
    assert BookImport.objects.get().undone_at == NOW
    monkeypatch.setattr(parts, "MOST_DEALS", 100)
    bring_in(club, *LONG, season=season.name)
    assert sums(season) == standing
    assert [row[1:] for row in book_of(season) if row[0] > 1 + 2 * DEALS] == [row[1:] for row in in_parts if row[0] > 1]


def test_whoever_is_killed_between_two_parts_or_in_one_is_carried_on_from(club, monkeypatch):
    bring_in(club, *LONG)
    carry_on(club=club, now=NOW)
    season = Season.objects.get(name="2013/14")
    after_one = book_of(season)

    def die(*_rows, **_options):
        raise SystemExit

    monkeypatch.setattr(parts.ImportedDeal.objects, "bulk_create", die)
    with pytest.raises(SystemExit):
        carry_on(club=club, now=NOW)
    monkeypatch.undo()

    assert book_of(season) == after_one
    assert audit().findings == ()
    to_the_end(club)
    assert Entry.objects.filter(imported__isnull=False).count() == DEALS


def test_a_book_is_stopped_while_it_is_booked(club):
    made = bring_in(club, *LONG)
    carry_on(club=club, now=NOW)

    undo_import(book_import=made, **signed(club))
    undo_import(book_import=made, **signed(club))
    to_the_end(club)

    assert BookImport.objects.get().undone_at
    assert (Evening.objects.count(), Entry.objects.standing().count()) == (0, 0)


def test_a_book_of_which_a_part_is_refused_is_taken_out_by_itself(club, monkeypatch):
    bring_in(club, *LONG)
    carry_on(club=club, now=NOW)

    def refuse(**_):
        raise Refusal("no")

    monkeypatch.setattr(under_way, "book_part", refuse)
    to_the_end(club)

    assert BookImport.objects.get().undone_at
    assert Entry.objects.standing().count() == 0


def test_what_an_import_under_way_could_not_cope_with_waits_for_it(club):
    made = bring_in(club, *LONG)
    carry_on(club=club, now=NOW)
    season = Season.objects.get(name="2013/14")
    evening = Evening.objects.get(season=season)
    player = club.players.get(name="Frida")
    player.is_active = False
    player.save()
    waiting = (
        lambda: approve_evening(evening=evening, entry_count=2, **signed(club)),
        lambda: close_season(season=season, entry_count=2, **signed(club)),
        lambda: forget_player(player=player, **signed(club)),
        lambda: bring_in(club, *LONG, digest="b" * 64),
        lambda: list(file_lines(club=club, made_at=NOW)),
        lambda: list(file_lines(club=None, made_at=NOW)),
    )
    for act in waiting:
        with pytest.raises(ImportGoesOn):
            act()

    assert bring_in(club, *LONG) == made


def test_evenings_stay_whole_where_a_part_has_room_for_them():
    def evening(deals):
        return EveningOfPart(1, date(2014, 3, 12), "", False, 1, [], [None] * deals)

    in_parts = [
        [(len(piece.deals), piece.goes_on) for piece in part] for part in parts_of(map(evening, (1, 1, 1, 2, 5, 1)))
    ]

    assert in_parts == [
        [(1, False), (1, False)],
        [(1, False)],
        [(2, False)],
        [(2, False)],
        [(2, True)],
        [(1, True), (1, False)],
    ]


def test_a_workbook_made_meanwhile_says_so_and_none_afterwards(club):
    bring_in(club, *LONG)
    begun = club.seasons.get(name="2013/14")
    says_so = "Lavet, mens et gammelt regnskab"

    def sentences():
        workbook = load_workbook(BytesIO(workbook_of(begun)))
        return [text for text in reading.texts(workbook, "Årsberetning") if text.startswith(says_so)]

    assert len(sentences()) == 1
    to_the_end(club)
    assert sentences() == []
