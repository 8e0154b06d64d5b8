"""The form that opens a season."""

from collections.abc import Sequence
from datetime import date

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from ledger.models import ScoringTableVersion, Season
from ledger.web.scoring.table_choice import ClubScoringTables
from ledger.web.site.form_keys import KeyedForm
from ledger.web.site.forms import DayInput


class SeasonForm(KeyedForm):
    """A new season: its name, its first day, and the scoring table whose unit its book counts in, if several."""

    refusal_fields = {"season": "name"}

    name = forms.CharField(label=_("Name"), max_length=40, help_text=_("For example 2026/27."))
    starts_on = forms.DateField(label=_("First day"), widget=DayInput)

    def __init__(self, data: QueryDict | None, *, versions: Sequence[ScoringTableVersion], today: date) -> None:
        super().__init__(data, initial={"starts_on": today})
        self.scoring_tables = ClubScoringTables(versions)
        self.fields |= self.scoring_tables.field(today)
        if "table" in self.fields:
            self.fields["table"].help_text = _("The book counts in the smallest part of a point that this table uses.")

    def keep_table_of(self, season: Season) -> None:
        """Let the prices be those of a season's last evening, without asking."""
        last = season.evenings.order_by("date", "number").select_related("table_version").last()
        if last and "table" in self.fields:
            self.initial["table"] = str(last.table_version.scoring_table_id)
            self.fields["table"].widget = forms.HiddenInput()

    def version(self) -> ScoringTableVersion:
        """The version that prices the season's first evening, in whose unit the book counts."""
        return self.scoring_tables.version(self.cleaned_data.get("table", ""), self.cleaned_data["starts_on"])
