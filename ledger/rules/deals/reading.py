"""Deals to and from JSON: everything is checked against the scoring table and the players, nothing is guessed."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ledger.rules.deals.kinds import KINDS, Deal, kinds_offered
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site import fields
from ledger.rules.site.points import exact_value

WORDS_OF_A_DEAL = ("reason", "note", "bid")  # what was typed in words, and may name players


def read_deal(data: Mapping[str, Any], scoring_table: ScoringRules, players: Sequence[str]) -> Deal:
    """Read one deal of all `players` at the table, in seat order.

    With one player more than play, the dealer sits out; with more, `sits_out` names them. `data` has the shape of the
    `score` command's lines.
    Raises Refusal with the key at fault as its field.
    """
    given = fields.record(data, None, required=("kind",), optional=None)
    return _kind(given["kind"], scoring_table).read(given, scoring_table, tuple(players))


def _kind(code: object, scoring_table: ScoringRules) -> type[Deal]:
    """The kind with a code.

    Raises Refusal unless it can be entered under the scoring table.
    """
    kind = KINDS.get(code) if isinstance(code, str) else None
    if kind is not None and kind.is_offered(scoring_table):
        return kind
    offered = kinds_offered(scoring_table)  # asked for the refusal alone, which lists them
    return offered[fields.one_of(code, "kind", offered)]


def deal_data(deal: Deal) -> dict[str, Any]:
    """The deal as plain JSON values, which `read_deal` reads back as the same deal."""
    return deal.data()


def with_players(data: Mapping[str, Any], called: Callable[[str], str]) -> dict[str, Any]:
    """Rename the players of a deal as data; everything else, and what is no deal, stays as it is.

    Two who are called the same have their amounts together.
    """
    named, groups, shared = _keys_of_players()

    def rename(key: str, value: Any) -> Any:
        if isinstance(value, str):
            return called(value) if key in named else value
        if isinstance(value, list):
            if key in groups:
                return [rename(key, item) for item in value]
            if key == "participants":
                return [with_players(item, called) if isinstance(item, dict) else item for item in value]
        if isinstance(value, dict) and key in shared:
            return _by_player((called(player), share) for player, share in value.items())
        return value

    return {key: rename(key, value) for key, value in data.items()}


def _by_player(shares: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    by_player: dict[str, Any] = {}
    for player, share in shares:
        # In opening balances alone: nobody else stands in an entry under two names.
        is_there = player in by_player
        by_player[player] = exact_value(Fraction(by_player[player]) + Fraction(share)) if is_there else share
    return by_player


def _keys_of_players() -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """The keys of deals as data that name players, of those the ones with lists, and those with something by player."""
    groups = frozenset(("sits_out", *(key for kind in KINDS.values() for key in kind.group_keys)))
    alone = ("player", "dealer", *(key for kind in KINDS.values() for key in kind.player_keys))
    return groups.union(alone), groups, frozenset(key for kind in KINDS.values() for key in kind.share_keys)
