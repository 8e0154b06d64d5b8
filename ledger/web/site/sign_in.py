"""Signing in and out."""

from typing import Any

from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ledger.services.site.expired import delete_ended_sessions
from ledger.services.site.slowing import NO_WAIT, count_try, take_back
from ledger.web.site.access import note_signed_in
from ledger.web.site.slowing import ask_to_wait, doors_of_name, remember_device, wait_words


class SignInForm(AuthenticationForm):
    """Name and password, with a refusal that says what to do about it.

    `wait` is how long until the next try, where this one was one too many and was not made.
    """

    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": _(
            "That user name and password do not belong together. Check both; capital letters count in the password."
        ),
        "too_many": _(
            "Too many wrong tries. Wait %(wait)s and try again: nothing is lost. On a device where you have signed in "
            "before, you need not wait for the tries of others."
        ),
    }
    wait = NO_WAIT

    def clean(self) -> dict[str, Any]:
        """Try the password, unless others or the visitor have tried too many."""
        name = self.cleaned_data.get("username")
        if not name or not self.cleaned_data.get("password"):
            return self.cleaned_data
        assert self.request is not None  # the view gives it
        doors = doors_of_name(self.request, name)
        self.wait = count_try(doors=doors, now=timezone.now())
        if self.wait:
            raise ValidationError(self.error_messages["too_many"], params={"wait": wait_words(self.wait)})
        cleaned = super().clean()
        take_back(doors=doors)
        return cleaned


class SignIn(LoginView):
    """Name and password; back to where the visitor came from."""

    template_name = "ledger/site/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "sends_mail": settings.SENDS_MAIL}

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        response = super().form_valid(form)
        delete_ended_sessions()
        remember_device(self.request, response, form.get_user().get_username())
        note_signed_in(self.request)
        return response

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        response = super().form_invalid(form)
        return ask_to_wait(response, form.wait) if isinstance(form, SignInForm) and form.wait else response


class SignOut(LogoutView):
    """By POST only, so that no link can sign anybody out. What the device kept of a half-entered deal goes too."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = super().dispatch(request, *args, **kwargs)
        response["Clear-Site-Data"] = '"storage"'
        return response
