"""A deal as data: read strictly, settled under a tariff, explained in sentences."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from ledger.rules.deals.kinds import KINDS, Deal, kinds_offered
from ledger.rules.deals.payout import Payout, Teller
from ledger.rules.deals.seating import read_players
from ledger.rules.scoring.document import table_from
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.scoring.tariff import Tariff, compile_tariff
from ledger.rules.site import fields
from ledger.rules.site.labels import Catalogue, Label
from ledger.rules.site.points import MOST_UNITS, exact_value, points_text
from ledger.rules.site.refusal import Refusal, gettext_noop

TOO_DEAR = gettext_noop("More points change hands than the book can hold: at most %(most)d for one player.")


def settle(deal: Deal, tariff: Tariff, players: Sequence[str]) -> Payout:
    """Settle a deal of all `players` at the table.

    Raises Refusal without a price, and for more than MOST_UNITS to or from a player or the house.
    """
    units, roles, key = deal.settle(tariff, deal.players_in_play(tariff.scoring_table, players))
    if len(units) < len(players):
        units = {**dict.fromkeys(players, 0), **units}
    house = -sum(units.values())
    for gain in (*units.values(), house):
        if abs(gain) > MOST_UNITS:
            raise Refusal(TOO_DEAR, most=MOST_UNITS // tariff.unit_denominator)
    if len(roles) < len(players):
        roles = {**dict.fromkeys(players, "sits_out"), **roles}
    return Payout(units, house, roles, key)


# A settled deal in sentences, independent of language: what happened, and the arithmetic behind it.


NO_NAMES: Mapping[str, str] = MappingProxyType({})


def sentence(
    deal: Deal,
    scoring_table: ScoringRules,
    settlement: Payout,
    names: Mapping[str, str] = NO_NAMES,
    *,
    is_played: bool = True,
) -> Label:
    """Tell who did what and who paid: "Lilly meldte sol og tog ikke et stik. De tre andre betalte 1 hver".

    `names` gives each player's name. A deal that is not played yet is told in the present. Of one that is not settled,
    a NO_PAYOUT, the deed alone is told. There is no full stop at the end.
    """
    return deal.sentence(Teller(deal.name(scoring_table), scoring_table, settlement, names, is_played))


def calculation(
    deal: Deal, scoring_table: ScoringRules, settlement: Payout, names: Mapping[str, str] = NO_NAMES
) -> Label:
    """Explain how a deal settled: "9 vip i 2. kræver 9 stik, fik 10: 2 + 1 × 2 = 4 fra hver modspiller".

    Its sentence where no price was used. `names` gives each player's name. There is no full stop at the end.
    """
    return deal.explain(Teller(deal.name(scoring_table), scoring_table, settlement, names))


@dataclass(frozen=True, eq=False)
class Told(Label):
    """A label about a deal, with the prices whose contracts it may name, and the players whom it may name.

    So a page can tell the words of the game from the names of players.
    """

    label: Label
    tariff: Tariff
    players: tuple[str, ...]

    def text_by(self, catalogue: Catalogue) -> str:
        return self.label.text_by(catalogue)


# Deals to and from JSON: everything is checked against the scoring table and the players, nothing is guessed.


WORDS_OF_A_DEAL = ("reason", "note", "bid")  # what was typed in words, and may name players


def read_deal(data: Mapping[str, Any], scoring_table: ScoringRules, players: Sequence[str]) -> Deal:
    """Read one deal of all `players` at the table, in seat order.

    With one player more than play, the dealer sits out; with more, `sits_out` names them. `data` has the shape of the
    `score` command's lines.
    Raises Refusal with the key at fault as its field.
    """
    given = fields.record(data, None, required=("kind",), optional=None)
    code = given["kind"]
    kind = KINDS.get(code) if isinstance(code, str) else None
    if kind is None or not kind.is_offered(scoring_table):
        fields.one_of(code, "kind", kinds_offered(scoring_table))  # refuses it, and lists the others
    assert kind is not None
    return kind.read(given, scoring_table, tuple(players))


def deal_data(deal: Deal) -> dict[str, Any]:
    """The deal as plain JSON values, which `read_deal` reads back as the same deal."""
    return deal.data()


def with_players(data: Mapping[str, Any], called: Callable[[str], str]) -> dict[str, Any]:
    """Rename the players of a deal as data; everything else, and what is no deal, stays as it is.

    Two who are called the same have their amounts together.
    """
    groups = {"sits_out", *(key for kind in KINDS.values() for key in kind.group_keys)}
    named = {*groups, "player", "dealer", *(key for kind in KINDS.values() for key in kind.player_keys)}
    shared = {key for kind in KINDS.values() for key in kind.share_keys}

    renamed = dict(data)
    for key, value in data.items():
        if isinstance(value, str) and key in named:
            renamed[key] = called(value)
        elif isinstance(value, list) and key in groups:
            renamed[key] = [_of_group(item, called) for item in value]
        elif isinstance(value, list) and key == "participants":
            renamed[key] = [with_players(item, called) if isinstance(item, dict) else item for item in value]
        elif isinstance(value, dict) and key in shared:
            renamed[key] = _by_player((called(player), share) for player, share in value.items())
    return renamed


def _of_group(item: Any, called: Callable[[str], str]) -> Any:
    """A player of a group, or a group in it, renamed."""
    if isinstance(item, list):
        return [_of_group(inner, called) for inner in item]
    return called(item) if isinstance(item, str) else item


def _by_player(shares: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    by_player: dict[str, Any] = {}
    for player, share in shares:
        # In opening balances alone: nobody else stands in an entry under two names.
        if player in by_player:
            by_player[player] = exact_value(Fraction(by_player[player]) + Fraction(share))
        else:
            by_player[player] = share
    return by_player


# One JSON line with a scoring table, players and a deal, answered with the payout.


HOUSE = "house"
LONGEST_LINE = 4 * fields.LONGEST_JSON  # bytes: no letter of UTF-8 takes more than four


def score_line(line: bytes) -> dict[str, Any]:
    """Score one line {"table": ..., "players": [...], "deal": {...}}.

    Answers {"points": {player: exact text}, "units": {player: integer}, "unit_denominator", "why": a label}; if the
    table is not zero-sum, the house is one more player.
    Raises Refusal for what cannot be scored.
    """
    given = fields.record(_parse(line), None, required=("table", "players", "deal"))
    tariff = _tariff(given["table"])
    players = read_players(given["players"])
    if HOUSE in players and not tariff.scoring_table.zero_sum:
        raise Refusal(gettext_noop("No player can be called “house” where the house pays."), "players")
    deal = read_deal(fields.record(given["deal"], "deal", optional=None), tariff.scoring_table, players)
    settlement = settle(deal, tariff, players)
    units = dict(settlement.units)
    if not tariff.scoring_table.zero_sum:
        units[HOUSE] = settlement.house
    points = {player: points_text(amount, tariff.unit_denominator) for player, amount in units.items()}
    return {
        "points": points,
        "units": units,
        "unit_denominator": tariff.unit_denominator,
        "why": calculation(deal, tariff.scoring_table, settlement),
    }


def _parse(line: bytes) -> object:
    if len(line) > LONGEST_LINE:
        raise Refusal(fields.JSON_TOO_LONG)
    try:
        return fields.parse_json(line.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise Refusal(gettext_noop("The line is not UTF-8 text.")) from None


def _tariff(spec: object) -> Tariff:
    try:
        key = json.dumps(spec, sort_keys=True)
    except RecursionError:
        raise Refusal(fields.JSON_TOO_DEEP, "table") from None
    return _tariff_by_key(key)


@lru_cache(maxsize=64)
def _tariff_by_key(key: str) -> Tariff:
    return compile_tariff(table_from(json.loads(key)))


def every_deal(scoring_table: ScoringRules, players: Sequence[str]) -> Iterator[Deal]:
    """Every outcome of a scoring table as a deal of exactly these players, the first of whom declares."""
    for kind in kinds_offered(scoring_table).values():
        yield from kind.outcomes(scoring_table, players)
