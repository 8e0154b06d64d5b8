"""What a deal pays, whether it is in the book or not, and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ledger.models import Evening, Seat, TableVersion
from ledger.rules.deals.explaining import sentence
from ledger.rules.deals.reading import deal_data, read_deal
from ledger.rules.deals.settling import settle
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


def units_per_point_unit(*, season_denominator: int, version: TableVersion) -> int:
    """How many season units make one unit of the table: 8 when the season counts eighths and the table points.

    Raises Refusal when the table counts in smaller units than the season's book can hold.
    """
    scale, rest = divmod(season_denominator, version.to_rules().unit_denominator)
    if rest:
        message = gettext_noop("This table counts in smaller parts of a point than the season's book.")
        raise Refusal(message, field="table_version")
    return scale


def own_tricks(data: Mapping[str, Any]) -> dict[int, int]:
    """The tricks that each took alone, by player id, in a deal where that counts; `data` as the book keeps a deal."""
    if data["kind"] == "nolo":
        return {int(each["player"]): each["tricks"] for each in data["participants"]}
    if data["kind"] == "free_for_all":
        return {int(player): tricks for player, tricks in data["tricks"].items()}
    return {}


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


def why(*, version: TableVersion, deal: Mapping[str, Any], players: Mapping[str, str], language: str) -> str:
    """One sentence and its arithmetic for a deal in the book; `players` names everyone at the table in seat order."""
    table, seats = version.to_rules(), list(players)
    played = read_deal(deal, table, seats)
    return sentence(played, table, settle(played, version.tariff(), seats), language, players)


def tariff_for_page(*, version: TableVersion, season_denominator: int) -> dict[str, Any]:
    """The tariff as a page looks payouts up in it, with what turns its units into the points that the page shows."""
    return {
        **version.tariff().as_json(),
        "seats": version.to_rules().seats.max,
        "scale": units_per_point_unit(season_denominator=season_denominator, version=version),
        "season_denominator": season_denominator,
    }
