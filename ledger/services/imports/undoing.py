"""Take an old book out again: every deal of it that stands is reversed, in one transaction or not at all."""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from operator import attrgetter

from django.contrib.auth.models import User
from django.db import transaction

from ledger.models import BookImport, Club, Entry, Evening, EveningClosing, Season
from ledger.models.book.journal import Share
from ledger.queries.book.next_entry import next_entry
from ledger.rules.site.labels import Phrase
from ledger.services.book.log import Kind, note
from ledger.services.book.posting import Draft, EveningClosed, SeasonClosed, locked_club, locked_season, post_together
from ledger.services.book.sums import leave_out_evening
from ledger.services.book.writers import writer_number
from ledger.services.clubs.clubs import Signed
from ledger.services.site.freshness import touch

TAKEN_OUT = Phrase("The old book was taken out again")


@transaction.atomic
def undo_import(*, book_import: BookImport, author: User, now: datetime) -> BookImport:
    """Reverse what stands of an import's deals, corrected ones too; its evenings without others leave the lists.

    Players and seasons that it made stay. An import that was undone already stays as it is.
    Raises SeasonClosed, and EveningClosed for an evening that was approved.
    """
    club = locked_club(club_id=book_import.club_id)
    book_import = BookImport.objects.get(pk=book_import.pk)
    if book_import.undone_at is not None:
        return book_import
    signed: Signed = {"author": author, "now": now}
    for season_id, entries in groupby(_standing(book_import), attrgetter("season_id")):
        season = locked_season(season_id=season_id)
        _reverse(season, list(entries), book_import, signed)
    _remove_empty(club, book_import, signed)
    book_import.undone_at, book_import.undone_by = now, author
    book_import.save(update_fields=["undone_at", "undone_by"])
    note(club=club, kind=Kind.IMPORT_UNDONE, before=str(book_import.number), **signed)
    touch(club=club)
    return book_import


def _standing(book_import: BookImport) -> Iterable[Entry]:
    """What stands of the import's deals, in the order of the book; one query and one for the postings."""
    numbers = set(book_import.imported_deals.values_list("entry__evening_id", "entry__number"))
    of_evenings = Entry.objects.standing().filter(evening__in={evening for evening, _ in numbers})
    in_order = of_evenings.select_related("evening", "table_version").prefetch_related("postings")
    return [
        # By season first, since the caller groups what stands next to each other.
        entry
        for entry in in_order.order_by("season_id", "sequence")
        if (entry.evening_id, entry.number) in numbers
    ]


def _reverse(season: Season, entries: Sequence[Entry], book_import: BookImport, signed: Signed) -> None:
    """Post the mirror images of a season's entries."""
    if season.closed_at is not None:
        raise SeasonClosed(season)
    _require_not_approved(entries)
    author = signed["author"]
    reason = TAKEN_OUT[season.club.language]
    key = uuid.uuid5(entries[0].key, f"undo {book_import.pk}")
    written = [(_reversal(entry, key, reason, signed), _mirror_of(entry)) for entry in entries]
    writer = writer_number(club_id=season.club_id, user=author)
    numbers = dict(season.club.players.values_list("pk", "number"))
    place = replace(next_entry(evening=entries[0].evening, author=author), player_numbers=numbers, writer=writer)
    post_together(season=season, written=written, place=place)


def _require_not_approved(entries: Sequence[Entry]) -> None:
    """Raise EveningClosed for the first evening that is approved; one query."""
    # The seal would refuse it too, but without a word of which evening it is.
    evenings = {entry.evening_id: entry.evening for entry in entries}
    latest: dict[int, str] = {}
    for evening, kind in (
        EveningClosing.objects.filter(evening__in=evenings).order_by("number").values_list("evening_id", "kind")
    ):
        latest[evening] = kind
    for evening, kind in latest.items():
        if kind == EveningClosing.Kind.APPROVED:
            raise EveningClosed(evenings[evening])


def _reversal(entry: Entry, key: uuid.UUID, reason: str, signed: Signed) -> Draft:
    return Draft(
        key=uuid.uuid5(key, str(entry.key)),
        evening=entry.evening,
        number=entry.number,
        kind=Entry.Kind.REVERSAL,
        table_version=entry.table_version,
        deal=entry.deal,
        author=signed["author"],
        received_at=signed["now"],
        table_number=entry.table_number,
        reverses=entry,
        reason=reason,
    )


def _mirror_of(entry: Entry) -> list[Share]:
    shares = (posting.share for posting in entry.postings.all())
    return sorted(share._replace(points=-share.points) for share in shares)


def _remove_empty(club: Club, book_import: BookImport, signed: Signed) -> None:
    """Remove the evenings that the import made and in which nothing stands."""
    made = Evening.objects.filter(imported__book_import=book_import)
    kept = set(Entry.objects.standing().filter(evening__in=made).values_list("evening_id", flat=True))
    for evening in made.exclude(pk__in=kept).order_by("number"):
        leave_out_evening(evening=evening)
        evening.removed_at = signed["now"]
        evening.save(update_fields=["removed_at"])
        told = {"evening": evening, "before": evening.date.isoformat()}
        note(club=club, kind=Kind.EVENING_REMOVED, **told, **signed)
