"""The kinds of deal: a module each. A new kind is a line here and its part of the entry screen."""

from collections.abc import Mapping

from ledger.rules.deals.kinds.adjustment import Adjustment
from ledger.rules.deals.kinds.deal import Deal
from ledger.rules.deals.kinds.free_for_all import FreeForAll
from ledger.rules.deals.kinds.nolo import NoloDeal, Participant
from ledger.rules.deals.kinds.not_played import NotPlayed
from ledger.rules.deals.kinds.pair_book import PairBook
from ledger.rules.deals.kinds.passed_out import PassedOut
from ledger.rules.deals.kinds.penalty import Fault
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
    "RoleTable",
    "TrickDeal",
    "kinds_offered",
]

KINDS: dict[str, type[Deal]] = {
    kind.kind: kind
    for kind in (TrickDeal, NoloDeal, FreeForAll, PairBook, RoleTable, Fault, PassedOut, NotPlayed, Adjustment)
}


def kinds_offered(scoring_table: ScoringRules) -> Mapping[str, type[Deal]]:
    """The kinds of deal that can be entered under a scoring table, by their codes."""
    return {code: kind for code, kind in KINDS.items() if kind.is_offered(scoring_table)}
