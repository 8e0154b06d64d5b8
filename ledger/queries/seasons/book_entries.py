"""The entries of a season, read some at a time: a season may have many thousands."""

from collections.abc import Iterator
from typing import Any

from django.db.models import F

from ledger.models import Entry, Season
from ledger.queries.site.snapshot import in_pieces

ENTRIES_AT_A_TIME = 500


def entries_of_book(season: Season) -> Iterator[Any]:
    """Every entry of a season in the book's order, each with its evening, its postings and the `doubt` it is in."""
    entries = Entry.objects.filter(season=season).order_by("sequence").select_related("evening").with_players()
    return in_pieces(entries.annotate(doubt=F("imported__doubt")), ENTRIES_AT_A_TIME)
