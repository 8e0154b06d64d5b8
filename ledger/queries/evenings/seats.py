"""Who sits where at an evening's tables: now, at first, and when a deal in the book was played."""

from django.db.models import QuerySet, Subquery

from ledger.models import Entry, Evening, Seat
from ledger.queries.site.compiled import compiled_once


def seats_now(*, evening: Evening | int) -> QuerySet[Seat]:
    """The seats of every table of an evening as it sits now."""
    seated = Seat.objects.filter(evening=evening)
    return seated.filter(seating=Subquery(seated.order_by("-seating").values("seating")[:1]))


def tables_of(*, evening: Evening, seating: int | None = None) -> dict[int, list[Seat]]:
    """How an evening sits now, or sat when it was seated so many times; one query.

    The seats of every table clockwise, with their players.
    """
    if seating is None:
        seats = _seats_now(evening=evening.pk)
    else:
        seats = list(_at_tables(evening.seats.filter(seating=seating)))
    tables: dict[int, list[Seat]] = {}
    for seat in seats:
        seat.evening = evening
        tables.setdefault(seat.table_number, []).append(seat)
    return tables


@compiled_once
def _seats_now(*, evening: int) -> QuerySet[Seat]:
    return _at_tables(seats_now(evening=evening))


def _at_tables(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    return seats.select_related("player").order_by("table_number", "position")


def ids_at(*, evening: Evening, seating: int | None = None) -> dict[int, list[int]]:
    """Who sits at each table of an evening now, or sat when it was seated so many times, by id clockwise; one query."""
    tables = tables_of(evening=evening, seating=seating)
    return {number: [seat.player_id for seat in seats] for number, seats in tables.items()}


def seats_of(*, evening: Evening, table_number: int = 1) -> list[Seat]:
    """The seats of one table as it sits now, clockwise, with their players; empty for no such table; one query."""
    return tables_of(evening=evening).get(table_number, [])


def first_seats(*, evening: Evening) -> list[Seat]:
    """The seats of table 1 as it first sat, clockwise, with their players; one query."""
    seated = Seat.objects.filter(evening=evening, table_number=1)
    first = seated.filter(seating=Subquery(seated.order_by("seating").values("seating")[:1]))
    return list(first.select_related("player").order_by("position"))


def seats_then(*, entry: Entry) -> list[Seat]:
    """The seats of a deal in the book, clockwise, with their players; no query when its postings are loaded."""
    postings = [posting for posting in entry.postings.all() if posting.player_id is not None]
    return [
        Seat(evening=entry.evening, table_number=entry.table_number, position=posting.seat, player=posting.player)
        for posting in sorted(postings, key=lambda posting: posting.seat)
    ]


def players_then(*, entry: Entry) -> list[int]:
    """Who was at the table of a deal in the book, as ids in seat order; no query when its postings are loaded."""
    postings = sorted(entry.postings.all(), key=lambda posting: posting.seat)
    return [posting.player_id for posting in postings if posting.player_id is not None]
