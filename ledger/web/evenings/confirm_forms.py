"""The forms by which players answer for a sheet, and by which the board shares links and replies."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import SheetAnswer
from ledger.models.clubs.club import REASON_LENGTH
from ledger.queries.evenings.sheet import SheetRow
from ledger.services.evenings.confirming import Answer
from ledger.templatetags.ledger_labels import label_text
from ledger.web.site.form_keys import KeyedForm
from ledger.web.site.forms import offer


class AgreeForm(KeyedForm):
    """One press; `lines` is how many of the evening's entries the player saw."""

    lines = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=1_000_000)

    def answer(self) -> Answer:
        """The answer that the valid form gives."""
        return Answer(kind=SheetAnswer.Kind.AGREES, entry_count=self.cleaned_data["lines"])


class ComplainForm(AgreeForm):
    """What is wrong: a deal, a word, or both."""

    number = forms.TypedChoiceField(label=_("Which deal?"), coerce=int, empty_value=None, required=False)
    reason = forms.CharField(
        label=_("What is wrong?"),
        help_text=_("A deal, a word, or both. Only the club's board reads it."),
        widget=forms.Textarea(attrs={"rows": 3}),
        max_length=REASON_LENGTH,
        required=False,
    )

    def __init__(self, data: QueryDict | None, *, initial: dict[str, Any], rows: Sequence[SheetRow]) -> None:
        super().__init__(data, initial=initial)
        deals = [(row.number, f"{row.number}: {label_text(row.sentence)}") for row in rows]
        offer(self, "number", [("", gettext("No deal in particular")), *deals])

    def answer(self) -> Answer:
        """The answer that the valid form gives."""
        cleaned = self.cleaned_data
        kind = SheetAnswer.Kind.COMPLAINS
        return Answer(kind=kind, entry_count=cleaned["lines"], number=cleaned["number"], said=cleaned["reason"])


class LinkForm(KeyedForm):
    """One press: links for everybody without one, or another one for the player with this address."""

    player = forms.SlugField(widget=forms.HiddenInput, required=False)


class ReplyForm(KeyedForm):
    """The board's reply to a complaint that changes no deal."""

    reason = forms.CharField(label=_("What did you find?"), max_length=REASON_LENGTH)
