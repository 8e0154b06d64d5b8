"""The fields of a deal of which the points are known and the tricks are not."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.rules.deals.keyboard_line import Notation
from ledger.rules.deals.kinds import PointsOnly
from ledger.rules.deals.kinds.points_only import MARK, bid_in_words
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site.points import MINUS, in_points, read_points
from ledger.templatetags.ledger_labels import label_text
from ledger.web.deals.kinds.part import IN_CAT, DealPart, side_of

LONGEST_TYPED_BID = 60


class PointsOnlyPart(DealPart):
    """The points of everyone who plays; the declarer, the partner and the contract if they are known."""

    kind = PointsOnly
    title = _("Points only")
    asks_declarer = True
    fields = ("partner", "bid")
    each_player = ("points",)
    asks_of = "playing"
    beside = {"points": "points_{player}"}
    typed = {
        "bid": partial(
            forms.CharField,
            label=_("Contract, if it is known"),
            help_text=_("Such as 9 vip 2, or in your own words"),
            max_length=LONGEST_TYPED_BID,
            required=False,
        )
    }

    @classmethod
    def examples(cls, notation: Notation, players: Sequence[str]) -> Iterator[tuple[str, str]]:
        yield f"{MARK} 2 2 -2 -2{' .' * (len(players) - 4)}", gettext("Points only: the tricks are not known")

    @property
    def is_rare(self) -> bool:
        return True

    def deal(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        typed = {player: cleaned[f"points_{player}"].strip() for player, _name in self.players}
        points = {player: text for player, text in typed.items() if text}
        bid = bid_in_words(cleaned["bid"], self.scoring_table)
        declarer = {"declarer": cleaned["declarer"]} if cleaned.get("declarer") else {}
        return {"kind": self.kind.kind, "points": points, **bid, **declarer, **side_of(cleaned)}

    @classmethod
    def initial(cls, deal: Mapping[str, Any], scoring_table: ScoringRules) -> dict[str, Any]:
        alone = {"self_called": deal.get("declarer"), "ace_in_cat": IN_CAT}.get(deal.get("alone") or "", "")
        side = {"declarer": deal.get("declarer", ""), "partner": deal.get("partner") or alone}
        unit = scoring_table.unit_denominator
        points = {
            player: label_text(in_points(read_points(str(given), unit), unit))
            for player, given in deal["points"].items()
        }
        return {
            "contract": cls.kind.kind,
            **side,
            # What is typed has a hyphen: keyboards have no true minus.
            **{f"points_{player}": text.replace(MINUS, "-") for player, text in points.items()},
        }
