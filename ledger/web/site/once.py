"""Forms that are done once: each carries a key made with the page, and the same key gives the same answer."""

import hashlib
import uuid
from collections.abc import Callable

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from ledger.rules.site.refusal import Refusal
from ledger.services.deals.recording import DealChanged, KeyUsed, PricesChanged, SeatsChanged
from ledger.services.scoring.drafts import DraftChanged
from ledger.services.seasons.closing import BookMoved
from ledger.services.site.once import KeyTaken, SentForm, answered, once
from ledger.web.site.refusals import refusal_text

OK, CONFLICT = 200, 409
FIRST_HERE = (KeyTaken, KeyUsed, DealChanged, PricesChanged, SeatsChanged, DraftChanged, BookMoved)
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
    return redirect(once(slip=_slip(request, form.cleaned_data["key"] or uuid.uuid4()), deed=deed))


def done_or_refused(request: HttpRequest, form: KeyedForm, deed: Callable[[], str]) -> tuple[HttpResponse | None, int]:
    """On from a form that was sent and done; else nothing, and the status of the page that shows it again."""
    if not form.is_valid():
        return None, OK
    try:
        return done_once(request, form, deed), OK
    except Refusal as refusal:
        return None, refused(form, refusal)


def done_before(request: HttpRequest) -> HttpResponse | None:
    """On to where this very form led when it was sent before; None for any other.

    For a page that after the deed has nothing left to show its form with: a published draft is gone.
    """
    try:
        key = uuid.UUID(request.POST.get("key", ""))
    except ValueError:
        return None
    answer = answered(slip=_slip(request, key))
    return redirect(answer) if answer else None


def _slip(request: HttpRequest, key: uuid.UUID) -> SentForm:
    """The form as it was sent: its fields, and the digest of each file."""
    fields = {name: values for name, values in request.POST.lists() if name not in UNSAID}
    files = {name: _digest(file) for name, file in request.FILES.items()}
    user = request.user if request.user.is_authenticated else None
    return SentForm(key=key, user=user, said=[request.path, fields | files], now=timezone.now())


def _digest(file: UploadedFile) -> str:
    file.seek(0)
    return hashlib.file_digest(file, "sha256").hexdigest()


def refused(form: KeyedForm, refusal: Refusal) -> int:
    """Show a refusal on its form, with the way to what is stored; gives the status of the answer."""
    form.refuse(refusal)
    if isinstance(refusal, KeyTaken):
        form.stored = refusal.answer
    return status_of(refusal)


def status_of(refusal: Refusal) -> int:
    """409 where somebody, perhaps oneself, was here first; else 200, the form again."""
    return CONFLICT if isinstance(refusal, FIRST_HERE) else OK
