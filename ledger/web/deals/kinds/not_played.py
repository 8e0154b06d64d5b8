"""The keys of cards that were not played: one for each cause."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ledger.rules.deals.keyboard_line import Notation
from ledger.rules.deals.kinds import NotPlayed
from ledger.rules.deals.kinds.not_played import WORDS
from ledger.rules.scoring.scoring_table import CAUSES, ScoringRules
from ledger.templatetags.ledger_labels import label_text, label_text_lazy
from ledger.web.deals.kinds.part import DealPart


class NotPlayedPart(DealPart):
    """A key for each cause."""

    kind = NotPlayed

    def contracts(self) -> list[tuple[str, str]]:
        return [(code, label_text_lazy(label)) for code, label in CAUSES.items()]

    @classmethod
    def examples(cls, notation: Notation, players: Sequence[str]) -> Iterator[tuple[str, str]]:
        return ((words[0], label_text(CAUSES[cause])) for cause, words in WORDS.items())

    def deal(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        return {"kind": self.kind.kind, "cause": cleaned["contract"]}

    @classmethod
    def initial(cls, deal: Mapping[str, Any], scoring_table: ScoringRules) -> dict[str, Any]:
        return {"contract": deal["cause"]}
