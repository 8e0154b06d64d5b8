"""Signing in, in one step or two, and signing out."""

from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from ledger.models.clubs.club import CODE_LENGTH
from ledger.queries.clubs.clubs import second_factor_of
from ledger.web.site.access import sign_in_as
from ledger.web.site.forms import CodeField, form_data
from ledger.web.site.slowing import PASSWORD, check_code, remember_device, slow_answer, try_secret

AWAITS_CODE = "awaits_code"  # the session's key for who has typed their password but not yet their code
CODE_AWAITED = timedelta(minutes=10)


class SignInForm(AuthenticationForm):
    """Name and password, with a refusal that says what to do about it."""

    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": _(
            "That user name and password do not belong together. Check both; capital letters count in the password."
        ),
    }

    def clean(self) -> dict[str, Any]:
        """Try the password, unless there were too many tries."""
        name = self.cleaned_data.get("username")
        if not name or not self.cleaned_data.get("password"):
            return self.cleaned_data
        assert self.request is not None  # the view gives it
        return try_secret(self.request, name, PASSWORD, super().clean)


class CodeForm(forms.Form):
    """The code of the second step."""

    code = CodeField(autofocus=True)

    def __init__(self, data: QueryDict | None, *, request: HttpRequest, user: User) -> None:
        super().__init__(data)
        self.request, self.user = request, user

    def clean_code(self) -> str:
        code: str = self.cleaned_data["code"]
        check_code(self.request, self.user, code)
        return code


class SignIn(LoginView):
    """The sign-in page, which leads back to where the visitor came from or on to the second step."""

    template_name = "ledger/site/sign_in/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "sends_mail": settings.SENDS_MAIL}

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        user = form.get_user()
        if second_factor_of(user=user) is None:
            sign_in_as(self.request, user)
            return _finish_sign_in(self.request, user, self.get_success_url())
        until = (timezone.now() + CODE_AWAITED).timestamp()
        # Whoever knew the session's key before must not share what it becomes now.
        self.request.session.cycle_key()
        self.request.session[AWAITS_CODE] = [user.pk, user.get_session_auth_hash(), until]
        address, back = reverse("sign_in_code"), self.get_redirect_url()
        if back:
            address = f"{address}?{urlencode({self.redirect_field_name: back})}"
        return redirect(address)

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        return slow_answer(super().form_invalid(form), form)


@never_cache
@sensitive_post_parameters("code")
def sign_in_code(request: HttpRequest) -> HttpResponse:
    """The second step, for accounts that have one: a code from an app, or a recovery code."""
    user = _awaiting_code(request)
    if user is None:
        return redirect("sign_in")
    form = CodeForm(form_data(request), request=request, user=user)
    back = request.POST.get("next", request.GET.get("next", ""))
    if not form.is_valid():
        return slow_answer(render(request, "ledger/site/sign_in/sign_in_code.html", {"form": form, "next": back}), form)
    del request.session[AWAITS_CODE]
    sign_in_as(request, user)
    # An app's code is shorter, so this was one of the recovery codes.
    if len(form.cleaned_data["code"]) >= CODE_LENGTH:
        left = user.recovery_codes.count()
        text = ngettext("You have %(left)s recovery code left.", "You have %(left)s recovery codes left.", left)
        messages.warning(request, text % {"left": left})
    is_own = url_has_allowed_host_and_scheme(
        back, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    if not is_own:
        back = reverse("home")
    return _finish_sign_in(request, user, back)


class SignOut(LogoutView):
    """Signs out, by POST only, and clears what the device kept of a half-entered deal."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = super().dispatch(request, *args, **kwargs)
        # Not the cookies: the device stays known, and its language chosen.
        response["Clear-Site-Data"] = '"storage"'
        return response


def _awaiting_code(request: HttpRequest) -> User | None:
    """The user who typed their password in this browser within ten minutes and still has it, or None."""
    pk, digest, until = request.session.get(AWAITS_CODE, (None, "", 0))
    user = User.objects.filter(pk=pk, is_active=True).first() if timezone.now().timestamp() < until else None
    return user if user and constant_time_compare(digest, user.get_session_auth_hash()) else None


def _finish_sign_in(request: HttpRequest, user: User, address: str) -> HttpResponse:
    """Remember the device, and redirect to where the visitor came from."""
    request.session.clear_expired()
    response = HttpResponseRedirect(address)
    remember_device(request, response, user.get_username())
    return response
