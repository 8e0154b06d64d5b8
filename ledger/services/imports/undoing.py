"""Take an import out again, one evening after the other: what it booked is voided, and its evenings leave the lists.

Each evening is a transaction of its own. Whoever is stopped goes on by asking again.
"""

import time
import uuid
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from ledger.models import BookImport, Entry, Evening, EveningClosing, ImportedDeal, Season
from ledger.models.book.journal import EntryQuerySet
from ledger.queries.book.next_entry import next_entry
from ledger.rules.site.labels import Phrase
from ledger.services.book.log import Kind, note
from ledger.services.book.posting import (
    Draft,
    EveningClosed,
    SeasonClosed,
    locked_club,
    locked_season,
    opposite_shares,
    post,
    require_open,
)
from ledger.services.book.sums import leave_out_evening
from ledger.services.clubs.clubs import Signed
from ledger.services.deals.recording import Change, restore_deal, undo_correction, void_deal
from ledger.services.imports.booking import PAUSE
from ledger.services.site.freshness import touch

TAKEN_OUT = Phrase("The old book was taken out again")
PUT_BACK = Phrase("The workbook was taken out again")


def undo_import(*, book_import: BookImport, author: User, now: datetime) -> BookImport:
    """Void what stands of an import's deals, corrected ones too; its evenings without others leave the lists.

    To be called outside a transaction. Players and seasons that it made keep their rows, and leave the lists unless
    something else uses them (queries/clubs/listed.py); what somebody has changed since in other evenings than its own
    stays. An import that was undone already stays as it is.
    Raises SeasonClosed, and EveningClosed for an evening that was approved.
    """
    _require_all_open(_standing(book_import))
    _require_all_open(_standing_changes(book_import))
    while _take_out_next(book_import, {"author": author, "now": now}):
        time.sleep(PAUSE.total_seconds())
    return BookImport.objects.get(pk=book_import.pk)


@transaction.atomic
def _take_out_next(book_import: BookImport, signed: Signed) -> bool:
    """Take an import out of the next evening; if there is none, say that nothing of it stands, and give False."""
    # Asked under the lock: somebody else may be taking it out, or be booking what is left of it.
    club = locked_club(club_id=book_import.club_id)
    book_import = BookImport.objects.select_related("club").get(pk=book_import.pk)
    if book_import.undone_at is not None:
        return False
    evening = _evenings(book_import).first()
    if evening is None:
        book_import.undone_at, book_import.undone_by = signed["now"], signed["author"]
        book_import.save(update_fields=["undone_at", "undone_by"])
        note(club=club, kind=Kind.IMPORT_UNDONE, before=str(book_import.number), **signed)
        touch(club=club)
        return False
    season = locked_season(season_id=evening.season_id)
    _void_deals(book_import, season, evening, signed)
    _put_back(book_import, evening, signed)
    return True


def _evenings(book_import: BookImport) -> QuerySet[Evening]:
    """The evenings in which something of an import stands."""
    standing = Exists(_standing(book_import).filter(evening=OuterRef("pk")))
    changed = Q(pk__in=_standing_changes(book_import).values("evening"))
    in_its_own = Q(standing, imported__book_import=book_import)
    return Evening.with_openings.filter(in_its_own | changed).order_by("season", "number")


def _standing(book_import: BookImport) -> EntryQuerySet:
    """What stands of the import's deals in its own evenings, corrected ones too."""
    # A correction is another entry under the deal's number.
    of_import = ImportedDeal.objects.filter(
        book_import=book_import, entry__evening=OuterRef("evening"), entry__number=OuterRef("number")
    )
    of_evenings = Entry.objects.standing().filter(evening__imported__book_import=book_import)
    return of_evenings.filter(evening__removed_at=None).filter(Exists(of_import))


def _standing_changes(book_import: BookImport) -> EntryQuerySet:
    """The import's entries in evenings that it did not make, as far as nobody has changed those deals since.

    Only workbooks that earlier releases took back have any.
    """
    of_import = Entry.objects.filter(
        imported__book_import=book_import, reversed_by__reverses=None, replaced_by__replaces=None
    )
    # A deal that was voided, and restored by somebody since.
    restored = Q(reverses__isnull=False, reverses__replaced_by__isnull=False)
    return of_import.exclude(evening__imported__book_import=book_import).exclude(restored)


def _require_all_open(standing: EntryQuerySet) -> None:
    """Raise SeasonClosed or EveningClosed for the first season or evening that takes no reversals; two queries."""
    closed = Season.objects.filter(pk__in=standing.values("season"), closed_at__isnull=False).first()
    if closed:
        raise SeasonClosed(closed)
    # The seal would refuse it too, but without a word of which evening it is.
    latest = EveningClosing.objects.filter(evening=OuterRef("pk")).order_by("-number").values("kind")[:1]
    evenings = Evening.objects.filter(pk__in=standing.values("evening")).annotate(closing=Subquery(latest))
    if approved := evenings.filter(closing=EveningClosing.Kind.APPROVED).order_by("number").first():
        raise EveningClosed(approved)


def _void_deals(book_import: BookImport, season: Season, evening: Evening, signed: Signed) -> None:
    """Void what stands of an import's deals in an evening of its own, and remove that if nothing else stands in it."""
    standing = _standing(book_import).filter(evening=evening).select_related("table_version")
    entries = standing.prefetch_related("postings").order_by("sequence")
    if not entries:
        return
    place = next_entry(evening=evening, author=signed["author"])
    require_open(season=season, evening=evening, place=place)
    # Together: `void_deal` would ask anew for the place of each, which takes most of its time.
    written = []
    for entry in entries:
        reversal = Draft(
            key=_key(book_import, entry),
            evening=evening,
            number=entry.number,
            kind=Entry.Kind.REVERSAL,
            table_version=entry.table_version,
            deal=entry.deal,
            author=signed["author"],
            received_at=signed["now"],
            table_number=entry.table_number,
            reverses=entry,
            reason=TAKEN_OUT[book_import.club.language],
        )
        written.append((reversal, opposite_shares(entry)))
    post(season=season, written=written, place=place)
    if not Entry.objects.standing().filter(evening=evening).exists():
        leave_out_evening(evening=evening)
        evening.removed_at = signed["now"]
        evening.save(update_fields=["removed_at"])
        before = evening.date.isoformat()
        note(club=book_import.club, kind=Kind.EVENING_REMOVED, evening=evening, before=before, **signed)


def _put_back(book_import: BookImport, evening: Evening, signed: Signed) -> None:
    """Put back what an import changed in an evening of others: deals taken out, corrections and voids undone."""
    changes = _standing_changes(book_import).filter(evening=evening)
    related = ("evening__season", "table_version", "replaces", "reverses__evening__season", "reverses__table_version")
    reason = PUT_BACK[book_import.club.language]
    for entry in changes.select_related(*related).order_by("sequence"):
        change = Change(_key(book_import, entry), reason, signed["author"], signed["now"])
        if entry.reverses:
            restore_deal(entry=entry.reverses, change=change)
        elif entry.replaces:
            undo_correction(entry=entry, change=change)
        else:
            void_deal(entry=entry, change=change)


def _key(book_import: BookImport, entry: Entry) -> uuid.UUID:
    """The key of the entry that takes another back."""
    return uuid.uuid5(entry.key, f"undo {book_import.pk}")
