"""The form of a club's settings: its name, its language and its own rules."""

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
