"""What is needed at the table: who sits where, whose deal it is, what a deal would pay."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Max, QuerySet, Subquery

from ledger.models import Entry, Evening, Seat, TableVersion
from ledger.rules.deals.explaining import sentence
from ledger.rules.deals.reading import deal_data, read_deal
from ledger.rules.deals.seating import LastDealt, next_dealer
from ledger.rules.deals.settling import settle
from ledger.rules.evenings.rotation import PlayedDeal, coming
from ledger.rules.site.refusal import Refusal, gettext_noop


@dataclass(frozen=True)
class Priced:
    """A deal and what it pays, before or after it is in the book.

    `deal` is the deal as data with player ids as text. `units` (integer units of the season) and `roles` hold
    everyone at the table in seat order by player id; `tricks` a player's own where the deal keeps them. `house`
    is the balance of a game that is not zero-sum among the players.
    """

    deal: dict[str, Any]
    units: dict[int, int]
    house: int
    roles: dict[int, str]
    tricks: dict[int, int]


@dataclass(frozen=True)
class AtTable:
    """One table of an evening as it stands: who sits where, who deals next, and how far the evening has come.

    `seats` are clockwise with their players, `dealer` the player id of the dealer to come, `number` that of the
    evening's next deal, `totals` integer units per player in seat order. `last` tells of the table's last deal, played
    or not; `dealt` counts those that were played there, where the evening has rounds; `history` is what decides who
    sits out, empty where that is a matter of the dealer alone.
    """

    evening: Evening
    table_number: int
    seats: Sequence[Seat]
    dealer: int
    number: int
    totals: Sequence[int]
    last: LastDealt | None = None
    dealt: int = 0
    history: tuple[PlayedDeal, ...] = ()

    @property
    def players(self) -> list[str]:
        """The players' ids, as deals write them, in seat order."""
        return [str(seat.player_id) for seat in self.seats]

    @property
    def names(self) -> dict[str, str]:
        """The players' names by id in seat order."""
        return {str(seat.player_id): seat.player.name for seat in self.seats}

    @property
    def play(self) -> int:
        """How many of those who sit there play a deal."""
        return min(len(self.seats), self.evening.table_version.to_rules().seats.max)

    @property
    def sits_out(self) -> tuple[str, ...]:
        """The ids, as deals write them, of those who sit out the next deal, the dealer first; empty where all play."""
        return self.coming(1)[0]

    @property
    def turn(self) -> tuple[str, ...]:
        """Whose turn the next deal is, as the form of a new deal says it: the dealer, then who else sits out."""
        return self.sits_out or (str(self.dealer),)

    @property
    def forehand(self) -> str:
        """The id, as deals write it, of who sits left of the dealer among those who play the next deal."""
        players, away = self.players, self.sits_out
        at = players.index(str(self.dealer))
        return next(player for player in (*players[at + 1 :], *players[: at + 1]) if player not in away)

    @property
    def dealer_name(self) -> str:
        """Who deals next, by name."""
        return self.names[str(self.dealer)]

    @property
    def forehand_name(self) -> str:
        """Who leads in the next deal, by name."""
        return self.names[self.forehand]

    @property
    def sits_out_names(self) -> list[list[str]]:
        """Who sits out the next deals, a full round of them, by name; empty where everybody plays."""
        return [[self.names[player] for player in away] for away in self.coming(len(self.seats)) if away]

    @property
    def round(self) -> tuple[int, int] | None:
        """The next deal's round and its place there, both from 1; None where the evening is not played in rounds."""
        size = self.evening.deals_per_round
        return (self.dealt // size + 1, self.dealt % size + 1) if size else None

    @property
    def is_between_rounds(self) -> bool:
        """Whether the last deal ended a round."""
        return self.dealt > 0 and self.round is not None and self.round[1] == 1

    def coming(self, deals: int) -> list[tuple[str, ...]]:
        """Who sits out each of the next deals, when everybody stays and every deal is played."""
        way = self.evening.rotation
        return coming(self.players, str(self.dealer), self.play, way, self.history, deals)


def at_table(*, evening: Evening, table_number: int = 1) -> AtTable | None:
    """A table of an evening as it stands, None where nobody sits at it.

    Five queries; one more where the evening has rounds, two where who sits out is evened out.
    """
    seats = seats_of(evening=evening, table_number=table_number)
    return _at_table(evening, seats, next_number(evening=evening)) if seats else None


def as_seen(*, table: AtTable, dealer: int, number: int, players: Sequence[int] | None) -> AtTable:
    """A table as somebody saw it before its deal of that number: who was to deal, sat there and sits out then.

    Two queries where others sit there now, and at most four where deals have come since.
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
    """Seats of some of the club's players in that order; empty where one is not the club's."""
    known = table.evening.club.players.in_bulk(players)
    if len(known) < len(players):
        return []
    return [
        Seat(evening=table.evening, table_number=table.table_number, position=position, player=known[player])
        for position, player in enumerate(players, start=1)
    ]


def tables_at(*, evening: Evening) -> list[AtTable]:
    """Every table of an evening as it stands; two queries, and per table as `at_table`."""
    number = next_number(evening=evening)
    return [_at_table(evening, seats, number) for seats in tables_of(evening=evening).values()]


def _at_table(evening: Evening, seats: Sequence[Seat], number: int) -> AtTable:
    last = last_dealt(evening=evening, table_number=seats[0].table_number)
    return AtTable(
        evening=evening,
        table_number=seats[0].table_number,
        seats=seats,
        dealer=int(next_dealer(last, [str(seat.player_id) for seat in seats])),
        number=number,
        totals=totals_of(evening=evening, seats=seats),
        last=last,
        dealt=_dealt(evening, seats[0].table_number).count() if evening.deals_per_round else 0,
        history=history_of(evening=evening, table_number=seats[0].table_number),
    )


def history_of(*, evening: Evening, table_number: int, before: int | None = None) -> tuple[PlayedDeal, ...]:
    """What decides who sits out next at a table: its deals that stand, perhaps only those `before` a number.

    Two queries; none, and empty, where it is a matter of the dealer alone.
    """
    if evening.rotation != Evening.Rotation.EVEN:
        return ()
    dealt = _dealt(evening, table_number).order_by("number").prefetch_related("postings")
    return tuple(_played(entry) for entry in (dealt if before is None else dealt.filter(number__lt=before)))


def _dealt(evening: Evening, table_number: int) -> QuerySet[Entry]:
    """The deals of a table that stand and were played, if only to be passed out."""
    return Entry.objects.standing().dealt().filter(evening=evening, table_number=table_number)


def _played(entry: Entry) -> PlayedDeal:
    lines = [line for line in entry.postings.all() if line.player_id is not None]
    seated = [str(line.player_id) for line in sorted(lines, key=lambda line: line.seat)]
    away = {str(line.player_id) for line in lines if line.role == "sits_out"}
    in_play = tuple(player for player in seated if player not in away)
    return PlayedDeal(tuple(seated), entry.deal.get("dealer") or in_play[0], in_play)


def seats_now(*, evening: Evening) -> QuerySet[Seat]:
    """The seats of every table of an evening as it sits now."""
    seated = Seat.objects.filter(evening=evening)
    return seated.filter(seating=Subquery(seated.order_by("-seating").values("seating")[:1]))


def tables_of(*, evening: Evening, seating: int | None = None) -> dict[int, list[Seat]]:
    """How an evening sits now, or sat when it was seated so many times; one query.

    The seats of every table clockwise, with their players.
    """
    seats = seats_now(evening=evening) if seating is None else evening.seats.filter(seating=seating)
    tables: dict[int, list[Seat]] = {}
    for seat in seats.select_related("player").order_by("table_number", "position"):
        tables.setdefault(seat.table_number, []).append(seat)
    return tables


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
    lines = [line for line in entry.postings.all() if line.player_id is not None]
    return [
        Seat(evening=entry.evening, table_number=entry.table_number, position=line.seat, player=line.player)
        for line in sorted(lines, key=lambda line: line.seat)
    ]


def price(*, players: Sequence[int], evening: Evening, version: TableVersion, deal: Mapping[str, Any]) -> Priced:
    """What a deal pays `players`, ids in seat order, in an evening's season under a table version; no query.

    Raises Refusal, with the deal's own key as `field`, for a deal that nobody can have played there or that the
    table does not price.
    """
    table, names = version.to_rules(), [str(player) for player in players]
    played = read_deal(deal, table, names)
    settlement = settle(played, version.tariff(), names)
    scale = units_per_point_unit(season_denominator=evening.season.unit_denominator, version=version)
    data = deal_data(played)
    return Priced(
        deal=data,
        units={int(player): settlement.units[player] * scale for player in names},
        house=settlement.house * scale,
        roles={int(player): settlement.roles[player] for player in names},
        tricks=own_tricks(data),
    )


@dataclass(frozen=True)
class Preview:
    """What a deal would pay before it is saved: (player's name, integer units) in seat order, and why."""

    points: tuple[tuple[str, int], ...]
    house: int
    why: str


def preview(
    *, seats: Sequence[Seat], evening: Evening, version: TableVersion, deal: Mapping[str, Any], language: str
) -> Preview:
    """A deal priced for those who sit there and explained, without storing anything. Raises Refusal as `price`."""
    players = [seat.player_id for seat in seats]
    priced = price(players=players, evening=evening, version=version, deal=deal)
    names = {str(seat.player_id): seat.player.name for seat in seats}
    return Preview(
        points=tuple((names[str(player)], units) for player, units in priced.units.items()),
        house=priced.house,
        why=why(version=version, deal=priced.deal, players=names, language=language),
    )


def trial(*, version: TableVersion, deal: Mapping[str, Any], players: Sequence[str], language: str) -> Preview:
    """A deal that nobody played, settled and explained, in the version's own units; `players` are names in seat order.

    Raises Refusal as `price`; no query.
    """
    scoring_table = version.to_rules()
    played = read_deal(deal, scoring_table, players)
    settlement = settle(played, version.tariff(), players)
    return Preview(
        points=tuple(settlement.units.items()),
        house=settlement.house,
        why=sentence(played, scoring_table, settlement, language),
    )


def tariff_for_page(*, version: TableVersion, season_denominator: int) -> dict[str, Any]:
    """The tariff as a page looks payouts up in it, with what turns its units into the points that the page shows."""
    return {
        **version.tariff().as_json(),
        "seats": version.to_rules().seats.max,
        "scale": units_per_point_unit(season_denominator=season_denominator, version=version),
        "season_denominator": season_denominator,
    }


def next_number(*, evening: Evening) -> int:
    """The number the evening's next deal will get; one query."""
    last = Entry.objects.filter(evening=evening).aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


def totals_of(*, evening: Evening, seats: Sequence[Seat]) -> list[int]:
    """The evening's bottom line of everyone who sits there, integer units in seat order; one query."""
    totals = dict(evening.totals.values_list("player_id", "points"))
    return [totals.get(seat.player_id, 0) for seat in seats]


def units_per_point_unit(*, season_denominator: int, version: TableVersion) -> int:
    """How many season units make one unit of the table: 8 when the season counts eighths and the table points.

    Raises Refusal when the table counts in smaller units than the season's book can hold.
    """
    scale, rest = divmod(season_denominator, version.to_rules().unit_denominator)
    if rest:
        message = gettext_noop("This table counts in smaller parts of a point than the season's book.")
        raise Refusal(message, field="table_version")
    return scale


def why(*, version: TableVersion, deal: Mapping[str, Any], players: Mapping[str, str], language: str) -> str:
    """One sentence and its arithmetic for a deal in the book; `players` names everyone at the table in seat order."""
    table, seats = version.to_rules(), list(players)
    played = read_deal(deal, table, seats)
    return sentence(played, table, settle(played, version.tariff(), seats), language, players)


def last_dealt(*, evening: Evening, table_number: int, before: int | None = None) -> LastDealt | None:
    """How the last of a table's deals that stand was dealt, perhaps of those `before` a number; at most two queries.

    A voided one is as if nobody had dealt it. None too where nobody is known to have dealt it.
    """
    standing = Entry.objects.standing().filter(evening=evening, table_number=table_number)
    dealt = standing.exclude(kind=Entry.Kind.ADJUSTMENT).order_by("-number")
    last = (dealt if before is None else dealt.filter(number__lt=before)).first()
    dealer = last.deal.get("dealer") if last else None
    if last is None or dealer is None:
        return None
    seats = tuple(str(player) for player in players_of(entry=last))
    return LastDealt(dealer, seats, again=last.kind == Entry.Kind.NOT_PLAYED)


def players_of(*, entry: Entry) -> list[int]:
    """Who was at the table of a deal in the book, as ids in seat order; one query."""
    seated = entry.postings.filter(player__isnull=False).order_by("seat")
    return list(seated.values_list("player_id", flat=True))


def own_tricks(data: Mapping[str, Any]) -> dict[int, int]:
    """The tricks that each took alone, by player id, in a deal where that counts; `data` as the book keeps a deal."""
    if data["kind"] == "nolo":
        return {int(each["player"]): each["tricks"] for each in data["participants"]}
    if data["kind"] == "free_for_all":
        return {int(player): tricks for player, tricks in data["tricks"].items()}
    return {}
