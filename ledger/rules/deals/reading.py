"""Deals to and from JSON: everything is checked against the scoring table and the players, nothing is guessed."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ledger.rules.deals.kinds import KINDS, Deal, kinds_offered
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site import fields

WORDS_OF_A_DEAL = ("reason", "note")  # what was typed in words, and may name players


def read_deal(data: Mapping[str, Any], scoring_table: ScoringRules, players: Sequence[str]) -> Deal:
    """Read one deal of all `players` at the table, in seat order.

    With one player more than play, the dealer sits out; with more, `sits_out` names them. Raises Refusal with the key
    at fault as its field. `data` has the shape of the `score` command's lines.
    """
    given = fields.record(data, None, required=("kind",), optional=None)
    return _kind(given["kind"], scoring_table).read(given, scoring_table, tuple(players))


def _kind(code: object, scoring_table: ScoringRules) -> type[Deal]:
    """The kind with a code. Raises Refusal unless it can be entered under the scoring table."""
    kind = KINDS.get(code) if isinstance(code, str) else None
    if kind is not None and kind.is_offered(scoring_table):
        return kind
    offered = kinds_offered(scoring_table)  # asked for the refusal alone, which lists them
    return offered[fields.one_of(code, "kind", offered)]


def deal_data(deal: Deal) -> dict[str, Any]:
    """The deal as plain JSON values, which `read_deal` reads back as the same deal."""
    return deal.data()


def with_players(data: Mapping[str, Any], called: Callable[[str], str]) -> dict[str, Any]:
    """Rename the players of a deal as data; everything else, and what is no deal, stays as it is."""
    kinds = KINDS.values()
    player_keys = {"player", "dealer", *(key for kind in kinds for key in kind.player_keys)}
    group_keys = {"sits_out", *(key for kind in kinds for key in kind.group_keys)}
    share_keys = {key for kind in kinds for key in kind.share_keys}

    def with_new_names(key: str, value: Any) -> Any:
        match value:
            case str():
                return called(value) if key in player_keys | group_keys else value
            case list() if key in group_keys:
                return [with_new_names(key, item) for item in value]
            case list() if key == "participants":
                return [with_players(item, called) if isinstance(item, dict) else item for item in value]
            case dict() if key in share_keys:
                return {called(player): share for player, share in value.items()}
            case _:
                return value

    return {key: with_new_names(key, value) for key, value in data.items()}
