"""The entries of a season with their shares, read some at a time: a season may have many thousands."""

from collections.abc import Iterator
from datetime import date, datetime
from itertools import groupby, starmap
from operator import itemgetter
from typing import Any, NamedTuple
from uuid import UUID

from ledger.models import Entry, Posting, Season
from ledger.models.book.journal import Share
from ledger.queries.site.snapshot import in_pieces

ENTRIES_AT_A_TIME = 100
SHARES_AT_A_TIME = 5 * ENTRIES_AT_A_TIME  # as an entry has four or five, and PostgreSQL's client works at each fetch


class BookEntry(NamedTuple):
    """An entry of the book; the fields are an entry's look-ups."""

    key: UUID
    sequence: int
    kind: str
    evening__number: int
    evening__date: date
    number: int
    table_version_id: int
    deal: dict[str, Any]
    reason: str
    received_at: datetime
    author_id: int
    reverses_id: UUID | None
    replaces_id: UUID | None
    imported__doubt: str | None


def entries_with_shares(season: Season) -> Iterator[tuple[BookEntry, list[Share]]]:
    """Every entry of a season in the book's order, with its shares in seat order; two queries read side by side."""
    entries = Entry.objects.filter(season=season).order_by("sequence").values_list(*BookEntry._fields)
    shares = Posting.objects.filter(entry__season=season).order_by("entry__sequence", "seat")
    told = shares.values_list("entry__sequence", *Share._fields)
    by_entry = groupby(in_pieces(told, SHARES_AT_A_TIME), key=itemgetter(0))
    in_order = starmap(BookEntry, in_pieces(entries, ENTRIES_AT_A_TIME))
    for entry, (sequence, its_own) in zip(in_order, by_entry, strict=True):
        assert entry.sequence == sequence
        yield entry, [Share(*share[1:]) for share in its_own]
