"""The form that opens a season."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ledger.models import TableVersion
from ledger.rules.refusal import Refusal
from ledger.web.evening_form import version_name
from ledger.web.forms import DayInput
from ledger.web.once import KeyedForm
from ledger.web.refusals import refusal_text


class SeasonForm(KeyedForm):
    """A new season: its name, its first day, and, where the club has several tables, whose unit its book counts in."""

    name = forms.CharField(label=_("Name"), max_length=40, help_text=_("For example 2026/27."))
    starts_on = forms.DateField(label=_("First day"), widget=DayInput)

    def __init__(self, *args: Any, versions: Sequence[TableVersion], today: date, **kwargs: Any) -> None:
        super().__init__(*args, initial={"starts_on": today, "table_version": versions[0].pk}, **kwargs)
        self.versions = {str(version.pk): version for version in versions}
        if len(versions) > 1:
            self.fields["table_version"] = forms.ChoiceField(
                label=_("Prices"),
                choices=[(pk, version_name(version)) for pk, version in self.versions.items()],
                widget=forms.RadioSelect,
                help_text=_("The book counts in the smallest part of a point that this table uses."),
            )

    def refuse(self, refusal: Refusal) -> None:
        """Show a refusal beside the name, or above the form."""
        self.add_error("name" if refusal.field == "season" else None, refusal_text(refusal))

    def version(self) -> TableVersion:
        """The table whose unit the season's book counts in."""
        return self.versions[self.cleaned_data.get("table_version", next(iter(self.versions)))]
