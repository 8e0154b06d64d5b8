"""The form that narrows a club's deals; sent by GET, so that each choice has an address."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import Player, Season
from ledger.queries.statistics.contracts import ClubContracts
from ledger.queries.statistics.deal_filter import BIDDER, HOUSE, LOST, WON, DealFilter
from ledger.queries.statistics.played import parts_of_players
from ledger.rules.deals.kinds import KINDS
from ledger.rules.site.labels import same
from ledger.templatetags.ledger_labels import label_text
from ledger.web.site.forms import DayInput, RefusingForm, offer

CONTRACT = re.compile(r"(\w+)\.\w*", re.ASCII)
RESULT_NAMES = {WON: _("Won"), LOST: _("Lost")}
MOST_TABLES = 99


class SearchForm(RefusingForm):
    """A search in a player's words."""

    q = forms.CharField(
        label=_("Search in your own words"),
        required=False,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off", "enterkeyhint": "search"}),
        help_text=_("Names, contracts, days and results, such as “vip Karen 2026 lost”."),
    )


class DealsForm(forms.Form):
    """The filter of a list of deals; every field is optional."""

    player = forms.ChoiceField(label=_("Player"), required=False)
    part = forms.ChoiceField(label=_("Part"), required=False)
    partner = forms.ChoiceField(label=_("Together with"), required=False)
    opponent = forms.ChoiceField(label=_("Opponent"), required=False)
    contract = forms.ChoiceField(label=_("Contract"), required=False)
    level = forms.TypedChoiceField(label=_("Level"), required=False, coerce=int, empty_value=None)
    result = forms.ChoiceField(label=_("Result"), required=False)
    season = forms.ChoiceField(label=_("Season"), required=False)
    since = forms.DateField(label=_("From"), required=False, widget=DayInput)
    until = forms.DateField(label=_("To"), required=False, widget=DayInput)
    table = forms.IntegerField(label=_("Table number"), required=False, min_value=1, max_value=MOST_TABLES)
    corrected = forms.BooleanField(label=_("Corrected deals only"), required=False)

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
        anything = ("", _("All"))
        offer(self, "player", [anything, *names])
        offer(self, "part", [anything, *part_names().items()])
        offer(self, "partner", [anything, *names])
        offer(self, "opponent", [anything, *names, (HOUSE, _("the house"))])
        offer(self, "contract", [anything, *contract_names(contracts, asked.get("contract", "")).items()])
        offer(self, "level", [anything, *((str(level), str(level)) for level in contracts.levels)])
        offer(self, "result", [anything, *RESULT_NAMES.items()])
        offer(self, "season", [anything, *((season.slug, season.name) for season in seasons)])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        since, until = cleaned.get("since"), cleaned.get("until")
        if since and until and since > until:
            self.add_error("until", forms.ValidationError(_("The last day is before the first."), code="order"))
        for name in ("partner", "opponent"):
            if cleaned.get(name) and not cleaned.get("player") and "player" not in self.errors:
                self.add_error("player", forms.ValidationError(_("Choose a player too."), code="player"))
            if cleaned.get(name) and cleaned.get(name) == cleaned.get("player"):
                self.add_error(name, forms.ValidationError(_("Choose another than the player."), code="same"))
        return cleaned

    def filter(self) -> DealFilter:
        """The filter of the valid form."""
        cleaned = dict(self.cleaned_data)
        return DealFilter(is_corrected=cleaned.pop("corrected"), **cleaned)


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
