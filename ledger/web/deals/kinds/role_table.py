"""The keys of a deal paid by role: the outcome, the maker and the partner."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.rules.deals.keyboard_line import Notation
from ledger.rules.deals.kinds import RoleTable
from ledger.rules.deals.kinds.deal import PlaceInLine
from ledger.rules.scoring.scoring_table import RoleRow, ScoringRules
from ledger.rules.site.refusal import gettext_noop
from ledger.templatetags.ledger_labels import label_text
from ledger.web.deals.kinds.part import RESULTS, DealPart, WordsInLine, partner_field, required_choice

# By the beginnings of the codes that outcomes have in euchre; a club's own have their names.
TEXTS = {"march": _("All tricks"), "made": RESULTS[0][1], "euchred": RESULTS[1][1]}
ALONE, EACH, THE_OTHERS = (
    gettext_noop("%(points)s alone"),
    gettext_noop("%(points)s to each"),
    gettext_noop("%(points)s to the others"),
)
HOW = gettext_noop("How did it go?")


class RoleTablePart(DealPart):
    """An outcome for each role; the maker is asked for like a declarer, and before the outcome who plays along."""

    kind = RoleTable
    asks_declarer = True
    fields = ("partner",)
    needed = ("declarer", "partner", "contract")
    before = ("partner",)
    asked = {"legend": gettext_noop("How it went"), "both": gettext_noop("Who declares?"), "bid": HOW, "contract": HOW}
    beside = {"maker": "declarer"}

    def contracts(self) -> list[tuple[str, str]]:
        """A key for each outcome with what it gives, alone and with a partner."""
        return [(row.code, self._key(row)) for row in self.scoring_table.roles.values()]

    def _key(self, row: RoleRow) -> str:
        text = str(TEXTS.get(row.code.partition("_")[0]) or label_text(row.label))
        ours, theirs = row.maker[len(self.players)], row.others[len(self.players)]
        if theirs and not ours:
            phrase = THE_OTHERS
        elif row.side == "alone":
            phrase = ALONE
        else:
            phrase = EACH
        return self.key_with_points(text, phrase, ours or theirs)

    @classmethod
    def examples(cls, notation: Notation, players: Sequence[str]) -> Iterator[tuple[str, str]]:
        code, row = next(iter(notation.scoring_table.roles.items()))
        partner = "" if row.side == "alone" else "3"
        yield f"1{notation.spelling.words['role'][code]}{partner}", gettext("Seat 1 made trump; a partner comes last")

    @classmethod
    def words_in_line(cls, notation: Notation) -> Iterator[WordsInLine]:
        words = notation.spelling.words["role"]
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
        if partner in ("", maker):
            partner = None
        return {"kind": self.kind.kind, "maker": maker, "partner": partner, "outcome": cleaned["contract"]}

    @classmethod
    def initial(cls, deal: Mapping[str, Any], scoring_table: ScoringRules) -> dict[str, Any]:
        return {"contract": deal["outcome"], "declarer": deal["maker"], "partner": deal["partner"] or deal["maker"]}
