"""Whose turn it is at a table of an evening: the next deal's number, its dealer, and who sits it out."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import OuterRef, Subquery

from ledger.models import Entry, Evening, EveningTotal, Posting, Seat
from ledger.models.book.journal import EntryQuerySet
from ledger.queries.evenings.seating import players_then, seats_now
from ledger.rules.deals.seating import LastDealt, next_dealer
from ledger.rules.evenings.seats import PlayedDeal, coming, sits_out


@dataclass(frozen=True)
class AtTable:
    """One table of an evening as it stands: who sits where, who deals next, and how far the evening has come.

    `seats` are clockwise with their players, `dealer` is the id of the next dealer, `number` that of the evening's next
    deal, `totals` are integer units in seat order. `last` is the table's last deal, played or not. `dealt` is the
    number of deals played there, if the evening has rounds. `history` decides who sits out; it is empty if only the
    dealer does. `tables` are the numbers of all the evening's tables.
    """

    evening: Evening
    table_number: int
    seats: Sequence[Seat]
    dealer: int
    number: int
    totals: Sequence[int]
    last: LastDealt[int] | None = None
    dealt: int = 0
    history: tuple[PlayedDeal[int], ...] = ()
    tables: tuple[int, ...] = ()

    @property
    def players(self) -> list[int]:
        """The players' ids in seat order."""
        return [seat.player_id for seat in self.seats]

    @property
    def names(self) -> dict[int, str]:
        """The players' names by id, in seat order."""
        return {seat.player_id: seat.player.name for seat in self.seats}

    @property
    def play(self) -> int:
        """The number of players in a deal."""
        return min(len(self.seats), self.evening.table_version.to_rules().seats.max)

    @property
    def sits_out(self) -> tuple[int, ...]:
        """Ids of the players who sit out the next deal, dealer first; empty if all play."""
        return sits_out(self.players, self.dealer, self.play, self.evening.rotation, self.history)

    @property
    def turn(self) -> tuple[int, ...]:
        """The dealer of the next deal and the others who sit it out, as the form of a new deal names them."""
        return self.sits_out or (self.dealer,)

    @property
    def dealer_name(self) -> str:
        """The next dealer's name."""
        return self.names[self.dealer]

    @property
    def sits_out_names(self) -> list[list[str]]:
        """The names of those who sit out each of the next deals, for a full round; empty if everybody plays."""
        return [[self.names[player] for player in away] for away in self.coming(len(self.seats)) if away]

    @property
    def round(self) -> tuple[int, int] | None:
        """The next deal's round and its place in it, both from 1; None without rounds."""
        size = self.evening.deals_per_round
        return (self.dealt // size + 1, self.dealt % size + 1) if size else None

    @property
    def is_between_rounds(self) -> bool:
        """Whether the last deal ended a round."""
        return self.dealt > 0 and self.round is not None and self.round[1] == 1

    def coming(self, deals: int) -> list[tuple[int, ...]]:
        """The players who sit out each of the next deals, if everybody stays and every deal is played."""
        return coming(self.players, self.dealer, self.play, self.evening.rotation, self.history, deals=deals)


def at_table(*, evening: Evening, table_number: int = 1) -> AtTable | None:
    """A table of an evening as it stands, None if nobody sits at it.

    Two queries; one more with rounds, two more if sitting out is evened out.
    """
    totals = EveningTotal.objects.filter(evening=evening, player=OuterRef("player"))
    deals = Entry.objects.filter(evening=evening).order_by("-number")
    every: list[Any] = list(
        seats_now(evening=evening)
        .annotate(points=Subquery(totals.values("points")[:1]), last_number=Subquery(deals.values("number")[:1]))
        .select_related("player")
        .order_by("table_number", "position")
    )
    seats = [seat for seat in every if seat.table_number == table_number]
    if not seats:
        return None
    last = last_dealt(evening=evening, table_number=table_number)
    return AtTable(
        evening=evening,
        table_number=table_number,
        seats=seats,
        dealer=next_dealer(last, [seat.player_id for seat in seats]),
        number=(seats[0].last_number or 0) + 1,
        totals=[seat.points or 0 for seat in seats],
        last=last,
        dealt=_deals_played(evening, table_number).count() if evening.deals_per_round else 0,
        history=history_of(evening=evening, table_number=table_number),
        tables=tuple(dict.fromkeys(seat.table_number for seat in every)),
    )


def tables_as_read(
    *, evening: Evening, seats: Mapping[int, Sequence[Seat]], standing: Sequence[Entry], number: int
) -> list[AtTable]:
    """Every table of an evening as it stands, from its seats, its standing deals in order, and the next deal's number.

    No query if the deals' postings are loaded.
    """
    totals = Counter[int | None]()
    for entry in standing:
        totals.update({posting.player_id: posting.points for posting in entry.in_seats})
    tables = []
    for table_number, seated in seats.items():
        here = [entry for entry in standing if entry.table_number == table_number]
        dealt = [entry for entry in here if entry.kind != Entry.Kind.ADJUSTMENT]
        played = [entry for entry in here if entry.kind in (Entry.Kind.DEAL, Entry.Kind.PASSED_OUT)]
        last = _how_dealt(dealt[-1] if dealt else None)
        table = AtTable(
            evening=evening,
            table_number=table_number,
            seats=seated,
            dealer=next_dealer(last, [seat.player_id for seat in seated]),
            number=number,
            totals=[totals[seat.player_id] for seat in seated],
            last=last,
            dealt=len(played) if evening.deals_per_round else 0,
            history=tuple(map(_played_deal, played)) if evening.rotation == Evening.Rotation.EVEN else (),
        )
        tables.append(table)
    return tables


def as_seen(*, table: AtTable, dealer: int, number: int, players: Sequence[int] | None = None) -> AtTable:
    """A table as somebody saw it before its deal of that number, with the dealer and players of then.

    Two queries if others sit there now, and at most four if deals were posted since.
    """
    seats = table.seats
    if players is not None and list(players) != [seat.player_id for seat in seats]:
        seats = _seats_again(table, players) or seats
    totals = table.totals if seats is table.seats else totals_of(evening=table.evening, seats=seats)
    then = replace(table, seats=seats, dealer=dealer, totals=totals)
    if number == table.number:
        return then
    return replace(
        then,
        last=last_dealt(evening=table.evening, table_number=table.table_number, before=number),
        history=history_of(evening=table.evening, table_number=table.table_number, before=number),
    )


def _seats_again(table: AtTable, players: Sequence[int]) -> list[Seat]:
    """Seats for some of the club's players in that order; empty if one is not the club's."""
    known = table.evening.club.players.in_bulk(players)
    if len(known) < len(players):
        return []
    return [
        Seat(evening=table.evening, table_number=table.table_number, position=position, player=known[player])
        for position, player in enumerate(players, start=1)
    ]


def totals_of(*, evening: Evening, seats: Sequence[Seat]) -> list[int]:
    """The evening's bottom lines of those in some seats, integer units in seat order; one query."""
    totals = dict(evening.totals.values_list("player_id", "points"))
    return [totals.get(seat.player_id, 0) for seat in seats]


def last_dealt(*, evening: Evening, table_number: int, before: int | None = None) -> LastDealt[int] | None:
    """How a table's last standing deal was dealt, or the last one `before` a number; one query.

    None if nobody is known to have dealt it.
    """
    # A voided deal is as if nobody had dealt it: the one before it decides.
    standing = Entry.objects.standing().filter(evening=evening, table_number=table_number)
    dealt = standing.exclude(kind=Entry.Kind.ADJUSTMENT).order_by("-number")
    if before is not None:
        dealt = dealt.filter(number__lt=before)
    last = dealt.values("pk")[:1]
    seated = Posting.objects.filter(entry=Subquery(last), player__isnull=False).order_by("seat")
    rows = list(seated.values_list("player_id", "entry__kind", "entry__deal"))
    dealer = rows[0][2].get("dealer") if rows else None
    if dealer is None:
        return None
    return LastDealt(int(dealer), tuple(player for player, *_ in rows), again=rows[0][1] == Entry.Kind.NOT_PLAYED)


def _how_dealt(entry: Entry | None) -> LastDealt[int] | None:
    """How a deal was dealt; None if there is none, or nobody is known to have dealt it."""
    dealer = entry.deal.get("dealer") if entry else None
    if entry is None or dealer is None:
        return None
    return LastDealt(int(dealer), tuple(players_then(entry=entry)), again=entry.kind == Entry.Kind.NOT_PLAYED)


def history_of(*, evening: Evening, table_number: int, before: int | None = None) -> tuple[PlayedDeal[int], ...]:
    """The standing deals of a table, or those `before` a number, that decide who sits out next.

    Two queries; none, and empty, if only the dealer decides.
    """
    if evening.rotation != Evening.Rotation.EVEN:
        return ()
    dealt = _deals_played(evening, table_number).order_by("number").with_players()
    if before is not None:
        dealt = dealt.filter(number__lt=before)
    return tuple(map(_played_deal, dealt))


def _deals_played(evening: Evening, table_number: int) -> EntryQuerySet:
    """The standing deals of a table that were played or passed out."""
    return Entry.objects.standing().dealt().filter(evening=evening, table_number=table_number)


def _played_deal(entry: Entry) -> PlayedDeal[int]:
    seated = {posting.player_id: posting.role for posting in entry.in_seats if posting.player_id is not None}
    in_play = tuple(player for player, role in seated.items() if role != "sits_out")
    return PlayedDeal(tuple(seated), int(entry.deal.get("dealer") or in_play[0]), in_play)
