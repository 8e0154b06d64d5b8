"""Resetting a password by e-mail, if the installation has a mail server: one's address, and a link sent to it."""

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from ledger.services.clubs.accounts import password_link
from ledger.services.clubs.mailing import accounts_with, address_token, confirm_address, forget_address, send
from ledger.web.site.access import SignedInRequest
from ledger.web.site.forms import OwnPasswordField
from ledger.web.site.slowing import check_password, count_wrong_guess, lockout_page, slow_answer

MAIL = "e-mail"  # the door at which requests for mail are counted


class AddressForm(forms.Form):
    """An e-mail address."""

    address = forms.EmailField(label=_("E-mail address"), max_length=254)


class OwnAddressForm(AddressForm):
    """One's own e-mail address, or none, and the password that allows the change."""

    own_password = OwnPasswordField()

    def __init__(self, request: SignedInRequest) -> None:
        super().__init__(request.POST if request.method == "POST" else None, initial={"address": request.user.email})
        self.request = request
        self.fields["address"].required = False

    def clean_own_password(self) -> str:
        password: str = self.cleaned_data["own_password"]
        check_password(self.request, password)
        return password


@never_cache
@sensitive_post_parameters("own_password")
@login_required
def own_address(request: SignedInRequest) -> HttpResponse:
    """Set one's e-mail address, which the link sent to it confirms."""
    _require_mail()
    if request.method == "POST" and (lockout := lockout_page(request, MAIL)):
        return lockout
    form = OwnAddressForm(request)
    if not form.is_bound or not form.is_valid():
        return slow_answer(render(request, "ledger/clubs/own_address.html", {"form": form}), form)
    if address := form.cleaned_data["address"]:
        count_wrong_guess(request, MAIL)
        _send_confirmation(request, address)
        messages.success(request, gettext("An e-mail is on its way to %(address)s.") % {"address": address})
    else:
        forget_address(account=request.user, now=timezone.now())
        messages.success(request, gettext("No e-mail address is kept."))
    return redirect("account")


@never_cache
@login_required
def address_confirm(request: SignedInRequest, token: str) -> HttpResponse:
    """Confirm an address: the link in the e-mail leads here, and the button keeps the address."""
    _require_mail()
    if request.method != "POST":
        return render(request, "ledger/clubs/address_confirm.html")
    if confirm_address(account=request.user, token=token, now=timezone.now()):
        messages.success(request, gettext("Your e-mail address is confirmed."))
    else:
        messages.error(request, gettext("This link is too old, or is for another account."))
    return redirect("account")


@never_cache
def forgotten(request: HttpRequest) -> HttpResponse:
    """Ask for a link to a new password; the answer does not tell whether there is an account."""
    _require_mail()
    if request.method == "POST" and (lockout := lockout_page(request, MAIL)):
        return lockout
    form = AddressForm(request.POST if request.method == "POST" else None)
    if not form.is_bound or not form.is_valid():
        return render(request, "ledger/clubs/forgotten.html", {"form": form})
    count_wrong_guess(request, MAIL)
    for account in accounts_with(address=form.cleaned_data["address"]):
        link = request.build_absolute_uri(reverse("new_password", kwargs=password_link(account=account)._asdict()))
        text = gettext(
            "Hello %(name)s,\n\nchoose a new password here. The link works once, for three days:\n\n%(link)s\n\n"
            "Have you not asked for it? Then you need not do anything."
        )
        text = text % {"name": account.get_username(), "link": link}
        send(to=account.email, subject=gettext("A new password"), text=text)
    return render(request, "ledger/clubs/forgotten.html", {"form": None})


def _require_mail() -> None:
    if not settings.SENDS_MAIL:
        raise Http404


def _send_confirmation(request: SignedInRequest, address: str) -> None:
    token = address_token(account=request.user, address=address)
    link = request.build_absolute_uri(reverse("address_confirm", args=[token]))
    text = gettext(
        "Hello %(name)s,\n\nconfirm your e-mail address here, within a day, on the device where you are signed in:\n\n"
        "%(link)s\n\nHave you not asked for it? Then you need not do anything."
    )
    text = text % {"name": request.user.get_username(), "link": link}
    send(to=address, subject=gettext("Confirm your e-mail address"), text=text)
