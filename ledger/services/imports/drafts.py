"""Old books that are being looked through: read their file, begin, save what is said of them, and give up."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from ledger.models import BookDraft, Club, Entry
from ledger.models.imports import FILE_NAME_LENGTH
from ledger.queries.imports import is_whole
from ledger.rules.imports.written.cells import sheets_of
from ledger.rules.imports.written.columns import entry_map
from ledger.rules.imports.written.headings import with_dates_down
from ledger.rules.imports.written.rows import read_rows
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.book.posting import locked_club
from ledger.services.imports.booking import import_of_file
from ledger.services.site.reading_apart import read_apart
from ledger.spreadsheets.imports.entry_book import MARK_SHEET
from ledger.spreadsheets.imports.old_book import SHEETS_OF_DEALS, is_of_a_season, read_book

KEPT_FOR = timedelta(days=30)
MOST_DRAFTS = 5  # each holds all sheets of its file in the database
HERE_ALREADY = gettext_noop("This file has been brought in already: import %(number)s.")
TOO_MANY = gettext_noop("At most %(most)s old books are looked through at a time: give one of them up first.")
NOTHING_TYPED = gettext_noop(
    "Nothing is typed in this workbook yet. Choose the players, write a deal in a row, and hand it in again."
)
MENDED_HERE = gettext_noop(
    "This is a season's workbook that was fetched here. A mistake is corrected on the site, on the deal's page, with "
    "its reason, where everybody sees it."
)


def book_for(*, club: Club, data: bytes) -> list[Mapping[str, Any]]:
    """The sheets of a file that is handed in to a club, as plain data; of a season's workbook its deals alone.

    A sheet whose dates run across is turned.

    Raises Refusal, with the sheet, row and column where it is about one; with field "file" for a season's workbook that
    is handed in to a club with deals, and for the workbook to type in where nothing is typed.
    """
    sheets = read_apart(read_book, data)
    book = sheets_of(sheets)
    typed = entry_map(book)
    if typed and not any(read_rows(book, typed)):
        raise Refusal(NOTHING_TYPED, "file")
    if not is_of_a_season([sheet["title"] for sheet in sheets]):
        return [*map(with_dates_down, sheets)]
    if Entry.objects.standing().filter(season__club=club).exists():
        raise Refusal(MENDED_HERE, "file")
    return [sheet for sheet in sheets if sheet["title"] in SHEETS_OF_DEALS]


@transaction.atomic
def start_book_draft(
    *, club: Club, file_name: str, digest: str, sheets: Sequence[Mapping[str, Any]], author: User, now: datetime
) -> BookDraft:
    """Begin to look an old book through; the same file again gives its draft.

    A workbook to type in takes the place of its author's draft of the same name. Drafts left for a month are deleted.

    Raises Refusal (field "file") for a file that has been brought in as a whole, and for too many drafts.
    """
    locked_club(club_id=club.pk)
    club.book_drafts.filter(changed_at__lt=now - KEPT_FOR).delete()
    known = import_of_file(club=club, digest=digest)
    if known and is_whole(book_import=known):
        raise Refusal(HERE_ALREADY, field="file", number=known.number)
    if draft := club.book_drafts.filter(digest=digest).first():
        return draft
    if any(sheet["title"] == MARK_SHEET for sheet in sheets):  # somebody's workbook to type in, mended since
        club.book_drafts.filter(file_name=file_name[-FILE_NAME_LENGTH:], changed_by=author).delete()
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
def save_book_draft(*, draft: BookDraft, author: User, now: datetime, **parts: Mapping[str, Any]) -> None:
    """Save the `map`, the `names` or the `choices` of a draft, those that are said; no error if it is already gone."""
    BookDraft.objects.filter(pk=draft.pk).update(
        **parts, revision=draft.revision + 1, changed_at=now, changed_by=author
    )


@transaction.atomic
def discard_book_draft(*, draft: BookDraft) -> None:
    """Delete a draft; no error if it is already gone."""
    BookDraft.objects.filter(pk=draft.pk).delete()
