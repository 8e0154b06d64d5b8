"""Resetting a password by e-mail, if the installation has a mail server: one's address, and a link sent to it."""

import logging
from collections.abc import Callable
from threading import Thread
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import connections
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from ledger.services.clubs.accounts import (
    accounts_with,
    address_token,
    confirm_address,
    forget_address,
    password_link,
    send,
)
from ledger.templatetags.ledger_labels import page_language
from ledger.web.site.access import SignedInRequest
from ledger.web.site.forms import OwnPasswordField
from ledger.web.site.slowing import MAIL, TooManyTries, check_password, count_mail, lockout_page, slow_answer


class Errand(Thread):
    """What is done beside a page, in its language, so that the page takes as long whatever there is to do."""

    def __init__(self, act: Callable[[], None]) -> None:
        # The site's stop does not wait for a mail server.
        super().__init__(name="e-mail", daemon=True)
        self.act, self.language = act, page_language()

    def run(self) -> None:
        """Do it; a failure is only logged, as nobody waits for it."""
        try:
            with override(self.language):
                self.act()
        except Exception:
            logging.getLogger(__name__).exception("An e-mail could not be written.")
        finally:
            # A thread has connections of its own, which nobody else closes.
            connections.close_all()


class AddressForm(forms.Form):
    """An e-mail address, to which there is to be an e-mail."""

    address = forms.EmailField(label=_("E-mail address"), max_length=254)

    def __init__(self, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(request.POST if request.method == "POST" else None, **kwargs)
        self.request = request

    def clean(self) -> dict[str, Any]:
        """Count the e-mail if all else is right."""
        if not self.errors and (address := self.cleaned_data["address"]):
            try:
                count_mail(self.request, address)
            except TooManyTries as refused:
                self.add_error("address", refused)
        return self.cleaned_data


class OwnAddressForm(AddressForm):
    """One's own e-mail address, or none, and the password that allows the change."""

    own_password = OwnPasswordField()
    request: SignedInRequest

    def __init__(self, request: SignedInRequest) -> None:
        super().__init__(request, initial={"address": request.user.email})
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
        return slow_answer(render(request, "ledger/clubs/account/own_address.html", {"form": form}), form)
    if address := form.cleaned_data["address"]:
        Errand(lambda: _send_confirmation(request, address)).start()
        messages.success(request, gettext("An e-mail is on its way to %(address)s.") % {"address": address})
    else:
        forget_address(account=request.user)
        messages.success(request, gettext("No e-mail address is kept."))
    return redirect("account")


@never_cache
@login_required
def address_confirm(request: SignedInRequest, token: str) -> HttpResponse:
    """Confirm an address: the link in the e-mail leads here, and the button keeps the address."""
    _require_mail()
    if request.method != "POST":
        return render(request, "ledger/clubs/account/address_confirm.html")
    if confirm_address(account=request.user, token=token):
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
    form = AddressForm(request)
    if not form.is_bound or not form.is_valid():
        return slow_answer(render(request, "ledger/clubs/account/forgotten.html", {"form": form}), form)
    # Looking for accounts and making a link take time too, so none of it is done before the answer.
    Errand(lambda: _send_links(request, form.cleaned_data["address"])).start()
    return render(request, "ledger/clubs/account/forgotten.html", {"form": None})


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


def _send_links(request: HttpRequest, address: str) -> None:
    """Send each account with an address a link to a new password."""
    for account in accounts_with(address=address):
        link = request.build_absolute_uri(reverse("new_password", args=password_link(account=account)))
        text = gettext(
            "Hello %(name)s,\n\nchoose a new password here. The link works once, for three days:\n\n%(link)s\n\n"
            "Have you not asked for it? Then you need not do anything."
        )
        text = text % {"name": account.get_username(), "link": link}
        send(to=account.email, subject=gettext("A new password"), text=text)
