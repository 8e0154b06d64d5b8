"""Take an import out again, one evening after the other: what it booked is voided, and its evenings leave the lists.

Each evening is a transaction of its own. Whoever is stopped goes on by asking again.
"""

import time
import uuid
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from ledger.models import BookImport, Entry, Evening, ImportedDeal
from ledger.models.book.journal import EntryQuerySet
from ledger.rules.site.labels import Phrase
from ledger.services.book.log import Kind, note
from ledger.services.book.posting import locked_club, require_open
from ledger.services.book.sums import leave_out_evening
from ledger.services.clubs.clubs import Signed
from ledger.services.deals.recording import Change, restore_deal, undo_correction, void_deal
from ledger.services.imports.booking import PAUSE

TAKEN_OUT = Phrase("The old book was taken out again")
PUT_BACK = Phrase("The workbook was taken out again")
RELATED = ("evening__season", "table_version", "replaces", "reverses__evening__season", "reverses__table_version")


def undo_import(*, book_import: BookImport, author: User, now: datetime) -> BookImport:
    """Void what stands of an import's deals, corrected ones too; its evenings without others leave the lists.

    To be called outside a transaction. Players and seasons that it made keep their rows, and leave the lists unless
    something else uses them (queries/clubs/clubs.py); what somebody has changed since in other evenings than its own
    stays. An import that was undone already stays as it is.
    Raises SeasonClosed, and EveningClosed for an evening that was approved.
    """
    for evening in _evenings(book_import).select_related("season"):
        require_open(season=evening.season, evening=evening)
    while _take_out_next(book_import, {"author": author, "now": now}):
        time.sleep(PAUSE.total_seconds())
    return BookImport.objects.get(pk=book_import.pk)


@transaction.atomic
def _take_out_next(book_import: BookImport, signed: Signed) -> bool:
    """Take an import out of the next evening; if there is none, say that nothing of it stands, and give False."""
    # Asked under the lock: somebody else may be taking it out, or be booking what is left of it.
    club = locked_club(club_id=book_import.club_id)
    book_import = BookImport.objects.get(pk=book_import.pk)
    if book_import.undone_at is not None:
        return False
    evening = _evenings(book_import).first()
    if evening is None:
        book_import.undone_at, book_import.undone_by = signed["now"], signed["author"]
        book_import.save(update_fields=["undone_at", "undone_by"])
        note(club=club, kind=Kind.IMPORT_UNDONE, before=str(book_import.number), **signed)
        return False
    is_its_own = book_import.evenings.filter(evening=evening).exists()
    left = _standing(book_import) if is_its_own else _standing_changes(book_import)
    reason = (TAKEN_OUT if is_its_own else PUT_BACK)[club.language]
    for entry in left.filter(evening=evening).select_related(*RELATED).order_by("sequence"):
        change = Change(uuid.uuid5(entry.key, f"undo {book_import.pk}"), reason, **signed)
        if entry.reverses:
            restore_deal(entry=entry.reverses, change=change)
        elif entry.replaces and not is_its_own:
            undo_correction(entry=entry, change=change)
        else:
            void_deal(entry=entry, change=change)
    if is_its_own and not Entry.objects.standing().filter(evening=evening).exists():
        leave_out_evening(evening=evening)
        evening.removed_at = signed["now"]
        evening.save(update_fields=["removed_at"])
        note(club=club, kind=Kind.EVENING_REMOVED, evening=evening, before=evening.date.isoformat(), **signed)
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
