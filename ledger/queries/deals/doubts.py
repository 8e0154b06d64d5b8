"""Deals in doubt: booked so from an old book, or perhaps entered twice."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from ledger.models import Club, Entry, Evening, ImportedDeal, Season
from ledger.models.scoring import canonical_json
from ledger.rules.imports.verdict.findings import title_of
from ledger.rules.site.labels import Label

COLUMNS = (
    "entry__evening_id",
    "entry__evening__number",
    "entry__evening__date",
    "entry__number",
    "sheet",
    "row",
    "doubt",
)


class DoubtfulDeal(NamedTuple):
    """A deal in doubt: its evening, by id, number and day, its number there, its place in the old book and why.

    `players` are the ids of those who have points of it, None for the house.
    """

    evening_id: int
    evening: int
    day: date
    number: int
    sheet: int
    row: int
    kind: str
    players: set[int | None]

    @property
    def title(self) -> Label:
        """What is in doubt."""
        return title_of(self.kind)


def doubts_among(
    *,
    club: Club,
    seasons: Iterable[Season] | None = None,
    evenings: Iterable[int] | None = None,
    deal: tuple[Evening, int] | None = None,
) -> list[DoubtfulDeal]:
    """The deals in doubt of a club, or of some of its seasons, its evenings by id, or one deal by its number.

    The latest evening comes first.
    One query; none for a club that was read with `has_doubts` and has none.
    """
    if not getattr(club, "has_doubts", True):
        return []
    rows = ImportedDeal.objects.exclude(doubt="").filter(season__club=club, entry__reversed_by__reverses=None)
    if seasons is not None:
        rows = rows.filter(season__in=seasons)
    if evenings is not None:
        rows = rows.filter(entry__evening__in=evenings)
    if deal is not None:
        rows = rows.filter(entry__evening=deal[0], entry__number=deal[1])
    rows = rows.order_by("-entry__evening__date", "-entry__evening__number", "entry__number")
    deals: dict[tuple[Any, ...], DoubtfulDeal] = {}
    for *columns, player in rows.values_list(*COLUMNS, "entry__postings__player_id"):
        key = tuple(columns)
        if key not in deals:
            deals[key] = DoubtfulDeal._make([*columns, set()])
        deals[key].players.add(player)
    return list(deals.values())


def players_in_doubt(doubts: Iterable[DoubtfulDeal]) -> set[int | None]:
    """The ids of everybody whose points are in doubt."""
    return set[int | None]().union(*(deal.players for deal in doubts))


# Possible duplicates: hands that may have been entered twice, perhaps from two phones; pointed out, never dropped.


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
        if entry.kind in (Entry.Kind.PASSED_OUT, Entry.Kind.NOT_PLAYED):  # alike every time, and often twice running
            continue
        what_counts = {key: value for key, value in entry.deal.items() if key not in DIFFERS}
        content = canonical_json([entry.table_number, what_counts])
        # One of each moment, the last by number: deals that were pasted together may be alike by the thousand.
        earlier = alike.setdefault(content, {})
        # Earlier by number but perhaps not by the clock: of two phones at once the first to send may come second, and
        # a correction is later than its number.
        for moment, other in reversed(earlier.items()):
            # Entries of the very same moment were pasted together and are no duplicates of each other.
            if timedelta() < abs(entry.received_at - moment) <= MOST_APART:
                repeats[entry.number] = other.number
                break
        earlier.pop(entry.received_at, None)
        earlier[entry.received_at] = entry
    return repeats


def repeated_deal(*, entry: Entry) -> int | None:
    """The number of the deal that a standing one may repeat, or None; one query."""
    moments = entry.received_at - MOST_APART, entry.received_at + MOST_APART
    at_table = Entry.objects.standing().filter(evening=entry.evening_id, table_number=entry.table_number)
    return repeats(entries=at_table.filter(received_at__range=moments).order_by("number")).get(entry.number)
