"""The fields of points moved by agreement: an amount for each player, and a reason."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.rules.deals.keyboard_line import Notation
from ledger.rules.deals.kinds import Adjustment
from ledger.rules.deals.kinds.adjustment import LONGEST_REASON
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.web.deals.kinds.part import DealPart


class AdjustmentPart(DealPart):
    """Amounts as they are typed, and the reason."""

    kind = Adjustment
    title = _("Adjustment")
    each_player = ("points",)
    last = ("reason",)
    beside = {"amounts": "points_{player}"}
    typed = {"reason": partial(forms.CharField, label=_("Reason"), max_length=LONGEST_REASON, required=False)}

    @classmethod
    def examples(cls, notation: Notation, players: Sequence[str]) -> Iterator[tuple[str, str]]:
        reason = gettext("reason")  # not within an f-string, where makemessages does not look
        amounts = f"-1 1 . .{' .' * (len(players) - 4)}"
        yield f"= {amounts} ; {reason}", gettext("Adjustment: an amount for each seat, and why")

    def deal(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        typed = {player: cleaned[f"points_{player}"].strip() for player, _name in self.players}
        amounts = {player: text for player, text in typed.items() if text}
        return {"kind": self.kind.kind, "amounts": amounts, "reason": cleaned["reason"]}

    @classmethod
    def initial(cls, deal: Mapping[str, Any], scoring_table: ScoringRules) -> dict[str, Any]:
        amounts = {f"points_{player}": str(amount) for player, amount in deal["amounts"].items()}
        return {"contract": cls.kind.kind, "reason": deal.get("reason", ""), **amounts}
