"""Signing in and out, and the door that closes after too many wrong tries."""

from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView
from django.db.models import Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

ACCOUNTS_BACKEND = "django.contrib.auth.backends.ModelBackend"  # by which somebody is signed in without a password


class SignInForm(AuthenticationForm):
    """Name and password, with a refusal that says what to do about it."""

    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": _(
            "That user name and password do not belong together. Check both; capital letters count in the password."
        ),
    }


class SignIn(LoginView):
    """Name and password; back to where the visitor came from."""

    template_name = "ledger/site/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True


class SignOut(LogoutView):
    """By POST only, so that no link can sign anybody out. What the device kept of a half-entered deal goes too."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = super().dispatch(request, *args, **kwargs)
        response["Clear-Site-Data"] = '"storage"'
        return response


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


def locked_out(request: HttpRequest, _response: HttpResponse, _credentials: dict[str, str]) -> HttpResponse:
    """The page for whoever tried too often, with what they can do."""
    return render(request, "ledger/site/locked_out.html", status=429)
