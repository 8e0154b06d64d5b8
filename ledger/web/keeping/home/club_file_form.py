"""The form that takes a club's complete file."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ledger.web.keeping.home.founding_code_form import FoundingCodeForm


class ClubFileForm(FoundingCodeForm):
    """A complete file, and the founding code where it is asked for."""

    refusal_fields = {"": "file"}

    file = forms.FileField(
        label=_("The club's complete file"),
        help_text=_("The old installation hands it out on its page “For a new secretary”; it ends in .jsonl.gz."),
        widget=forms.FileInput(attrs={"accept": ".gz"}),
    )
