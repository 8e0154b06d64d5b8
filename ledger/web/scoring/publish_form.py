"""The form for the day from which a version is in force."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import Evening, ScoringTableVersion
from ledger.web.site.form_keys import KeyedForm
from ledger.web.site.forms import DayInput


class PublishForm(KeyedForm):
    """A day, or one of the evenings already opened (none for a scoring table that nobody has played by yet).

    `start()` gives the arguments for `publish_version`.
    """

    in_force_from = forms.DateField(
        label=_("In force from"),
        widget=DayInput,
        error_messages={"required": _("Say from which day the prices are in force.")},
        help_text=_("Evenings already opened keep their prices, unless one is chosen below."),
    )

    def __init__(self, data: Mapping[str, Any] | None, *, evenings: Iterable[Evening], first_day: date) -> None:
        super().__init__(data, initial={"in_force_from": first_day})
        self.evenings = {str(evening.number): evening for evening in evenings}
        if not self.evenings:
            self.fields["in_force_from"].help_text = ""
            return
        choices = [(number, evening_name(evening)) for number, evening in self.evenings.items()]
        self.fields["from_evening"] = forms.ChoiceField(
            label=_("Or from an evening"),
            choices=[("", gettext("No, from the day above")), *choices],
            required=False,
            help_text=_("Its deals still to come, and later evenings; the deals already entered keep their prices."),
        )

    def clean(self) -> dict[str, Any]:
        """If an evening is chosen, the day is ignored."""
        cleaned = self.cleaned_data
        if cleaned.get("from_evening"):
            self.errors.pop("in_force_from", None)
        return cleaned

    def start(self) -> dict[str, Any]:
        """Arguments from the valid form: {"from_evening": evening}, or {"in_force_from": day}."""
        evening = self.cleaned_data.get("from_evening")
        if evening:
            return {"from_evening": self.evenings[evening]}
        return {"in_force_from": self.cleaned_data["in_force_from"]}


def evening_name(evening: Evening) -> str:
    """An evening as a choice: "Evening 12, 3.9.2026"."""
    day = date_format(evening.date, "SHORT_DATE_FORMAT")
    return gettext("Evening %(number)s, %(date)s") % {"number": evening.number, "date": day}


def published_notice(version: ScoringTableVersion, from_evening: Evening | None) -> str:
    """The notice that a version has been published."""
    text = gettext("Version %(number)s is published, in force from %(day)s.")
    if from_evening:
        text = gettext("Version %(number)s is published, in force from evening %(evening)s, %(day)s.")
    day = date_format(version.in_force_from, "SHORT_DATE_FORMAT")
    return text % {"number": version.number, "day": day, "evening": from_evening and from_evening.number}
