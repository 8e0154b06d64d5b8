"""A second factor for one's own account: turn it on with an app, get recovery codes, turn it off."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django_otp.plugins.otp_totp.models import TOTPDevice

from ledger.queries.clubs.clubs import recovery_codes_left, second_factor_of
from ledger.rules.site.refusal import Refusal
from ledger.services.clubs.accounts import new_app, new_recovery_codes, turn_off, turn_on
from ledger.web.site.access import SignedInRequest
from ledger.web.site.forms import CodeField, OwnPasswordField, RefusingForm
from ledger.web.site.sharing import qr_code
from ledger.web.site.slowing import check_code, check_password, slow_answer

# Until a code confirms it, a key lies in the form alone, so that looking at the page stores nothing.
KEY_SALT, KEY_LASTS = "ledger.second_factor", 60 * 60  # seconds


class OwnPasswordForm(RefusingForm):
    """A form that asks for the password of whoever is signed in."""

    password = OwnPasswordField()

    def __init__(self, request: SignedInRequest) -> None:
        super().__init__(request.POST if request.method == "POST" else None)
        self.request = request

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        check_password(self.request, password)
        return password


class TurnOnForm(OwnPasswordForm):
    """The password and the first code of an app, whose key travels with the form, signed."""

    key = forms.CharField(widget=forms.HiddenInput)
    code = forms.CharField(
        label=_("Code"),
        max_length=12,
        help_text=_("The six digits that the app shows for Whistklub."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "one-time-code"}),
    )

    def __init__(self, request: SignedInRequest) -> None:
        super().__init__(request)
        self.app = self._app()
        # With the account, or a key that somebody else has seen could be put into the form.
        self.initial["key"] = signing.dumps([self.app.key, request.user.pk], salt=KEY_SALT)

    def clean_code(self) -> str:
        return "".join(self.cleaned_data["code"].split())

    def clean_key(self) -> str:
        if self.is_new:
            raise ValidationError(gettext("This page had been open for too long. Scan the code anew."))
        return str(self.app.key)

    def _app(self) -> TOTPDevice:
        """The app of the form that was sent, or a new one."""
        try:
            key, pk = signing.loads(self.data.get("key", ""), salt=KEY_SALT, max_age=KEY_LASTS)
        except signing.BadSignature:
            key, pk = "", None
        self.is_new = pk != self.request.user.pk
        return new_app(user=self.request.user, key="" if self.is_new else key)


class TurnOffForm(OwnPasswordForm):
    """The password and a code."""

    code = CodeField()

    def clean(self) -> dict[str, Any]:
        """Use the code up only if the password is right."""
        if not self.errors:
            try:
                check_code(self.request, self.request.user, self.cleaned_data["code"])
            except ValidationError as refused:
                self.add_error("code", refused)
        return self.cleaned_data


@never_cache
@login_required
@sensitive_post_parameters()
def second_factor(request: SignedInRequest) -> HttpResponse:
    """The state of the second factor if it is on, else the form that turns it on."""
    app = second_factor_of(user=request.user)
    if app:
        context = {"app": app, "left": recovery_codes_left(user=request.user)}
        return render(request, "ledger/clubs/account/second_factor/is_on.html", context)
    form = TurnOnForm(request)
    if form.is_valid():
        cleaned = form.cleaned_data
        try:
            codes = turn_on(user=request.user, key=cleaned["key"], code=cleaned["code"], now=timezone.now())
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            return _codes_page(request, codes)
    return _turn_on_page(request, form)


@never_cache
@login_required
@sensitive_post_parameters()
def recovery_codes(request: SignedInRequest) -> HttpResponse:
    """Replace the recovery codes with ten new ones."""
    if second_factor_of(user=request.user) is None:
        return redirect("second_factor")
    form = OwnPasswordForm(request)
    if form.is_valid():
        return _codes_page(request, new_recovery_codes(user=request.user, now=timezone.now()))
    return slow_answer(render(request, "ledger/clubs/account/second_factor/new_codes.html", {"form": form}), form)


@never_cache
@login_required
@sensitive_post_parameters()
def second_factor_off(request: SignedInRequest) -> HttpResponse:
    """Turn the second factor off, with password and code."""
    if second_factor_of(user=request.user) is None:
        return redirect("second_factor")
    form = TurnOffForm(request)
    if form.is_valid():
        turn_off(user=request.user)
        messages.success(request, gettext("The second factor is off: your password alone signs you in."))
        return redirect("account")
    return slow_answer(render(request, "ledger/clubs/account/second_factor/off.html", {"form": form}), form)


def _turn_on_page(request: HttpRequest, form: TurnOnForm) -> HttpResponse:
    key = form.app.config_url.partition("secret=")[2].partition("&")[0]
    context = {
        "form": form,
        # Apps do not read Micro QR codes, and on a dark page they need the white ground.
        "picture": qr_code(form.app.config_url),
        "address": form.app.config_url,
        "key": " ".join(key[start : start + 4] for start in range(0, len(key), 4)),  # to be typed by hand
        "sent_key": form["key"].value() if not form.is_new else form.initial["key"],
    }
    return slow_answer(render(request, "ledger/clubs/account/second_factor/turn_on.html", context), form)


def _codes_page(request: HttpRequest, codes: list[str]) -> HttpResponse:
    """The page that shows the recovery codes, this once."""
    return render(request, "ledger/clubs/account/second_factor/codes.html", {"codes": codes})
