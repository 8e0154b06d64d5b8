"""The keys of a penalty: which one, and who pays it."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext

from ledger.rules.deals.keyboard_line import Notation
from ledger.rules.deals.kinds import Fault
from ledger.rules.deals.kinds.deal import PlaceInLine
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.templatetags.ledger_labels import label_text, label_text_lazy
from ledger.web.deals.kinds.part import DealPart, WordsInLine, required_choice


class PenaltyPart(DealPart):
    """A penalty; whoever pays it is asked for like a declarer."""

    kind = Fault
    asks_declarer = True
    needed = ("declarer",)
    beside = {"penalty": "contract", "player": "declarer"}

    def contracts(self) -> list[tuple[str, str]]:
        return [(penalty.code, label_text_lazy(penalty.label)) for penalty in self.scoring_table.penalties.values()]

    @classmethod
    def words_in_line(cls, notation: Notation) -> Iterator[WordsInLine]:
        """The penalties, each as paid by seat 2."""
        words, penalties = notation.spelling.words["penalty"], notation.scoring_table.penalties
        rows = [
            (f"{cls.kind.mark}2{'' if len(penalties) == 1 else words[code]}", label_text(penalty.label))
            for code, penalty in penalties.items()
        ]
        yield PlaceInLine.OTHER, gettext("Penalty"), rows

    def deal(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        return {"kind": self.kind.kind, "penalty": cleaned["contract"], "player": required_choice(cleaned, "declarer")}

    @classmethod
    def initial(cls, deal: Mapping[str, Any], scoring_table: ScoringRules) -> dict[str, Any]:
        return {"contract": deal["penalty"], "declarer": deal["player"]}
