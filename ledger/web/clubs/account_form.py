"""Fields for creating an account."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.forms import UsernameField
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from ledger.models.clubs.club import NAME_LENGTH
from ledger.web.site.form_keys import KeyedForm

# What the site's validators require, in one sentence; their messages about a weak password are Django's own.
PASSWORD_ADVICE = format_lazy(
    _("At least {least} characters. Three or four words at random are good."),
    least=settings.SHORTEST_PASSWORD,
)


class WriterNameField(forms.Form):
    """The name that somebody wants on a club's pages."""

    writer_name = forms.CharField(
        label=_("Your name"),
        max_length=NAME_LENGTH,
        help_text=_("The players see it beside what you write."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class RenameForm(WriterNameField, KeyedForm):
    """Another name for oneself on a club's pages."""


class AccountFields(forms.Form):
    """A user name and a password."""

    username = UsernameField(
        label=_("User name"),
        max_length=get_user_model()._meta.get_field("username").max_length,
        validators=get_user_model()._meta.get_field("username").validators,
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=PASSWORD_ADVICE,
    )

    def clean(self) -> dict[str, Any]:
        """Validate the password by the site's settings, together with the user name."""
        cleaned = self.cleaned_data
        if "password" in cleaned and "username" in cleaned:
            try:
                validate_password(cleaned["password"], get_user_model()(username=cleaned["username"]))
            except ValidationError as refused:
                self.add_error("password", refused)
        return cleaned
