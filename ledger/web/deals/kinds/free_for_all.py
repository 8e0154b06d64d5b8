"""The fields of a deal in which everybody plays for themselves: the tricks of each."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from ledger.rules.deals.keyboard_line import Notation
from ledger.rules.deals.kinds import FreeForAll
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.templatetags.ledger_labels import label_text
from ledger.web.deals.kinds.part import DealPart


class FreeForAllPart(DealPart):
    """The tricks of everybody who plays."""

    kind = FreeForAll
    each_player = ("tricks",)
    asks_of = "playing"

    def contracts(self) -> list[tuple[str, str]]:
        named = self.scoring_table.free_for_all
        return [(self.kind.kind, label_text(named.label))] if named else []

    @classmethod
    def examples(cls, notation: Notation, players: Sequence[str]) -> Iterator[tuple[str, str]]:
        yield f"m {'. ' * (len(players) - 4)}1 1 5 6", gettext("Everyone for himself: the tricks of each seat")

    def deal(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        """The tricks of everybody who plays, 0 where none are chosen."""
        playing = [player for player, _name in self.players if player not in cleaned["away"]]
        return {"kind": self.kind.kind, "tricks": {player: int(cleaned[f"tricks_{player}"] or 0) for player in playing}}

    @classmethod
    def initial(cls, deal: Mapping[str, Any], scoring_table: ScoringRules) -> dict[str, Any]:
        tricks = {f"tricks_{player}": str(number) for player, number in deal["tricks"].items()}
        return {"contract": cls.kind.kind, **tricks}
