"""Slowing down whoever guesses at a password or another secret, but not the owner on a device of their own.

A device on which somebody has signed in before has a cookie that says so, one for each account, and is counted by
itself. All others share the tries at a name, wherever they come from, and those from one address share that address's.
Nothing here asks whether an account with the name exists.
"""

import secrets
from collections.abc import Callable
from datetime import timedelta
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from typing import TypeVar

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from ledger.services.clubs.accounts import use_code
from ledger.services.site.reading_apart import SECRETS
from ledger.services.site.slowing import Door, count_try, take_back, wait_at
from ledger.web.site.access import SignedInRequest

FOUNDING_CODE, NEW_NAME, PASSWORD, CODE, MAIL = "founding code", "new user name", "password", "code", "e-mail"
TOO_MANY = _(
    "Too many wrong tries. Wait %(wait)s and try again: nothing is lost. On a device where you have signed in "
    "before, you need not wait for the tries of others."
)
MAILED_OFTEN = _(
    "E-mails to this address have been asked for often lately. Use the newest one; the next can be asked for in "
    "%(wait)s."
)
DEVICE = "ledger.device"
DEVICE_COOKIE_LASTS = 60 * 60 * 24 * 365
ONE_NETWORK = 64  # bits: what one household has of IPv6

TriedT = TypeVar("TriedT")


class TooManyTries(ValidationError):
    """A try that was refused unread, or an e-mail that is not sent; carries how long to wait for the next."""

    def __init__(self, wait: timedelta, *, is_mail: bool = False) -> None:
        super().__init__(MAILED_OFTEN if is_mail else TOO_MANY, params={"wait": wait_words(wait)})
        self.wait = wait


def try_secret(request: HttpRequest, name: str, secret: str, test: Callable[[], TriedT]) -> TriedT:
    """The outcome of a test of a name's secret; a false outcome or an exception counts as a wrong try.

    Raises TooManyTries when the try is not made.
    Raises NoTurn when too many others are trying theirs.
    """
    if device := request.get_signed_cookie(_device_cookie(name), None, salt=DEVICE, max_age=DEVICE_COOKIE_LASTS):
        doors = [_named_door("device", secret, device)]
    else:
        # Wider than a name's: a whole club may sign in through one address.
        network = Door(f"address {visitors_network(request)}", at_once=30, interval=timedelta(minutes=2))
        doors = [_named_door("name", secret, name), network]
    # To hash a password takes 100 MB, which every thread would take at the same moment.
    with SECRETS.take():
        now = timezone.now()
        # Counted before it is made, or tries at the same moment would all find the door open.
        if wait := count_try(doors=doors, now=now):
            raise TooManyTries(wait)
        outcome = test()
    if outcome:
        take_back(doors=doors, now=now)
    return outcome


def check_password(request: SignedInRequest, password: str) -> None:
    """Try the password of whoever is signed in; wrong ones count as at the sign-in.

    Raises ValidationError for a wrong one, and after too many tries.
    """
    user = request.user
    if not try_secret(request, user.get_username(), PASSWORD, lambda: user.check_password(password)):
        raise ValidationError(gettext("That is not your password."))


def check_code(request: HttpRequest, user: User, code: str) -> None:
    """Use up a code of somebody's second factor.

    Raises ValidationError for a wrong one, and after too many tries.
    """
    if not try_secret(request, user.get_username(), CODE, lambda: use_code(user=user, code=code)):
        raise ValidationError(gettext("That code is not right, or it has been used. Wait for the app's next one."))


def slow_answer(response: HttpResponse, form: BaseForm) -> HttpResponse:
    """The page of a refused form, with the status and header to match after too many tries."""
    for errors in form.errors.as_data().values():
        for error in errors:
            if isinstance(error, TooManyTries):
                return ask_to_wait(response, error.wait)
    return response


def remember_device(request: HttpRequest, response: HttpResponse, name: str) -> None:
    """Count this device by itself from now on, for the name that has just signed in on it."""
    response.set_signed_cookie(
        _device_cookie(name),
        secrets.token_urlsafe(16),
        salt=DEVICE,
        max_age=DEVICE_COOKIE_LASTS,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )


def wait_words(wait: timedelta) -> str:
    """A wait in whole minutes, rounded up, in words."""
    minutes = ceil(wait / timedelta(minutes=1))
    return ngettext("%(minutes)s minute", "%(minutes)s minutes", minutes) % {"minutes": minutes}


def ask_to_wait(response: HttpResponse, wait: timedelta) -> HttpResponse:
    """Give a response the status and the header of a try that was not made."""
    response.status_code = 429
    response["Retry-After"] = str(ceil(wait.total_seconds()))
    return response


def lockout_page(request: HttpRequest, secret: str) -> HttpResponse | None:
    """The page for whoever guessed too often from their network; None for everybody else."""
    wait = wait_at(doors=[_guessing_door(request, secret)], now=timezone.now())
    if not wait:
        return None
    return ask_to_wait(render(request, "ledger/site/sign_in/locked_out.html", {"wait": wait_words(wait)}), wait)


def count_wrong_guess(request: HttpRequest, secret: str) -> None:
    """Count a wrong guess, outside the transaction that the form failed in."""
    # Inside, the count would be rolled back with the form.
    count_try(doors=[_guessing_door(request, secret)], now=timezone.now())


def count_mail(request: HttpRequest, address: str) -> None:
    """Count an e-mail asked for, by the visitor's network and by its receiver, whoever that is.

    Raises TooManyTries when it is not to be sent.
    """
    # However many networks they come from. Each link withdraws the one before: the fifth has an hour in which it works.
    receiver = Door(f"{MAIL} to {address.casefold()}", at_once=5, interval=timedelta(hours=1))
    if wait := count_try(doors=[_guessing_door(request, MAIL), receiver], now=timezone.now()):
        raise TooManyTries(wait, is_mail=True)


def visitors_network(request: HttpRequest) -> str:
    """The visitor's address, or for IPv6 the /64 that a household has to itself; any other text as it is."""
    # A public site stands behind a web server, which adds the visitor's address at the end.
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.PUBLIC_HOST else ""
    text: str = forwarded.rpartition(",")[2].strip() or request.META["REMOTE_ADDR"]
    try:
        address = ip_address(text)
    except ValueError:
        return text
    if not isinstance(address, IPv6Address):
        return str(address)
    # A server that listens on IPv6 sees IPv4 in one single /64, shared by everybody.
    return str(address.ipv4_mapped or ip_network((int(address), ONE_NETWORK), strict=False))


def _named_door(kind: str, secret: str, name: str) -> Door:
    """The door of a name or device for a secret, with its limits."""
    # At most twenty passwords in any hour. Of a million codes three are right at a time: of these fifty a day.
    if secret == CODE:
        return Door(f"{kind} {secret} {name}", at_once=5, interval=timedelta(minutes=30))
    return Door(f"{kind} {secret} {name}", at_once=10, interval=timedelta(minutes=6))


def _guessing_door(request: HttpRequest, secret: str) -> Door:
    return Door(f"{secret} {visitors_network(request)}", at_once=5, interval=timedelta(minutes=3))


def _device_cookie(name: str) -> str:
    """The name of the cookie for an account on a device that several people may share."""
    # A digest, so that the device does not tell whose accounts it has.
    prefix = "__Host-" if settings.PUBLIC_HOST else ""
    return f"{prefix}device-{salted_hmac(DEVICE, name, algorithm='sha256').hexdigest()[:16]}"
