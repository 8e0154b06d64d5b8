"""Where a link leads with which somebody chooses a password: one that works once, from an e-mail or from a command."""

from django.contrib import messages
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.models import User
from django.contrib.auth.views import PasswordResetConfirmView
from django.http import HttpResponse
from django.urls import reverse_lazy
from django.utils.translation import gettext

from ledger.services.clubs.accounts import withdraw_password
from ledger.services.clubs.sessions import end_other_sessions


class NewPassword(PasswordResetConfirmView):
    """Django's page, which takes the token out of the address first; afterwards nobody is signed in as before."""

    template_name = "ledger/clubs/new_password.html"
    success_url = reverse_lazy("sign_in")

    def form_valid(self, form: "SetPasswordForm[User]") -> HttpResponse:
        withdraw_password(account=form.user)
        response = super().form_valid(form)
        end_other_sessions(user=form.user)
        messages.success(self.request, gettext("Your password is changed. Sign in with it."))
        return response
