"""One JSON line with a scoring table, players and a deal, answered with the payout."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ledger.rules.deals.explaining import calculation
from ledger.rules.deals.payout import Payout
from ledger.rules.deals.reading import read_deal
from ledger.rules.deals.seating import read_players
from ledger.rules.deals.settling import settle
from ledger.rules.scoring.presets import table_from
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.scoring.tariff import Tariff, compile_tariff
from ledger.rules.site import fields
from ledger.rules.site.points import points_text
from ledger.rules.site.refusal import Refusal, gettext_noop

HOUSE = "house"
LONGEST_LINE = 4 * fields.LONGEST_JSON  # bytes: no letter of UTF-8 takes more than four

NOT_UTF8 = gettext_noop("The line is not UTF-8 text.")
HOUSE_IS_NO_PLAYER = gettext_noop("No player can be called “house” where the house pays.")


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
        raise Refusal(HOUSE_IS_NO_PLAYER, "players")
    deal = read_deal(fields.record(given["deal"], "deal", optional=None), tariff.scoring_table, players)
    settlement = settle(deal, tariff, players)
    return {
        **_amounts(settlement, tariff.scoring_table),
        "unit_denominator": tariff.unit_denominator,
        "why": calculation(deal, tariff.scoring_table, settlement),
    }


def _parse(line: bytes) -> object:
    if len(line) > LONGEST_LINE:
        raise Refusal(fields.JSON_TOO_LONG)
    try:
        return fields.parse_json(line.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise Refusal(NOT_UTF8) from None


def _tariff(spec: object) -> Tariff:
    try:
        key = json.dumps(spec, sort_keys=True)
    except RecursionError:
        raise Refusal(fields.JSON_TOO_DEEP, "table") from None
    return _tariff_by_key(key)


@lru_cache(maxsize=64)
def _tariff_by_key(key: str) -> Tariff:
    return compile_tariff(table_from(json.loads(key)))


def _amounts(settlement: Payout, scoring_table: ScoringRules) -> Mapping[str, Mapping[str, Any]]:
    units = dict(settlement.units)
    if not scoring_table.zero_sum:
        units[HOUSE] = settlement.house
    points = {player: points_text(amount, scoring_table.unit_denominator) for player, amount in units.items()}
    return {"points": points, "units": units}
