"""The form that invites somebody to write in a club's book."""

from django import forms
from django.contrib.auth import get_user_model
from django.contrib.auth.forms import UsernameField
from django.utils.translation import gettext_lazy as _

from ledger.models import Membership
from ledger.rules.refusal import Refusal
from ledger.web.refusals import refusal_text


class InviteForm(forms.Form):
    """A user name and a role."""

    username = UsernameField(
        label=_("User name"),
        max_length=get_user_model()._meta.get_field("username").max_length,
        help_text=_("The new member signs in with it."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    role = forms.ChoiceField(label=_("Role"), choices=Membership.Role.choices)

    def refuse(self, refusal: Refusal) -> None:
        """Show a refusal beside its field."""
        self.add_error(refusal.field if refusal.field in self.fields else None, refusal_text(refusal))
