"""Choosing a new password by a link that works once, from an e-mail or from a command."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.models import User
from django.contrib.auth.views import INTERNAL_RESET_SESSION_TOKEN, PasswordResetConfirmView
from django.db import transaction
from django.http import HttpResponse
from django.urls import reverse_lazy
from django.utils.translation import gettext

from ledger.services.clubs.accounts import link_tokens
from ledger.web.clubs.account_form import PASSWORD_ADVICE
from ledger.web.site.slowing import remember_device


class NewPasswordForm(SetPasswordForm):  # type: ignore[type-arg]  # which Django does not know when it runs
    """Django's form, with the advice shown wherever a password is chosen."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["new_password1"].help_text = PASSWORD_ADVICE


class NewPassword(PasswordResetConfirmView):
    """Django's page, which first takes the token out of the address; every session of the account ends."""

    form_class = NewPasswordForm
    token_generator = link_tokens
    template_name = "ledger/clubs/account/new_password.html"
    success_url = reverse_lazy("sign_in")

    @transaction.atomic
    def form_valid(self, form: "SetPasswordForm[User]") -> HttpResponse:
        # Of two who use a link at once, the second finds it used: it is tested again, with the account locked.
        account = User.objects.select_for_update().get(pk=form.user.pk)
        token = self.request.session[INTERNAL_RESET_SESSION_TOKEN]
        self.validlink = self.token_generator.check_token(account, token)
        if not self.validlink:
            return self.render_to_response(self.get_context_data())
        response = super().form_valid(form)
        # Whoever has the link is no guesser: wrong tries elsewhere do not keep them out.
        remember_device(self.request, response, form.user.get_username())
        messages.success(self.request, gettext("Your password is changed. Sign in with it."))
        return response
