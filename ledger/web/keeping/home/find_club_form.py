"""The form that finds a club on the home page; sent by GET, so that each result has an address."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

# A larger number would make the database count in vain, and one larger still is more than it can count.
MOST_PAGES = 10_000


class FindClubForm(forms.Form):
    """A part of a club's name, and a page of the list."""

    q = forms.CharField(
        label=_("Find a club"),
        required=False,
        max_length=80,
        widget=forms.TextInput({"type": "search", "autocomplete": "off"}),
    )
    page = forms.IntegerField(required=False, min_value=1, max_value=MOST_PAGES, widget=forms.HiddenInput)

    def search(self) -> tuple[str, int]:
        """The part of a name and the page number; everything from the start if the form is not valid."""
        cleaned: dict[str, Any] = self.cleaned_data if self.is_valid() else {}
        return cleaned.get("q") or "", cleaned.get("page") or 1
