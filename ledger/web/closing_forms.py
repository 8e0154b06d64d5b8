"""The forms that approve and reopen an evening, close a season and set the club's correction window."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ledger.models.journal import REASON_LENGTH
from ledger.web.amending_forms import ClubFields
from ledger.web.once import KeyedForm


class ApproveForm(KeyedForm):
    """One press; `lines` is how many lines the approver saw, so that nothing is approved unseen."""

    lines = forms.IntegerField(widget=forms.HiddenInput, min_value=0)


class ReopenForm(KeyedForm):
    """Why an approved evening is opened again."""

    reason = forms.CharField(label=_("Why is it reopened?"), max_length=REASON_LENGTH)


class CloseSeasonForm(ApproveForm):
    """One press, as for an evening, for the whole season."""


class SettingsForm(ClubFields, KeyedForm):
    """The club's name and language, and its own rules."""

    hours = forms.IntegerField(
        label=_("Hours in which an approved evening can be reopened"),
        min_value=0,
        help_text=_("Counted from the first approval; 72 is three days, 0 is never."),
    )
    players_confirm = forms.BooleanField(
        label=_("The players confirm each evening's sheet"),
        help_text=_("Each player of an evening gets a link and says whether the sheet is right."),
        required=False,
    )
