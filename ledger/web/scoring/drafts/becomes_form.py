"""The fields of a form that starts a draft: which scoring table it is for."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import ScoringTable
from ledger.web.site.form_keys import KeyedForm
from ledger.web.site.forms import offer

NEW_TABLE = ""


class BecomesForm(KeyedForm):
    """A form whose draft becomes a new scoring table, or a new version of one of the club's."""

    refusal_fields = {"table": "becomes"}

    becomes = forms.ChoiceField(
        label=_("It becomes"),
        required=False,
        help_text=_("A new version replaces the old one from the day you choose; old deals keep their points."),
    )

    def __init__(self, *args: Any, scoring_tables: Iterable[ScoringTable], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.scoring_tables = {str(scoring_table.pk): scoring_table for scoring_table in scoring_tables}
        versions = [
            (pk, gettext("a new version of %(name)s") % {"name": scoring_table.name})
            for pk, scoring_table in self.scoring_tables.items()
        ]
        offer(self, "becomes", [(NEW_TABLE, gettext("a new table")), *versions])

    def scoring_table(self) -> ScoringTable | None:
        """The scoring table that the valid form's draft is a version of; None where it is a new one."""
        return self.scoring_tables.get(self.cleaned_data["becomes"])
