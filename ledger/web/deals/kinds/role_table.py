"""The keys of a deal paid by role: the outcome, the maker and the partner."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext

from ledger.rules.deals.boxes import PlaceInLine
from ledger.rules.deals.keyboard.notation import Notation
from ledger.rules.deals.kinds import RoleTable
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.templatetags.ledger_labels import label_text
from ledger.web.deals.kinds.part import DealPart, WordsInLine, partner_field, required_choice


class RoleTablePart(DealPart):
    """An outcome; the maker is asked for like a declarer."""

    kind = RoleTable
    asks_declarer = True
    fields = ("partner",)
    needed = ("declarer", "partner")
    beside = {"maker": "declarer"}

    def contracts(self) -> list[tuple[str, str]]:
        return [(row.code, label_text(row.label)) for row in self.scoring_table.roles.values()]

    @classmethod
    def examples(cls, notation: Notation, players: Sequence[str]) -> Iterator[tuple[str, str]]:
        code, row = next(iter(notation.scoring_table.roles.items()))
        partner = "" if row.side == "alone" else "3"
        yield f"1{notation.words()['role'][code]}{partner}", gettext("Seat 1 made trump; a partner comes last")

    @classmethod
    def words_in_line(cls, notation: Notation) -> Iterator[WordsInLine]:
        words = notation.words()["role"]
        rows = [(words[code], label_text(row.label)) for code, row in notation.scoring_table.roles.items()]
        yield PlaceInLine.CONTRACT, gettext("Outcome"), rows

    def form_fields(self) -> Iterator[tuple[str, forms.Field]]:
        """The partner, unless it is always the player opposite."""
        if self.scoring_table.partner == "called":
            yield "partner", partner_field(self.scoring_table, self.players)

    def deal(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        """The outcome, the maker, and the partner if that is somebody else.

        Raises Refusal if no maker was chosen.
        """
        maker, partner = required_choice(cleaned, "declarer"), cleaned["partner"]
        partner = None if partner in ("", maker) else partner
        return {"kind": self.kind.kind, "maker": maker, "partner": partner, "outcome": cleaned["contract"]}

    @classmethod
    def initial(cls, deal: Mapping[str, Any], scoring_table: ScoringRules) -> dict[str, Any]:
        return {"contract": deal["outcome"], "declarer": deal["maker"], "partner": deal["partner"] or deal["maker"]}
