"""Old books that are being looked through: begin, save what is said of them, and give up."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from ledger.models import BookDraft, Club
from ledger.models.imports.book_import import FILE_NAME_LENGTH
from ledger.queries.imports.under_way import is_whole
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.book.posting import locked_club
from ledger.services.imports.booking import import_of_file

KEPT_FOR = timedelta(days=30)
MOST_DRAFTS = 5  # each holds all sheets of its file in the database
HERE_ALREADY = gettext_noop("This file has been brought in already: import %(number)s.")
TOO_MANY = gettext_noop("At most %(most)s old books are looked through at a time: give one of them up first.")


@transaction.atomic
def start_book_draft(
    *, club: Club, file_name: str, digest: str, sheets: Sequence[Mapping[str, Any]], author: User, now: datetime
) -> BookDraft:
    """Begin to look an old book through; the same file again gives its draft. Drafts left for a month are deleted.

    Raises Refusal (field "file") for a file that has been brought in as a whole, and for too many drafts.
    """
    locked_club(club_id=club.pk)
    club.book_drafts.filter(changed_at__lt=now - KEPT_FOR).delete()
    known = import_of_file(club=club, digest=digest)
    if known and is_whole(book_import=known):
        raise Refusal(HERE_ALREADY, field="file", number=known.number)
    if draft := club.book_drafts.filter(digest=digest).first():
        return draft
    if club.book_drafts.count() >= MOST_DRAFTS:
        raise Refusal(TOO_MANY, field="file", most=MOST_DRAFTS)
    return BookDraft.objects.create(
        club=club,
        file_name=file_name[-FILE_NAME_LENGTH:],
        digest=digest,
        sheets=list(sheets),
        changed_at=now,
        changed_by=author,
    )


@transaction.atomic
def save_book_draft(
    *,
    draft: BookDraft,
    author: User,
    now: datetime,
    map: Mapping[str, Any] | None = None,
    names: Mapping[str, Any] | None = None,
    choices: Mapping[str, Any] | None = None,
) -> None:
    """Save the map, the names or the choices of a draft, those that are given; no error if it is already gone."""
    given = {"map": map, "names": names, "choices": choices}
    changed = {name: value for name, value in given.items() if value is not None}
    BookDraft.objects.filter(pk=draft.pk).update(
        **changed, revision=draft.revision + 1, changed_at=now, changed_by=author
    )


@transaction.atomic
def discard_book_draft(*, draft: BookDraft) -> None:
    """Delete a draft; no error if it is already gone."""
    BookDraft.objects.filter(pk=draft.pk).delete()
