"""The forms that change what stands beside the deals."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from ledger.models import Evening, Season
from ledger.web.site.form_keys import KeyedForm
from ledger.web.site.forms import DayInput


class ChangeEveningForm(KeyedForm):
    """An evening's day and place."""

    day = forms.DateField(label=_("Date"), widget=DayInput)
    place = forms.CharField(label=_("Played at"), max_length=80, required=False)

    def __init__(self, data: QueryDict | None = None, *, evening: Evening) -> None:
        super().__init__(data, initial={"day": evening.date, "place": evening.place})


class RemoveEveningForm(KeyedForm):
    """One press."""


class ChangeSeasonForm(KeyedForm):
    """A season's name and first day."""

    refusal_fields = {"season": "name"}

    name = forms.CharField(
        label=_("Name"),
        max_length=Season._meta.get_field("name").max_length,
        help_text=_("Its address follows the name; links to the former address go on working."),
    )
    starts_on = forms.DateField(label=_("First day"), widget=DayInput)

    def __init__(self, data: QueryDict | None, *, season: Season) -> None:
        super().__init__(data, initial={"name": season.name, "starts_on": season.starts_on})
