"""Workbooks that earlier releases took back as changes of evenings that were there: each change is put back."""

from importlib import import_module

import pytest
from django.apps import apps

from ledger.models import BookDraft, BookImport, Entry, ImportedDeal
from ledger.queries.book.audit.audit import audit, short_audit
from ledger.services.book.log import Kind, note
from ledger.services.deals import correct_deal, restore_deal, void_deal
from ledger.services.imports.booking import undo_import
from ledger.services.imports.drafts import start_book_draft
from tests.services.imports.old_books import sums
from tests.support.people import NOW, change, make_evening, record, season_of, signed, trick

pytestmark = pytest.mark.django_db


@pytest.fixture(name="evening")
def evening_with_three_deals(club):
    """The club's evening with three deals."""
    evening = make_evening(club)
    for declarer, tricks in (("Bodil", 8), ("Carl", 9), ("Dorthe", 7)):
        record(evening, trick(evening, declarer, "Emil", tricks))
    return evening


def former_import(club, *entries):
    """An import of changes, as those releases stored it."""
    made = BookImport.objects.create(
        club=club,
        number=1,
        file_name="sæson.xlsx",
        digest="c" * 64,
        map={"workbook": {"season": 1, "entries": 3, "head": "0" * 64}},
        rows=3,
        deals=len(entries),
        by=signed(club)["author"],
        at=NOW,
    )
    for row, entry in enumerate(entries, start=2):
        ImportedDeal.objects.create(book_import=made, season=entry.season, entry=entry, sheet=1, row=row)
    note(club=club, kind=Kind.BOOK_IMPORTED, after=f"1: {made.deals}", covers=made, **signed(club))
    return made


@pytest.mark.engines
def test_corrections_voids_and_new_deals_are_put_back(club, evening):
    season, before = season_of(club), sums(season_of(club))
    first, second, third = Entry.objects.order_by("sequence")
    corrected = correct_deal(entry=first, deal={**first.deal, "tricks": 10}, change=change(evening))
    voided = void_deal(entry=second, change=change(evening))
    new = record(evening, trick(evening, "Emil", "Bodil", 8))
    made = former_import(club, corrected, voided, new)
    assert sums(season) != before

    undo_import(book_import=made, **signed(club))

    assert sums(season) == before
    standing = Entry.objects.standing().filter(evening=evening).order_by("number")
    assert [(entry.number, entry.deal["tricks"]) for entry in standing] == [(1, 8), (2, 9), (3, 7)]
    assert third in standing
    assert (audit().findings, short_audit()) == ((), ())


def test_what_somebody_has_changed_since_stays(club, evening):
    first, second, _third = Entry.objects.order_by("sequence")
    corrected = correct_deal(entry=first, deal={**first.deal, "tricks": 10}, change=change(evening))
    voided = void_deal(entry=second, change=change(evening))
    made = former_import(club, corrected, voided)
    newest = correct_deal(entry=corrected, deal={**first.deal, "tricks": 11}, change=change(evening))
    restored = restore_deal(entry=second, change=change(evening))
    standing = sums(season_of(club))

    undo_import(book_import=made, **signed(club))

    assert sums(season_of(club)) == standing
    assert {newest, restored} <= set(Entry.objects.standing())
    assert BookImport.objects.get().undone_at


def test_drafts_of_such_workbooks_are_given_up_by_the_migration_and_no_others(club):
    def sheets(title, first):
        return [{"title": title, "rows": [[1, first]], "merged": []}, {"title": "tom", "rows": [], "merged": []}]

    drafts = {"a": ("whistklub", ["book", "{}"]), "b": ("whistklub", ["entry", "{}"]), "c": ("Ark1", ["book"])}
    for digest, (title, first) in drafts.items():
        start_book_draft(club=club, file_name=digest, digest=digest * 64, sheets=sheets(title, first), **signed(club))
    migration = import_module("ledger.migrations.0004_imports_without_parts")

    migration.delete_drafts_of_season_workbooks(apps, None)

    assert [draft.digest[0] for draft in BookDraft.objects.order_by("pk")] == ["b", "c"]
