"""Take an old book out again: every deal of it that stands is reversed, and its evenings leave the lists."""

import uuid
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from operator import attrgetter

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, OuterRef, Subquery

from ledger.models import BookImport, Entry, Evening, EveningClosing, ImportedDeal, ImportUnderWay, Season
from ledger.models.book.journal import EntryQuerySet
from ledger.queries.book.next_entry import next_entry
from ledger.queries.imports.under_way import ImportGoesOn
from ledger.rules.site.labels import Phrase
from ledger.services.book.log import Kind, note
from ledger.services.book.posting import (
    Draft,
    EveningClosed,
    SeasonClosed,
    locked_club,
    locked_season,
    post_together,
)
from ledger.services.book.sums import leave_out_evening
from ledger.services.book.writers import writer_number
from ledger.services.clubs.clubs import Signed
from ledger.services.imports.parts import MOST_DEALS, MOST_EVENINGS
from ledger.services.imports.putting_back import mirror_of, put_back, standing_changes
from ledger.services.site.freshness import touch

TAKEN_OUT = Phrase("The old book was taken out again")


@transaction.atomic
def undo_import(*, book_import: BookImport, author: User, now: datetime) -> BookImport:
    """Reverse what stands of an import's deals, corrected ones too; its evenings without others leave the lists.

    A long one is only begun: `carry_on` takes out the rest, and so of one that is being booked. Players and seasons
    that it made keep their rows, and leave the lists unless something else uses them (queries/clubs/listed.py); what
    somebody has changed since in other evenings than its own stays. An import that was undone already, or is being,
    stays as it is.
    Raises SeasonClosed, EveningClosed for an evening that was approved, and Refusal while another one is under way.
    """
    club = locked_club(club_id=book_import.club_id)
    book_import = BookImport.objects.get(pk=book_import.pk)
    under_way = ImportUnderWay.objects.filter(club=club).first()
    if book_import.undone_at is not None or (under_way and under_way.is_undoing_of(book_import)):
        return book_import
    if under_way and under_way.book_import_id != book_import.pk:
        raise ImportGoesOn
    standing, changes = _standing(book_import), standing_changes(book_import=book_import)
    _require_all_open(standing)
    _require_all_open(changes)
    signed: Signed = {"author": author, "now": now}
    deals = standing.count() + changes.count()
    if under_way is None and deals <= MOST_DEALS:
        while _take_out_next(book_import, signed):
            pass
        _end(book_import, signed)
    else:
        book_import.parts.all().delete()
        begun = {"book_import": book_import, "deals": deals, "done": 0, "is_undoing": True}
        ImportUnderWay.objects.update_or_create(club=club, defaults={**begun, "by": author, "worked_at": now})
        touch(club=club)
    return book_import


def undo_part(*, under_way: ImportUnderWay, now: datetime) -> None:
    """Take the next part out of an import that is being undone, in a transaction that has locked the club."""
    book_import = under_way.book_import
    signed: Signed = {"author": under_way.by, "now": now}
    taken = _take_out_next(book_import, signed)
    if not taken:
        under_way.delete()
        _end(book_import, signed)
        return
    under_way.done, under_way.worked_at = under_way.done + taken, now
    under_way.save(update_fields=["done", "worked_at"])


def _take_out_next(book_import: BookImport, signed: Signed) -> int:
    """Take the next deals of an import out of its evenings, or put back what it changed of others, one part's worth.

    Returns the number of deals, 0 if nothing is left.
    """
    return _take_out(book_import, signed) or put_back(book_import=book_import, most=MOST_DEALS, **signed)


def _end(book_import: BookImport, signed: Signed) -> None:
    """Say that nothing of an import stands any more."""
    book_import.undone_at, book_import.undone_by = signed["now"], signed["author"]
    book_import.save(update_fields=["undone_at", "undone_by"])
    note(club=book_import.club, kind=Kind.IMPORT_UNDONE, before=str(book_import.number), **signed)
    touch(club=book_import.club)


def _standing(book_import: BookImport) -> EntryQuerySet:
    """What stands of the import's deals, corrected ones too."""
    # A correction is another entry under the deal's number.
    of_import = ImportedDeal.objects.filter(
        book_import=book_import, entry__evening=OuterRef("evening"), entry__number=OuterRef("number")
    )
    of_evenings = Entry.objects.standing().filter(evening__imported__book_import=book_import)
    return of_evenings.filter(evening__removed_at=None).filter(Exists(of_import))


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


def _take_out(book_import: BookImport, signed: Signed) -> int:
    """Reverse as many of an import's deals as a part may have, and remove the evenings that this empties.

    Returns the number of deals.
    """
    evenings = _next_evenings(book_import)
    standing = _standing(book_import).filter(evening__in=evenings).select_related("evening", "table_version")
    # By season first, since what stands next to each other is reversed together.
    in_order = standing.prefetch_related("postings").order_by("season_id", "sequence")[:MOST_DEALS]
    entries = list(in_order)
    for season_id, of_season in groupby(entries, attrgetter("season_id")):
        _reverse(locked_season(season_id=season_id), list(of_season), book_import, signed)
    _remove_empty(evenings, signed)
    return len(entries)


def _next_evenings(book_import: BookImport) -> list[Evening]:
    """The first evenings of an import of which anything stands, as many as a part may have."""
    evenings = Evening.with_openings.filter(imported__book_import=book_import)
    # Asked of one after another until there are enough, not of all deals at once.
    with_deals = evenings.filter(Exists(_standing(book_import).filter(evening=OuterRef("pk"))))
    return list(with_deals.order_by("season", "number")[:MOST_EVENINGS])


def _reverse(season: Season, entries: Sequence[Entry], book_import: BookImport, signed: Signed) -> None:
    """Post the mirror images of a season's entries."""
    author = signed["author"]
    reason = TAKEN_OUT[season.club.language]
    key = uuid.uuid5(entries[0].key, f"undo {book_import.pk}")
    written = [(_reversal(entry, key, reason, signed), mirror_of(entry)) for entry in entries]
    writer = writer_number(club_id=season.club_id, user=author)
    numbers = dict(season.club.players.values_list("pk", "number"))
    place = replace(next_entry(evening=entries[0].evening, author=author), player_numbers=numbers, writer=writer)
    post_together(season=season, written=written, place=place)


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


def _remove_empty(evenings: Sequence[Evening], signed: Signed) -> None:
    """Remove those of some evenings in which nothing stands."""
    kept = set(Entry.objects.standing().filter(evening__in=evenings).values_list("evening_id", flat=True))
    for evening in evenings:
        if evening.pk not in kept:
            leave_out_evening(evening=evening)
            evening.removed_at = signed["now"]
            evening.save(update_fields=["removed_at"])
            told = {"evening": evening, "before": evening.date.isoformat()}
            note(club=evening.club, kind=Kind.EVENING_REMOVED, **told, **signed)
