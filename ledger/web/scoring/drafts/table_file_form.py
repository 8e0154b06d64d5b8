"""The form for uploading a scoring table's file."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ledger.models import Club
from ledger.rules.scoring.document import PRESETS, document_from_file
from ledger.rules.site.labels import Text
from ledger.rules.site.refusal import Refusal
from ledger.services.scoring import NAME_LENGTH
from ledger.services.site.reading_apart import read_apart
from ledger.templatetags.ledger_labels import label_text, refusal_text
from ledger.web.scoring.drafts.becomes_form import BecomesForm


class ScoringTableFileForm(BecomesForm):
    """A file, and which scoring table its draft is for; errors in the file are shown beside the field."""

    file = forms.FileField(
        label=_("File"),
        help_text=_("A JSON file, as this site hands it out."),
        widget=forms.FileInput(attrs={"accept": ".json"}),
    )
    name = forms.CharField(
        label=_("Name of the table"),
        max_length=NAME_LENGTH,
        required=False,
        help_text=_("Left empty: the name in the file, or that of the table which gets a new version."),
    )
    field_order = ("file", "becomes", "name")

    def clean_file(self) -> dict[str, Any]:
        """The file's document."""
        try:
            return read_apart(document_from_file, self.cleaned_data["file"].read())
        except Refusal as refusal:
            raise forms.ValidationError(refusal_text(refusal)) from refusal

    def draft(self, club: Club) -> dict[str, Any]:
        """The arguments for `start_draft`, from the valid form."""
        cleaned = self.cleaned_data
        document, scoring_table = cleaned["file"], self.scoring_table()
        default_name = scoring_table.name if scoring_table else label_text(Text(**document["name"]))
        preset = scoring_table.preset if scoring_table else document["code"]
        return {
            "club": club,
            "scoring_table": scoring_table,
            "name": cleaned["name"] or default_name,
            "document": document,
            "preset": preset if preset in PRESETS else "",
        }
