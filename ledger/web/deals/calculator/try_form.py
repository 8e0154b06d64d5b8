"""The calculator's form: the entry screen's keys for made-up players, asked by the address and never saved."""

from typing import Any

from django.http import QueryDict

from ledger.models import Player, Seat
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.scoring.vocabulary import CAUSES
from ledger.rules.scoring.wall.examples import PLAYERS
from ledger.web.deals.deal_form import KINDS_OF_REMARK, DealForm

PAYS_NOTHING_OF_ITS_OWN = ("passed_out", *CAUSES, "adjustment")


class TryForm(DealForm):
    """A deal of A, B, C and D, or of as many as the address asks for where the table lets the number vary."""

    def __init__(self, asked: QueryDict, *, scoring_table: ScoringRules) -> None:
        self.counts = range(max(4, scoring_table.seats.min), scoring_table.seats.max + 1)
        wanted = asked.get("players", "")
        count = next((count for count in self.counts if str(count) == wanted), self.counts[0])
        self.names = PLAYERS[:count]
        seats = [Seat(player=Player(pk=name, name=name)) for name in self.names]
        is_asked = bool(set(asked) - {"players"})
        super().__init__(asked if is_asked else None, scoring_table=scoring_table, seats=seats, dealer=self.names[0])
        unused = ("key", "dealer", "reason", *KINDS_OF_REMARK, *(f"points_{name}" for name in self.names))
        for name in unused:
            self.fields.pop(name, None)
        contract = self.fields["contract"]
        contract.choices = [key for key in contract.choices if key[0] not in PAYS_NOTHING_OF_ITS_OWN]

    def clean(self) -> dict[str, Any]:
        """Who deals changes nothing where nobody sits out."""
        cleaned: dict[str, Any] = super().clean()
        return cleaned | {"dealer": self.names[0]}
