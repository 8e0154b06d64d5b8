"""A deal that is in the book as the entry screen shows it, so that correcting starts from it."""

from collections.abc import Mapping
from typing import Any

from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.web.deals.kinds import PARTS


def initial_from(deal: Mapping[str, Any], scoring_table: ScoringRules) -> dict[str, Any]:
    """What the form shows for a deal that is in the book, so that correcting starts from it."""
    initial: dict[str, Any] = {
        "dealer": deal.get("dealer"),
        "sits_out": deal.get("sits_out", []),
        "note": deal.get("note", ""),
    }
    return initial | PARTS[deal["kind"]].initial(deal, scoring_table)
