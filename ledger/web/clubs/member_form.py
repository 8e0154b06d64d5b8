"""The forms that invite somebody to a club's board, and with which they accept."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ledger.models import Membership
from ledger.models.clubs.club import NAME_LENGTH
from ledger.web.clubs.account_form import AccountFields, WriterNameField
from ledger.web.site.form_keys import KeyedForm
from ledger.web.site.forms import RefusingForm


class InviteForm(RefusingForm):
    """Whom the board invites, in its own words, and to what."""

    name = forms.CharField(
        label=_("Whom do you invite?"),
        max_length=NAME_LENGTH,
        help_text=_("A name for this list. The receiver chooses a user name, or comes with the one they have."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    role = forms.ChoiceField(label=_("Role"), choices=Membership.Role.choices)


class AcceptForm(WriterNameField, KeyedForm):
    """What somebody who is signed in is to be called."""


class AcceptAsNewForm(WriterNameField, AccountFields, KeyedForm):
    """The account that somebody makes to accept with, and what they are to be called."""
