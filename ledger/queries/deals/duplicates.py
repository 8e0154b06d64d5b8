"""Possible duplicates: hands that may have been entered twice, perhaps from two phones; pointed out, never dropped."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import starmap
from typing import Any, NamedTuple, Protocol

from django.db.models import QuerySet

from ledger.models import Entry
from ledger.models.scoring.scoring_tables import canonical_json
from ledger.rules.deals.kinds import kind_of

MOST_APART = timedelta(minutes=10)
DIFFERS = {"dealer", "note"}  # the second phone has the next dealer already, and another's words


class ReceivedDeal(Protocol):
    """What tells whether a deal may repeat another: its number, table, moment and what was played."""

    @property
    def number(self) -> int: ...
    @property
    def table_number(self) -> int: ...
    @property
    def received_at(self) -> datetime: ...
    @property
    def deal(self) -> dict[str, Any]: ...


class _Deal(NamedTuple):
    number: int
    table_number: int
    received_at: datetime
    deal: dict[str, Any]


def repeats(*, entries: Iterable[ReceivedDeal]) -> dict[int, int]:
    """Possible duplicates among an evening's standing deals: the earlier deal's number by the later one's; no query.

    `entries` are in the order of their numbers. A duplicate equals a deal of the same table within ten minutes; of
    several such deals the nearest counts.
    """
    repeats: dict[int, int] = {}
    alike: dict[str, dict[datetime, ReceivedDeal]] = {}
    for entry in entries:
        if not kind_of(entry.deal).has_points:  # alike every time, and often twice running
            continue
        content = canonical_json([entry.table_number, _what_counts(entry)])
        # One of each moment, the last by number: deals that were pasted together may be alike by the thousand.
        earlier = alike.setdefault(content, {})
        # Earlier by number but perhaps not by the clock: of two phones at once the first to send may come second, and
        # a correction is later than its number.
        before = next((other for other in reversed(earlier.values()) if _is_close(entry, other)), None)
        if before:
            repeats[entry.number] = before.number
        earlier.pop(entry.received_at, None)
        earlier[entry.received_at] = entry
    return repeats


def repeated_deal(*, entry: Entry) -> int | None:
    """The number of the deal that a standing one may repeat, or None; one query."""
    earliest, latest = entry.received_at - MOST_APART, entry.received_at + MOST_APART
    close = _deals_between(evening=entry.evening_id, table_number=entry.table_number, earliest=earliest, latest=latest)
    what_counts = _what_counts(entry)
    alike = [deal for deal in starmap(_Deal, close) if _what_counts(deal) == what_counts]
    return repeats(entries=alike).get(entry.number)


def _deals_between(
    *, evening: int, table_number: int, earliest: datetime, latest: datetime
) -> "QuerySet[Entry, tuple[int, int, datetime, dict[str, Any]]]":
    """The standing deals of a table that were received between two moments, in the order of their numbers."""
    entries = Entry.objects.standing().filter(evening=evening, table_number=table_number)
    there = entries.filter(received_at__gte=earliest, received_at__lte=latest).order_by("number")
    return there.values_list("number", "table_number", "received_at", "deal")


def _what_counts(entry: ReceivedDeal) -> dict[str, Any]:
    """A deal without what may differ if one hand is entered twice."""
    return {key: value for key, value in entry.deal.items() if key not in DIFFERS}


def _is_close(entry: ReceivedDeal, other: ReceivedDeal) -> bool:
    # Entries of the very same moment were pasted together and are no duplicates of each other.
    return timedelta() < abs(entry.received_at - other.received_at) <= MOST_APART
