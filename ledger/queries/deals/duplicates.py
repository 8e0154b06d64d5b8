"""Possible duplicates: hands that may have been entered twice, perhaps from two phones; pointed out, never dropped."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from ledger.models import Entry
from ledger.models.scoring import canonical_json
from ledger.rules.deals.kinds import kind_of

MOST_APART = timedelta(minutes=10)
DIFFERS = {"dealer", "note"}  # the second phone has the next dealer already, and another's words


def repeats(*, entries: Iterable[Entry]) -> dict[int, int]:
    """Possible duplicates among an evening's standing deals: the earlier deal's number by the later one's; no query.

    `entries` are in the order of their numbers. A duplicate equals a deal of the same table within ten minutes; of
    several such deals the nearest counts.
    """
    repeats: dict[int, int] = {}
    alike: dict[str, dict[datetime, Entry]] = {}
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
    moments = entry.received_at - MOST_APART, entry.received_at + MOST_APART
    at_table = Entry.objects.standing().filter(evening=entry.evening_id, table_number=entry.table_number)
    close = at_table.filter(received_at__range=moments).order_by("number")
    what_counts = _what_counts(entry)
    alike = [deal for deal in close if _what_counts(deal) == what_counts]
    return repeats(entries=alike).get(entry.number)


def _what_counts(entry: Entry) -> dict[str, Any]:
    """A deal without what may differ if one hand is entered twice."""
    return {key: value for key, value in entry.deal.items() if key not in DIFFERS}


def _is_close(entry: Entry, other: Entry) -> bool:
    # Entries of the very same moment were pasted together and are no duplicates of each other.
    return timedelta() < abs(entry.received_at - other.received_at) <= MOST_APART
