"""The form that asks which version another is compared with."""

from collections.abc import Sequence

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from ledger.models import ScoringTableVersion
from ledger.web.scoring.table_choice import version_name


class ChangesForm(forms.Form):
    """The version to compare with, by `?with=`; by default the one before.

    The versions come the latest first within each table.
    """

    def __init__(
        self, asked: QueryDict, *, version: ScoringTableVersion, versions: Sequence[ScoringTableVersion]
    ) -> None:
        others = [other for other in versions if other != version]
        before = [
            other
            for other in others
            if other.scoring_table_id == version.scoring_table_id and other.number < version.number
        ]
        first = next(iter([*before, *others]), None)
        super().__init__({"with": str(first and first.pk), **asked.dict()})
        self.versions = {str(other.pk): other for other in others}
        choices = [(pk, version_name(other)) for pk, other in self.versions.items()]
        self.fields["with"] = forms.ChoiceField(label=_("Compared with"), choices=choices)

    @property
    def other(self) -> forms.BoundField:
        """The field, under a name that a template can say."""
        return self["with"]

    def before(self) -> ScoringTableVersion | None:
        """The version to compare with; None if the requested one does not exist."""
        return self.versions[self.cleaned_data["with"]] if self.is_valid() else None
