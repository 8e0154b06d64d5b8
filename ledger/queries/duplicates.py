"""Deals that may be one hand entered twice, from two phones perhaps: told, never dropped."""

from collections.abc import Iterable
from datetime import timedelta

from ledger.models import Entry
from ledger.models.tables import canonical_json

MOST_APART = timedelta(minutes=10)
DIFFERS = {"dealer", "note"}  # the second phone has the next dealer already, and another's words
NEVER = {"passed_out", "not_played"}  # alike every time, and often twice running


def repeats(*, entries: Iterable[Entry]) -> dict[int, int]:
    """Which of an evening's standing deals say the same as an earlier one of their table, within ten minutes of it.

    `entries` in the order of their numbers; gives the number of the earlier deal by that of the later. Lines pasted
    together came in one moment and are no duplicates. No query.
    """
    found: dict[int, int] = {}
    last: dict[str, Entry] = {}
    for entry in entries:
        if entry.deal["kind"] in NEVER:
            continue
        said = canonical_json([entry.table_number, {k: v for k, v in entry.deal.items() if k not in DIFFERS}])
        before = last.get(said)
        if before and timedelta() < entry.received_at - before.received_at <= MOST_APART:
            found[entry.number] = before.number
        last[said] = entry
    return found


def repeated_by(*, entry: Entry) -> int | None:
    """The number of the deal that a standing one may repeat; one query."""
    close = (entry.received_at - MOST_APART, entry.received_at)
    standing = Entry.objects.standing().filter(evening=entry.evening_id, received_at__range=close)
    return repeats(entries=standing.order_by("number")).get(entry.number)
