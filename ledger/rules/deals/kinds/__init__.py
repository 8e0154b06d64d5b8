"""The kinds of deal: a module each. A new kind is a line here and its part of the entry screen.

`Deal` documents the methods; a kind's docstrings say only what is particular to it.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from ledger.rules.deals.kinds.adjustment import Adjustment
from ledger.rules.deals.kinds.deal import Deal
from ledger.rules.deals.kinds.free_for_all import FreeForAll
from ledger.rules.deals.kinds.nolo import NoloDeal, Participant
from ledger.rules.deals.kinds.not_played import NotPlayed
from ledger.rules.deals.kinds.pair_book import PairBook
from ledger.rules.deals.kinds.passed_out import PassedOut
from ledger.rules.deals.kinds.penalty import Fault
from ledger.rules.deals.kinds.points_only import PointsOnly
from ledger.rules.deals.kinds.role_table import RoleTable
from ledger.rules.deals.kinds.trick import TrickDeal
from ledger.rules.scoring.scoring_table import ScoringRules

__all__ = [
    "KINDS",
    "Adjustment",
    "Deal",
    "Fault",
    "FreeForAll",
    "NoloDeal",
    "NotPlayed",
    "PairBook",
    "Participant",
    "PassedOut",
    "PointsOnly",
    "RoleTable",
    "TrickDeal",
    "in_line_order",
    "kind_of",
    "kinds_offered",
]

KINDS: dict[str, type[Deal]] = {
    kind.kind: kind
    for kind in (
        TrickDeal,
        NoloDeal,
        FreeForAll,
        PairBook,
        RoleTable,
        PointsOnly,
        Fault,
        PassedOut,
        NotPlayed,
        Adjustment,
    )
}


def kind_of(data: Mapping[str, Any]) -> type[Deal]:
    """The kind of a deal as data; `Deal` itself, which counts as played, if it is unknown, as in a damaged row."""
    return KINDS.get(data.get("kind", ""), Deal)


def in_line_order(kinds: Iterable[type[Deal]]) -> list[type[Deal]]:
    """Kinds in the order in which a keyboard line tries and a paper sheet lists them: those without a contract first.

    So the hint for a line that is nothing at all asks for a contract before a seat.
    """
    return sorted(kinds, key=lambda kind: kind.counts_as == "deal")


def kinds_offered(scoring_table: ScoringRules) -> Mapping[str, type[Deal]]:
    """The kinds of deal that can be entered under a scoring table, by their codes."""
    return {code: kind for code, kind in KINDS.items() if kind.is_offered(scoring_table)}
