"""The calculator's form: the entry screen's keys for made-up players, sent by GET and never saved."""

from typing import Any

from django.http import QueryDict

from ledger.models import Player, Seat
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.scoring.wall.sheet import PLAYERS
from ledger.web.deals.deal_form import DealForm
from ledger.web.deals.kinds.part import DealPart


class TryForm(DealForm):
    """A deal of A, B, C and D, or of as many as the address asks for if the scoring table lets the number vary."""

    def __init__(self, asked: QueryDict, *, scoring_table: ScoringRules) -> None:
        self.counts = range(max(4, scoring_table.seats.min), scoring_table.seats.max + 1)
        wanted = asked.get("players", "")
        count = next((count for count in self.counts if str(count) == wanted), self.counts[0])
        self.names = PLAYERS[:count]
        seats = [Seat(player=Player(pk=name, name=name)) for name in self.names]
        is_asked = bool(set(asked) - {"players"})
        super().__init__(asked if is_asked else None, scoring_table=scoring_table, seats=seats, dealer=self.names[0])
        for name in ("key", "dealer", *(field.name for field, _kinds in self.remarks())):
            self.fields.pop(name, None)

    def offered_parts(self, scoring_table: ScoringRules) -> list[type[DealPart]]:
        """The parts of those kinds that the scoring table prices."""
        return [part for part in super().offered_parts(scoring_table) if part.kind.is_priced]

    def clean(self) -> dict[str, Any]:
        """Let the first player deal, which changes nothing because nobody sits out."""
        return self.cleaned_data | {"dealer": self.names[0]}
