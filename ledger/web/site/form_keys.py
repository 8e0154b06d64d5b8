"""Forms that count once: each carries a key made with the page, and the same key gets the same answer."""

import hashlib
import uuid
from collections.abc import Callable
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from ledger.rules.site.refusal import Refusal
from ledger.services.deals import DealChanged, KeyUsed, PricesChanged, SeatsChanged
from ledger.services.scoring import DraftChanged
from ledger.services.seasons import BookMoved
from ledger.services.site.form_keys import KeyTaken, SentForm, answer_to, run_once
from ledger.web.site.forms import RefusingForm

OK, CONFLICT = 200, 409
FIRST_HERE = (KeyTaken, KeyUsed, DealChanged, PricesChanged, SeatsChanged, DraftChanged, BookMoved)
LEFT_OUT = {"csrfmiddlewaretoken", "key", "password"}  # no part of what a form asks for


class KeyedForm(RefusingForm):
    """A form with its key; without a key, as a program may send it, it is acted on every time.

    `stored` is the address of what an earlier use of the key stored, if the form was refused because of that.
    """

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4, required=False)
    stored = ""

    def refuse(self, refusal: Refusal) -> None:
        super().refuse(refusal)
        if isinstance(refusal, KeyTaken):
            self.stored = refusal.answer


def redirect_once(request: HttpRequest, form: KeyedForm, act: Callable[[], str]) -> HttpResponse:
    """Do what a valid form asks, unless it was done before, and redirect to the address that `act` gave.

    Raises Refusal when `act` does, or when the key was used for another form.
    """
    sent = _sent_form(request, form.cleaned_data["key"] or uuid.uuid4())
    return redirect(run_once(sent=sent, act=act))


def submit_once(request: HttpRequest, form: KeyedForm, act: Callable[[], str]) -> tuple[HttpResponse | None, int]:
    """Do what a form asks, if it is valid, with any refusal put on the form.

    Returns the redirect, else None and the status of the page that shows the form again.
    """
    if not form.is_valid():
        return None, OK
    try:
        return redirect_once(request, form, act), OK
    except Refusal as refusal:
        form.refuse(refusal)
        return None, status_of(refusal)


def earlier_answer(request: HttpRequest) -> HttpResponse | None:
    """The redirect with which this very form was answered before; None if it is new.

    For a page that cannot show its form again once it is done: a published draft is gone.
    """
    try:
        key = uuid.UUID(request.POST.get("key", ""))
    except ValueError:
        return None
    answer = answer_to(sent=_sent_form(request, key))
    return redirect(answer) if answer else None


def status_of(refusal: Refusal) -> int:
    """The status of a refused form: 409 if somebody, perhaps oneself, was here first, else 200."""
    return CONFLICT if isinstance(refusal, FIRST_HERE) else OK


def _sent_form(request: HttpRequest, key: uuid.UUID) -> SentForm:
    """The form as it was sent: its fields, and a digest of each file."""
    fields = {name: values for name, values in request.POST.lists() if name not in LEFT_OUT}
    files = {name: _digest(file) for name, file in request.FILES.items() if isinstance(file, UploadedFile)}
    user = request.user if request.user.is_authenticated else None
    # By its path too, since the same key on another page is another form.
    return SentForm(key=key, user=user, data=[request.path, fields | files], now=timezone.now())


def _digest(file: "UploadedFile[Any]") -> str:
    # The form has read it to its end.
    file.seek(0)
    return hashlib.file_digest(file, "sha256").hexdigest()
