"""What is needed at the table: who sits where, whose deal it is, what a deal would pay."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Max

from ledger.models import Entry, Evening, Seat, TableVersion
from ledger.rules.deals import deal_data, read_deal
from ledger.rules.explaining import sentence
from ledger.rules.kinds import NotPlayed
from ledger.rules.refusal import Refusal, gettext_noop
from ledger.rules.seating import dealer_after
from ledger.rules.settling import settle


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


def seats_of(*, evening: Evening, table_number: int = 1) -> list[Seat]:
    """The seats of a table clockwise, with their players; one query."""
    seats = Seat.objects.filter(evening=evening, table_number=table_number)
    return list(seats.select_related("player").order_by("position"))


def price(*, evening: Evening, version: TableVersion, deal: Mapping[str, Any]) -> Priced:
    """What a deal pays at an evening's table under a table version.

    Raises Refusal, with the deal's own key as `field`, for a deal that nobody can have played there or that the
    table does not price.
    """
    return price_among(players=_player_ids(evening), evening=evening, version=version, deal=deal)


def price_all(*, evening: Evening, deals: Iterable[tuple[TableVersion, Mapping[str, Any]]]) -> list[Priced]:
    """As `price`, for many deals of one evening, each under its version; one query however many."""
    players = _player_ids(evening)
    return [price_among(players=players, evening=evening, version=version, deal=deal) for version, deal in deals]


def price_among(*, players: Sequence[int], evening: Evening, version: TableVersion, deal: Mapping[str, Any]) -> Priced:
    """As `price`, for `players` in seat order whose ids are known; no query."""
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
        tricks=_own_tricks(data),
    )


@dataclass(frozen=True)
class Preview:
    """What a deal would pay before it is saved: (player's name, integer units) in seat order, and why."""

    points: tuple[tuple[str, int], ...]
    house: int
    why: str


def preview(*, evening: Evening, version: TableVersion, deal: Mapping[str, Any], language: str) -> Preview:
    """A deal priced for an evening's table and explained, without storing anything. Raises Refusal as `price`."""
    priced = price(evening=evening, version=version, deal=deal)
    names = {str(seat.player_id): seat.player.name for seat in seats_of(evening=evening)}
    return Preview(
        points=tuple((names[str(player)], units) for player, units in priced.units.items()),
        house=priced.house,
        why=why(version=version, deal=priced.deal, players=names, language=language),
    )


def trial(*, version: TableVersion, deal: Mapping[str, Any], players: Sequence[str], language: str) -> Preview:
    """A deal that nobody played, settled and explained, in the version's own units; `players` are names in seat order.

    Raises Refusal as `price`; no query.
    """
    table = version.to_rules()
    played = read_deal(deal, table, players)
    settlement = settle(played, version.tariff(), players)
    return Preview(
        points=tuple(settlement.units.items()),
        house=settlement.house,
        why=sentence(played, table, settlement, language),
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


def totals_at_table(*, evening: Evening, seats: list[Seat]) -> list[tuple[str, int]]:
    """The running bottom line of everyone at the table, as (name, integer units) in seat order; one query."""
    totals = dict(evening.totals.values_list("player_id", "points"))
    return [(seat.player.name, totals.get(seat.player_id, 0)) for seat in seats]


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


def next_dealer(*, evening: Evening, seats: list[Seat]) -> int:
    """The player id of the dealer to come: left of the last deal's dealer, the first seat for the first deal.

    Who dealt cards that were not played deals again.
    """
    order = [str(seat.player_id) for seat in seats]
    last = Entry.objects.filter(evening=evening).exclude(kind__in=[Entry.Kind.ADJUSTMENT, Entry.Kind.REVERSAL])
    deal = last.order_by("-number", "-sequence").values_list("deal", flat=True).first() or {}
    return int(dealer_after(deal.get("dealer"), order, again=deal.get("kind") == NotPlayed.kind))


def _player_ids(evening: Evening) -> list[int]:
    return list(
        Seat.objects.filter(evening=evening, table_number=1).order_by("position").values_list("player_id", flat=True)
    )


def _own_tricks(data: Mapping[str, Any]) -> dict[int, int]:
    if data["kind"] == "nolo":
        return {int(each["player"]): each["tricks"] for each in data["participants"]}
    if data["kind"] == "free_for_all":
        return {int(player): tricks for player, tricks in data["tricks"].items()}
    return {}
