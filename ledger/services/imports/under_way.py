"""Carry an import on that is under way: the next of its parts is booked, or taken out, until there is none.

Whoever carries it on may be stopped at any moment: every part is a transaction, and what is left to do is in the
database. Two who carry on the same import at once book each part once.
"""

import logging
from datetime import datetime

from django.db import transaction

from ledger.models import BookImport, Club, ImportUnderWay
from ledger.rules.site.refusal import Refusal
from ledger.services.book.posting import locked_club
from ledger.services.clubs.clubs import Signed
from ledger.services.imports.parts import IdsOfBook, book_part, deals_in
from ledger.services.imports.undoing import undo_import, undo_part
from ledger.services.site.freshness import touch
from ledger.services.site.other_database import manage_beside

log = logging.getLogger(__name__)


def carry_on(*, club: Club, now: datetime) -> ImportUnderWay | None:
    """Do the next part of the club's import under way, in one transaction; gives what is left, None if nothing is.

    An import of which a part is refused is taken out again.
    """
    try:
        return _do_part(club, now)
    except Refusal as refusal:
        under_way = ImportUnderWay.objects.get(club=club)
        if under_way.is_undoing:
            raise
        log.error("Import %s of %s is taken out again: %s", under_way.book_import.number, club.slug, refusal)
        undo_import(book_import=under_way.book_import, author=under_way.by, now=now)
        return ImportUnderWay.objects.get(club=club)


def carry_on_beside() -> None:
    """Start a process that carries all imports under way to their end, without waiting for it."""
    try:
        # No thread: it would share this process's one lock with every page.
        manage_beside("carry_on_imports")
    except OSError:
        # They are carried on when somebody looks at them, or at the next start.
        log.exception("Imports are not carried on")


@transaction.atomic
def _do_part(club: Club, now: datetime) -> ImportUnderWay | None:
    locked_club(club_id=club.pk)
    under_way = ImportUnderWay.objects.select_related("book_import__club", "by").filter(club=club).first()
    if under_way is None:
        return None
    if under_way.is_undoing:
        undo_part(under_way=under_way, now=now)
    else:
        _book_next(under_way, under_way.book_import, {"author": under_way.by, "now": now})
    return ImportUnderWay.objects.filter(club=club).first()


def _book_next(under_way: ImportUnderWay, book_import: BookImport, signed: Signed) -> None:
    """Book the next part, and end with the last."""
    stored = book_import.parts.earliest("number")
    part = stored.evenings
    book_part(book_import=book_import, part=part, ids=IdsOfBook(**under_way.ids), signed=signed)
    stored.delete()
    under_way.done, under_way.worked_at = under_way.done + deals_in(part), signed["now"]
    under_way.save(update_fields=["done", "worked_at"])
    if not book_import.parts.exists():
        under_way.delete()
        touch(club=book_import.club)
