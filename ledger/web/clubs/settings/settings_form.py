"""The form of a club's settings: its name, its language and its own rules."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import get_language_info
from django.utils.translation import gettext_lazy as _

from ledger.models import Club
from ledger.web.site.form_keys import KeyedForm


class ClubFields(forms.Form):
    """The club's name and language."""

    name = forms.CharField(
        label=_("The club's name"),
        max_length=Club._meta.get_field("name").max_length,
        help_text=_("The club's address stays as it is."),
    )
    language = forms.ChoiceField(
        label=_("The club's language"),
        choices=[(code, get_language_info(code)["name_local"].capitalize()) for code, _name in settings.LANGUAGES],
        widget=forms.RadioSelect,
    )


class SettingsForm(ClubFields, KeyedForm):
    """The club's name and language, and its own rules."""

    writes_fractions = forms.BooleanField(
        label=_("Write points with fractions: 2¼ in place of 2,25"),
        help_text=_("On the pages. Workbooks and files keep decimals, which spreadsheets add up."),
        required=False,
    )
    hours = forms.IntegerField(
        label=_("Hours in which an approved evening can be reopened"),
        min_value=0,
        help_text=_("Counted from the first approval; 72 is three days, 0 is never."),
    )
    players_confirm = forms.BooleanField(
        label=_("The players confirm each evening's sheet"),
        help_text=_("Each player of an evening gets a link and says whether the sheet is right."),
        required=False,
    )
    readers = forms.ChoiceField(
        label=_("Who reads the club's pages?"),
        choices=Club.Readers.choices,
        help_text=_(
            "To everybody else there is nothing at the club's address. A player's link to an evening's sheet works in "
            "any case, for that sheet. Another choice than the link withdraws it."
        ),
        widget=forms.RadioSelect,
    )
    is_listed = forms.BooleanField(
        label=_("The club may be found"),
        help_text=_(
            "Where everybody reads: the club is in the list at the front of this site, and search engines may show it."
        ),
        required=False,
    )

    def clean(self) -> dict[str, Any]:
        """List a club only if everybody reads it."""
        cleaned = self.cleaned_data
        cleaned["is_listed"] = cleaned.get("is_listed", False) and cleaned.get("readers") == Club.Readers.EVERYBODY
        return cleaned
