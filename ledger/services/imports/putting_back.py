"""What an import changed in the evenings of others is put back: deals taken out, corrections and voids undone."""

import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import Q

from ledger.models import BookImport, Entry, Season
from ledger.models.book.journal import EntryQuerySet, Share, kind_of_entry
from ledger.queries.book.next_entry import next_entry
from ledger.rules.site.labels import Phrase
from ledger.services.book.posting import Draft, locked_season, post_together
from ledger.services.book.writers import writer_number
from ledger.services.clubs.clubs import Signed

PUT_BACK = Phrase("The workbook was taken out again")


def standing_changes(*, book_import: BookImport) -> EntryQuerySet:
    """The import's entries in evenings that it did not make, as far as nobody has changed those deals since."""
    of_import = Entry.objects.filter(
        imported__book_import=book_import, reversed_by__reverses=None, replaced_by__replaces=None
    )
    # A deal that was voided, and restored by somebody since.
    restored = Q(reverses__isnull=False, reverses__replaced_by__isnull=False)
    return of_import.exclude(evening__imported__book_import=book_import).exclude(restored)


def put_back(*, book_import: BookImport, most: int, author: User, now: datetime) -> int:
    """Post the mirror images of an import's next changes, and the deals again as they were before; the club is locked.

    Returns the number of deals, at most so many, 0 if nothing is left.
    """
    changes = standing_changes(book_import=book_import).select_related(
        "evening", "table_version", "replaces__table_version", "reverses__table_version"
    )
    in_order = changes.prefetch_related("postings", "replaces__postings", "reverses__postings").order_by("sequence")
    loaded = list(in_order[:most])
    if not loaded:
        return 0
    season = locked_season(season_id=loaded[0].season_id)
    signed: Signed = {"author": author, "now": now}
    key = uuid.uuid5(loaded[0].key, f"put back {book_import.pk}")
    written = [pair for entry in loaded for pair in _entries_back(entry, key, season, signed)]
    writer = writer_number(club_id=season.club_id, user=author)
    numbers = dict(season.club.players.values_list("pk", "number"))
    place = replace(next_entry(evening=loaded[0].evening, author=author), player_numbers=numbers, writer=writer)
    post_together(season=season, written=written, place=place)
    return len(loaded)


def _entries_back(
    entry: Entry, key: uuid.UUID, season: Season, signed: Signed
) -> Iterator[tuple[Draft, Sequence[Share]]]:
    """The entries that put a deal back: the reversal of what was written, and the deal as it was before, if it was."""
    draft = Draft(
        key=uuid.uuid5(key, f"{entry.key} reversal"),
        evening=entry.evening,
        number=entry.number,
        kind=Entry.Kind.REVERSAL,
        table_version=entry.table_version,
        deal=entry.deal,
        author=signed["author"],
        received_at=signed["now"],
        table_number=entry.table_number,
        reason=PUT_BACK[season.club.language],
    )
    if entry.reverses is None:
        yield replace(draft, reverses=entry), mirror_of(entry)
    former = entry.reverses or entry.replaces
    if former:
        restored = replace(
            draft,
            key=uuid.uuid5(key, f"{entry.key} again"),
            kind=Entry.Kind(kind_of_entry(former.deal)),
            deal=former.deal,
            replaces=entry.reverses or entry,
        )
        yield restored, sorted(posting.share for posting in former.postings.all())


def mirror_of(entry: Entry) -> list[Share]:
    """The shares of an entry with every amount's sign changed."""
    return mirror_shares(posting.share for posting in entry.postings.all())


def mirror_shares(shares: Iterable[Share]) -> list[Share]:
    """Shares with every amount's sign changed."""
    return sorted(share.opposite() for share in shares)
