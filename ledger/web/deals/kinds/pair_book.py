"""The keys of a deal between fixed pairs: the pair with the most tricks, and how many."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext

from ledger.rules.deals.keyboard_line import Notation
from ledger.rules.deals.kinds import PairBook
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.scoring.tariff import pair_shares
from ledger.rules.site.labels import enumeration, same
from ledger.rules.site.refusal import gettext_noop
from ledger.templatetags.ledger_labels import label_text
from ledger.web.deals.kinds.part import DealPart, Keys, required_choice

FIRST, SECOND = "first_pair", "second_pair"
QUESTION = gettext_noop("Who took most tricks?")


class PairBookPart(DealPart):
    """A key for each pair, as a contract, and the tricks of whichever took the most."""

    kind = PairBook
    fields = ("pair_tricks",)
    needed = ("contract", "pair_tricks")
    after = ("pair_tricks",)
    asked = {"legend": QUESTION, "contract": QUESTION}

    def contracts(self) -> list[tuple[str, str]]:
        names = [same(name) for _player, name in self.players]
        pairs = [(FIRST, names[0::2]), (SECOND, names[1::2])]
        return [(code, label_text(enumeration(pair))) for code, pair in pairs]

    @classmethod
    def examples(cls, notation: Notation, players: Sequence[str]) -> Iterator[tuple[str, str]]:
        yield "8-5", gettext("The tricks of seats 1 and 3, then of the others")

    def form_fields(self) -> Iterator[tuple[str, forms.Field]]:
        """The tricks from half of them up, each with the points that they give."""
        book, tricks = self.scoring_table.pair_book, self.scoring_table.tricks
        assert book is not None
        shares = pair_shares(book, self.scoring_table)
        choices = [
            (str(number), self.key_with_points(str(number), gettext_noop("+%(points)s"), shares[number][0]))
            for number in range((tricks + 1) // 2, tricks + 1)
        ]
        yield "pair_tricks", Keys(label=gettext("Tricks"), choices=choices, row="seven")

    def deal(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        ids = [player for player, _name in self.players]
        most = int(required_choice(cleaned, "pair_tricks"))
        tricks = [most, self.scoring_table.tricks - most]
        in_seats = tricks if cleaned["contract"] == FIRST else tricks[::-1]
        return {"kind": self.kind.kind, "pairs": [ids[0::2], ids[1::2]], "pair_tricks": in_seats}

    @classmethod
    def initial(cls, deal: Mapping[str, Any], scoring_table: ScoringRules) -> dict[str, Any]:
        first, second = deal["pair_tricks"]
        return {"contract": FIRST if first >= second else SECOND, "pair_tricks": str(max(first, second))}
