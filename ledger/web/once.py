"""Forms that are done once: each carries a key made with the page, and the same key gives the same answer."""

import uuid
from collections.abc import Callable

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from ledger.rules.refusal import Refusal
from ledger.services.closing import BookMoved
from ledger.services.once import KeyTaken, Slip, once
from ledger.services.recording import DealChanged, KeyUsed
from ledger.web.refusals import refusal_text

OK, CONFLICT = 200, 409
UNSAID = {"csrfmiddlewaretoken", "key", "password"}  # no part of what a form says


class KeyedForm(forms.Form):
    """A form with its key. One sent without a key, by a program perhaps, is done each time it comes."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4, required=False)
    stored = ""

    def refuse(self, refusal: Refusal) -> None:
        """Show a refusal beside its field, or above the form when it has none here."""
        self.add_error(refusal.field if refusal.field in self.fields else None, refusal_text(refusal))


def done_once(request: HttpRequest, form: KeyedForm, deed: Callable[[], str]) -> HttpResponse:
    """Do what a valid form asks, unless it was done; then on to the address that the deed gave. Raises Refusal."""
    said = {name: values for name, values in request.POST.lists() if name not in UNSAID}
    slip = Slip(
        key=form.cleaned_data["key"] or uuid.uuid4(),
        user=request.user if request.user.is_authenticated else None,
        said=[request.path, said],
        now=timezone.now(),
    )
    return redirect(once(slip=slip, deed=deed))


def refused(form: KeyedForm, refusal: Refusal) -> int:
    """Show a refusal on its form, with the way to what is stored; gives the status of the answer."""
    form.refuse(refusal)
    if isinstance(refusal, KeyTaken):
        form.stored = refusal.answer
    return status_of(refusal)


def status_of(refusal: Refusal) -> int:
    """409 where somebody, perhaps oneself, was here first; else 200, the form again."""
    return CONFLICT if isinstance(refusal, KeyTaken | KeyUsed | DealChanged | BookMoved) else OK
