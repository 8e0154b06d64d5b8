"""The seats at an evening's tables: now, at first, and when a deal was played."""

from django.db.models import QuerySet, Subquery

from ledger.models import Entry, Evening, Seat


def seats_now(*, evening: Evening | int) -> QuerySet[Seat]:
    """The seats of every table of an evening now."""
    seated = Seat.objects.filter(evening=evening)
    return seated.filter(seating=Subquery(seated.order_by("-seating").values("seating")[:1]))


def tables_of(*, evening: Evening, seating: int | None = None) -> dict[int, list[Seat]]:
    """The seats at every table, now or in an earlier seating, clockwise, with their players; one query."""
    seats = seats_now(evening=evening) if seating is None else evening.seats.filter(seating=seating)
    tables: dict[int, list[Seat]] = {}
    for seat in seats.select_related("player").order_by("table_number", "position"):
        seat.evening = evening
        tables.setdefault(seat.table_number, []).append(seat)
    return tables


def ids_at(*, evening: Evening, seating: int | None = None) -> dict[int, list[int]]:
    """Player ids at every table, now or in an earlier seating, clockwise; one query."""
    tables = tables_of(evening=evening, seating=seating)
    return {number: [seat.player_id for seat in seats] for number, seats in tables.items()}


def seats_of(*, evening: Evening, table_number: int = 1) -> list[Seat]:
    """The seats of one table now, clockwise, with their players; empty if there is no such table; one query."""
    return tables_of(evening=evening).get(table_number, [])


def first_seats(*, evening: Evening) -> list[Seat]:
    """The seats of table 1 in the first seating, clockwise, with their players; one query."""
    seated = Seat.objects.filter(evening=evening, table_number=1)
    first = seated.filter(seating=Subquery(seated.order_by("seating").values("seating")[:1]))
    return list(first.select_related("player").order_by("position"))


def seats_then(*, entry: Entry) -> list[Seat]:
    """The seats of an entry's deal, clockwise, with their players; no query if its postings are loaded."""
    return [
        Seat(evening=entry.evening, table_number=entry.table_number, position=posting.seat, player=posting.player)
        for posting in entry.in_seats
        if posting.player_id is not None
    ]


def players_then(*, entry: Entry) -> list[int]:
    """Ids of the players at the table of an entry's deal, in seat order; no query if its postings are loaded."""
    return [posting.player_id for posting in entry.in_seats if posting.player_id is not None]
