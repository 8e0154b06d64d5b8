"""The filters of a club's deals."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import Player, Season
from ledger.queries.statistics.deals import BIDDER, HOUSE, LOST, WON
from ledger.queries.statistics.figures import ClubContracts, parts_of_players
from ledger.rules.deals.kinds import KINDS
from ledger.rules.site.labels import same
from ledger.templatetags.ledger_labels import label_text
from ledger.web.site.forms import (
    ChoiceFilter,
    DayFilter,
    DaysForm,
    ListFilters,
    NumberChoiceFilter,
    NumberFilter,
    TickFilter,
    offer,
)

CONTRACT = re.compile(r"(\w+)\.\w*", re.ASCII)
RESULT_NAMES = {WON: _("Won"), LOST: _("Lost")}
MOST_TABLES = 99


class DealsForm(DaysForm):
    """The form of the filters: whoever was beside a player is asked for with that player."""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        for name in ("partner", "opponent"):
            if cleaned.get(name) and not cleaned.get("player") and "player" not in self.errors:
                self.add_error("player", forms.ValidationError(_("Choose a player too."), code="player"))
            if cleaned.get(name) and cleaned.get(name) == cleaned.get("player"):
                self.add_error(name, forms.ValidationError(_("Choose another than the player."), code="same"))
        return cleaned


class DealsFilters(ListFilters):
    """What a club's deals may be narrowed to; each is a field of a DealFilter."""

    player = ChoiceFilter(label=_("Player"))
    part = ChoiceFilter(label=_("Part"))
    partner = ChoiceFilter(label=_("Together with"))
    opponent = ChoiceFilter(label=_("Opponent"))
    contract = ChoiceFilter(label=_("Contract"))
    level = NumberChoiceFilter(label=_("Level"))
    result = ChoiceFilter(label=_("Result"), choices=list(RESULT_NAMES.items()))
    season = ChoiceFilter(label=_("Season"))
    since = DayFilter(label=_("From"))
    until = DayFilter(label=_("To"))
    table = NumberFilter(label=_("Table number"), min_value=1, max_value=MOST_TABLES)
    corrected = TickFilter("is_corrected", label=_("Corrected deals only"))

    class Meta:
        form = DealsForm

    def __init__(
        self,
        asked: Mapping[str, Any],
        *,
        players: Sequence[Player],
        seasons: Sequence[Season],
        contracts: ClubContracts,
    ) -> None:
        super().__init__(asked)
        names = [(player.slug, player.name) for player in players]
        for name, choices in {
            "player": names,
            "part": part_names().items(),
            "partner": names,
            "opponent": [*names, (HOUSE, _("the house"))],
            "contract": contract_names(contracts, asked.get("contract", "")).items(),
            "level": [(str(level), str(level)) for level in contracts.levels],
            "season": [(season.slug, season.name) for season in seasons],
        }.items():
            offer(self.form, name, choices)


def part_names() -> dict[str, str]:
    """The parts that deals may be narrowed to, as pages call them."""
    return {BIDDER: gettext("Declarer"), **{part: label_text(name) for part, name in parts_of_players().items()}}


def contract_names(contracts: ClubContracts, asked: str) -> dict[str, str]:
    """The contracts by key, with the one asked for if it is one of no scoring table any more."""
    names = {key: label_text(label) for key, label in contracts.labels.items()}
    match = CONTRACT.fullmatch(asked)
    if match and match[1] in KINDS:
        names.setdefault(asked, label_text(same(asked.partition(".")[2] or asked)))
    return names
