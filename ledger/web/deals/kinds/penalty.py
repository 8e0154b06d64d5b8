"""The keys of a penalty: which one, and who pays it."""

from collections.abc import Mapping
from typing import Any

from ledger.rules.deals.kinds import Fault
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.templatetags.ledger_labels import label_text
from ledger.web.deals.kinds.part import DealPart, required_choice


class PenaltyPart(DealPart):
    """A penalty; whoever pays it is asked for like a declarer."""

    kind = Fault
    asks_declarer = True
    needed = ("declarer",)
    beside = {"penalty": "contract", "player": "declarer"}

    def contracts(self) -> list[tuple[str, str]]:
        return [(penalty.code, label_text(penalty.label)) for penalty in self.scoring_table.penalties.values()]

    def deal(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        return {"kind": self.kind.kind, "penalty": cleaned["contract"], "player": required_choice(cleaned, "declarer")}

    @classmethod
    def initial(cls, deal: Mapping[str, Any], scoring_table: ScoringRules) -> dict[str, Any]:
        return {"contract": deal["penalty"], "declarer": deal["player"]}
