"""Signing in and out."""

from typing import Any

from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _


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
