"""The door that closes after too many wrong tries, at a password or at another secret: five, then a wait."""

import copy

from axes.handlers.database import AxesDatabaseHandler
from axes.handlers.proxy import AxesProxyHandler
from django.conf import settings
from django.db.models import Sum
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

FOUNDING_CODE = "(founding code)"  # no user name has brackets
NEW_NAME = "(new user name)"


class TwoLimits(AxesDatabaseHandler):
    """Five wrong tries on one name from an address close that door; so do thirty from an address on any names."""

    def get_failures(self, request: HttpRequest, credentials: dict[str, str] | None = None) -> int:
        """Wrong tries as the limit of five counts them: six on any names weigh as much as one on this name."""
        by_name, by_address = (
            attempts.aggregate(tries=Sum("failures_since_start"))["tries"] or 0
            for attempts in self.get_user_attempts(request, credentials)
        )
        return max(by_name, by_address // 6)


def visitors_address(request: HttpRequest) -> str:
    """Where a try came from. A public site stands behind a web server, which adds the visitor's address at the end."""
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.PUBLIC_HOST else ""
    return forwarded.rpartition(",")[2].strip() or request.META["REMOTE_ADDR"]


def lockout_response(request: HttpRequest, _response: HttpResponse, _credentials: dict[str, str]) -> HttpResponse:
    """The page for whoever tried too often, with what they can do."""
    return render(request, "ledger/site/locked_out.html", status=429)


def lockout_page(request: HttpRequest, secret: str) -> HttpResponse | None:
    """The page for whoever guessed too often from where they are; None for everybody else."""
    guess = {"username": secret}
    return None if AxesProxyHandler.is_allowed(request, guess) else lockout_response(request, HttpResponse(), guess)


def count_wrong_guess(request: HttpRequest, secret: str) -> None:
    """Keep that somebody guessed wrong; call it outside the transaction that their form failed in."""
    bare = copy.copy(request)
    bare.POST = QueryDict()  # what else stands in the form is nobody's to keep
    AxesProxyHandler.user_login_failed(sender=__name__, credentials={"username": secret}, request=bare)
