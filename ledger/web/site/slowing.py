"""Guesses at other secrets than a password, slowed by the lock of the sign-in page: five wrong ones, then a wait."""

import copy

from axes.handlers.proxy import AxesProxyHandler
from django.http import HttpRequest, HttpResponse, QueryDict

from ledger.web.site.sign_in import locked_out

FOUNDING_CODE = "(founding code)"  # no user name has brackets
NEW_NAME = "(new user name)"


def refused_for_guessing(request: HttpRequest, secret: str) -> HttpResponse | None:
    """The page for whoever guessed too often from where they are; None for everybody else."""
    guess = {"username": secret}
    return None if AxesProxyHandler.is_allowed(request, guess) else locked_out(request, HttpResponse(), guess)


def count_wrong_guess(request: HttpRequest, secret: str) -> None:
    """Keep that somebody guessed wrong; call it outside the transaction that their form failed in."""
    bare = copy.copy(request)
    bare.POST = QueryDict()  # what else stands in the form is nobody's to keep
    AxesProxyHandler.user_login_failed(sender=__name__, credentials={"username": secret}, request=bare)
