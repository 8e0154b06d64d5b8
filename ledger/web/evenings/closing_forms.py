"""The forms that approve and reopen an evening, and close a season."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ledger.models.clubs.club import REASON_LENGTH
from ledger.web.site.form_keys import KeyedForm


class ApproveForm(KeyedForm):
    """One press; `lines` is how many entries the approver saw, so that nothing unseen is approved."""

    lines = forms.IntegerField(widget=forms.HiddenInput, min_value=0)


class ReopenForm(KeyedForm):
    """The reason for reopening an approved evening."""

    reason = forms.CharField(label=_("Why is it reopened?"), max_length=REASON_LENGTH)


class CloseSeasonForm(ApproveForm):
    """One press, as for an evening, for a whole season."""
