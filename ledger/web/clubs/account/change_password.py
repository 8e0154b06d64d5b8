"""Changing one's own password."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.forms import PasswordChangeForm
from django.contrib.auth.views import PasswordChangeView
from django.http import HttpResponse
from django.urls import reverse_lazy
from django.utils.translation import gettext

from ledger.web.clubs.account_form import PASSWORD_ADVICE
from ledger.web.site.access import SignedInRequest
from ledger.web.site.slowing import check_password, slow_answer


class ChangePasswordForm(PasswordChangeForm):
    """Django's form, with guesses at the old password slowed down."""

    def __init__(self, *, request: SignedInRequest, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.fields["new_password1"].help_text = PASSWORD_ADVICE
        self.request = request

    def clean_old_password(self) -> str:
        password: str = self.cleaned_data["old_password"]
        check_password(self.request, password)
        return password


class ChangePassword(PasswordChangeView):
    """The page that changes one's password; Django ends one's sessions elsewhere, which were signed in with it."""

    form_class = ChangePasswordForm
    template_name = "ledger/clubs/account/change_password.html"
    success_url = reverse_lazy("account")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "request": self.request}

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        messages.success(self.request, gettext("Your password is changed."))
        return super().form_valid(form)

    def form_invalid(self, form: PasswordChangeForm) -> HttpResponse:
        return slow_answer(super().form_invalid(form), form)
