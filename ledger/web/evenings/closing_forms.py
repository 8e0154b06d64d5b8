"""The forms that approve and reopen an evening, and close a season; and what is said once one is closed."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ledger.models.clubs.club import REASON_LENGTH
from ledger.services.keeping.comparison import prove
from ledger.templatetags.ledger_labels import refusal_text
from ledger.web.site.access import Visit
from ledger.web.site.form_keys import KeyedForm


class ApproveForm(KeyedForm):
    """One press, for an evening or a season.

    `lines` is how many entries the approver saw, so that nothing unseen is approved.
    """

    lines = forms.IntegerField(widget=forms.HiddenInput, min_value=0)


class ReopenForm(KeyedForm):
    """The reason for reopening an approved evening."""

    reason = forms.CharField(label=_("Why is it reopened?"), max_length=REASON_LENGTH)


def announce_audit(request: HttpRequest, visit: Visit) -> None:
    """Audit the club's book, and say how it went."""
    # The closing is committed by now: no deal waits for the audit, and its failure undoes nothing.
    report = prove(club=visit.club, now=timezone.now())
    if report.findings:
        messages.error(request, refusal_text(report.findings[0]))
    else:
        messages.success(request, refusal_text(report.balance))
