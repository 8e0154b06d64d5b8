"""The key of a deal that everybody passed."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from ledger.rules.deals.keyboard_line import Notation
from ledger.rules.deals.kinds import PassedOut
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.web.deals.kinds.part import DealPart


class PassedOutPart(DealPart):
    """One key."""

    kind = PassedOut

    def contracts(self) -> list[tuple[str, str]]:
        return [(self.kind.kind, gettext("Passed out"))]

    @classmethod
    def examples(cls, notation: Notation, players: Sequence[str]) -> Iterator[tuple[str, str]]:
        yield "p", gettext("Passed out")

    def deal(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        return {"kind": self.kind.kind}

    @classmethod
    def initial(cls, deal: Mapping[str, Any], scoring_table: ScoringRules) -> dict[str, Any]:
        return {"contract": cls.kind.kind}
