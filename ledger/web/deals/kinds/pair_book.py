"""The field of a deal between fixed pairs: the tricks of the first pair, which leave the rest to the other."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext

from ledger.rules.deals.keyboard.notation import Notation
from ledger.rules.deals.kinds import PairBook
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.templatetags.ledger_labels import label_text
from ledger.web.deals.deal_keys import Keys, numbers
from ledger.web.deals.kinds.part import DealPart, required_choice


class PairBookPart(DealPart):
    """The tricks of the first seat's pair."""

    kind = PairBook
    fields = ("pair_tricks",)
    needed = ("pair_tricks",)

    def contracts(self) -> list[tuple[str, str]]:
        named = self.scoring_table.pair_book
        return [(self.kind.kind, label_text(named.label))] if named else []

    @classmethod
    def examples(cls, notation: Notation, players: Sequence[str]) -> Iterator[tuple[str, str]]:
        yield "8-5", gettext("The tricks of seats 1 and 3, then of the others")

    def form_fields(self) -> Iterator[tuple[str, forms.Field]]:
        names = {"first": self.players[0][1], "second": self.players[2][1]}
        label = gettext("Tricks to %(first)s and %(second)s") % names
        yield "pair_tricks", Keys(label=label, choices=numbers(self.scoring_table.tricks), row="seven")

    def deal(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        ids = [player for player, _name in self.players]
        ours = int(required_choice(cleaned, "pair_tricks"))
        tricks = [ours, self.scoring_table.tricks - ours]
        return {"kind": self.kind.kind, "pairs": [ids[0::2], ids[1::2]], "pair_tricks": tricks}

    @classmethod
    def initial(cls, deal: Mapping[str, Any], scoring_table: ScoringRules) -> dict[str, Any]:
        return {"contract": cls.kind.kind, "pair_tricks": str(deal["pair_tricks"][0])}
