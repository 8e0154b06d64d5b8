"""What a form that begins a draft asks: the table it is to be."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import ScoringTable
from ledger.web.site.form_keys import KeyedForm

NEW_TABLE = ""


class BecomesForm(KeyedForm):
    """A form whose draft becomes a new table, or a new version of one of the club's."""

    refusal_fields = {"table": "becomes"}

    becomes = forms.ChoiceField(
        label=_("It becomes"),
        required=False,
        help_text=_("A new version replaces the old one from the day you choose; old deals keep their points."),
    )

    def __init__(self, *said: Any, tables: Iterable[ScoringTable], **more: Any) -> None:
        super().__init__(*said, **more)
        self.tables = {str(table.pk): table for table in tables}
        versions = [
            (pk, gettext("a new version of %(name)s") % {"name": table.name}) for pk, table in self.tables.items()
        ]
        self.fields["becomes"].choices = [(NEW_TABLE, gettext("a new table")), *versions]

    def table(self) -> ScoringTable | None:
        """The table that the valid form's draft is a version of; None where it is a new one."""
        return self.tables.get(self.cleaned_data["becomes"])
