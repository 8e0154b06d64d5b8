"""The founding code on a form, where one is asked for."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.services.keeping.club_file import is_founding_code
from ledger.web.site.forms import RefusingForm


class FoundingCodeForm(RefusingForm):
    """A form with a field for the founding code of this installation, if `asks_code` says so."""

    def __init__(self, *args: Any, asks_code: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if asks_code:
            self.fields["code"] = forms.CharField(
                label=_("Founding code"),
                max_length=60,
                help_text=_("Whoever runs this installation has it: the server prints it when it starts."),
                widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters"}),
            )

    def clean_code(self) -> str:
        """Accept only the founding code of this installation."""
        code: str = self.cleaned_data["code"]
        if not is_founding_code(code):
            raise ValidationError(gettext("This is not the founding code of this installation."))
        return code
