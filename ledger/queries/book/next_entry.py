"""What the next entry of a book depends on, queried at once by whatever is about to write it."""

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Exists, FilteredRelation, Q, Subquery

from ledger.models import Entry, Evening, EveningClosing, Player, Season, Seat, Writer
from ledger.models.book.journal import Numbers, OwnNumbers

NO_KEY = uuid.UUID(int=0)  # that stands for no entry
ASKED = (
    *("table_version", "removed_at", "closing", "is_stored", "last_number", "writer", "club__moved_to"),
    *("seat__player", "seat__player__number", "seat__player__club", "seat__player__forgotten_at"),
)


@dataclass(frozen=True, kw_only=True)
class NextEntry:
    """The state of an evening and its season's book before the next entry; it cannot change under the season's lock.

    `version` is the id of the evening's version, None if the evening is removed. `is_stored` says whether the key in
    question stands for an entry already. `number` is that of the evening's next deal, one more than the highest
    ever given: nothing is put in between. `players` are the ids of those at the table in seat order, `player_numbers`
    the club's own numbers of them by id; `has_forgotten` says whether one of them was forgotten. `writer` is the
    author's own number in the club, None for a new writer. `moved_to` is where the club has moved to, if it has.
    """

    version: int | None
    is_approved: bool
    is_stored: bool
    number: int
    players: list[int]
    player_numbers: Mapping[int, int]
    writer: int | None
    moved_to: str
    has_forgotten: bool = False


def next_entry(*, evening: Evening, author: User, table_number: int = 1, key: uuid.UUID = NO_KEY) -> NextEntry:
    """What the next entry of a table of an evening depends on; one query, a row for everyone who sits there."""
    seatings = Seat.objects.filter(evening=evening).order_by("-seating")
    closings = EveningClosing.objects.filter(evening=evening).order_by("-number")
    deals = Entry.objects.filter(evening=evening).order_by("-number")
    writers = Writer.objects.filter(club=evening.club_id, user=author)
    here = Q(seats__table_number=table_number, seats__seating=Subquery(seatings.values("seating")[:1]))
    # Removed ones too, or there would be no row to say so; an outer join, so that an empty table has one.
    asked = Evening.everything.filter(pk=evening.pk).annotate(
        closing=Subquery(closings.values("kind")[:1]),
        is_stored=Exists(Entry.objects.filter(key=key)),
        last_number=Subquery(deals.values("number")[:1]),
        writer=Subquery(writers.values("number")[:1]),
        seat=FilteredRelation("seats", condition=here),
    )
    rows: list[Any] = list(asked.order_by("seat__position").values_list(*ASKED))
    version, removed_at, closing, is_stored, number, writer, moved_to, *_ = rows[0]
    seated = [(player, own_number, club) for *_, player, own_number, club, _ in rows if player is not None]
    player_numbers = {player: own_number for player, own_number, club in seated if club == evening.club_id}
    if removed_at:
        version = None
    return NextEntry(
        version=version,
        is_approved=closing == EveningClosing.Kind.APPROVED,
        is_stored=is_stored,
        number=(number or 0) + 1,
        players=[player for player, _, _ in seated],
        player_numbers=player_numbers,
        writer=writer,
        moved_to=moved_to,
        has_forgotten=any(forgotten_at for *_, forgotten_at in rows),
    )


def numbers_of(*, club_id: int) -> OwnNumbers:
    """All numbers of a club; four queries."""
    players = Player.objects.filter(club=club_id).values_list("pk", "number")
    seasons = Season.objects.filter(club=club_id).values_list("pk", "number")
    evenings = Evening.everything.filter(club=club_id).values_list("pk", "number")
    writers = Writer.objects.filter(club=club_id).values_list("user_id", "number")
    return OwnNumbers(
        players=Numbers(players),
        seasons=Numbers(seasons),
        evenings=Numbers(evenings),
        writers=Numbers(writers),
    )


def numbers_of_players(*, club_id: int, players: Iterable[int]) -> dict[int, int]:
    """Numbers of some of a club's players by id; one query."""
    return dict(Player.objects.filter(club=club_id, pk__in=list(players)).values_list("pk", "number"))
