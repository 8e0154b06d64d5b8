"""Forms for inviting somebody to a club's board, and for accepting."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ledger.models import Membership
from ledger.models.clubs.club import NAME_LENGTH
from ledger.web.clubs.account_form import AccountFields, WriterNameField
from ledger.web.site.form_keys import KeyedForm
from ledger.web.site.forms import RefusingForm


class InviteForm(RefusingForm):
    """The name of whom the board invites, in its own words, and their role."""

    name = forms.CharField(
        label=_("Whom do you invite?"),
        max_length=NAME_LENGTH,
        help_text=_("A name for this list. The receiver chooses a user name, or comes with the one they have."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    role = forms.ChoiceField(label=_("Role"), choices=Membership.Role.choices)


class AcceptForm(WriterNameField, KeyedForm):
    """The name on the club's pages of somebody who accepts while signed in."""


class AcceptAsNewForm(WriterNameField, AccountFields, KeyedForm):
    """The account that somebody makes to accept with, and their name on the club's pages."""
