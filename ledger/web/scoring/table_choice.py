"""Choosing a scoring table: its version follows from the day."""

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import groupby
from operator import attrgetter

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import ScoringTableVersion
from ledger.queries.scoring import in_force, terms


class ClubScoringTables:
    """Every version of a club's scoring tables, given by table, for a form that asks for a table and a day."""

    def __init__(self, versions: Iterable[ScoringTableVersion]) -> None:
        self.by_table = {str(pk): list(group) for pk, group in groupby(versions, key=attrgetter("scoring_table_id"))}

    def first(self) -> str:
        """The default scoring table."""
        return next(iter(self.by_table))

    def field(self, today: date) -> dict[str, forms.ChoiceField]:
        """The field to choose a scoring table with, by its name; empty if the club has only one."""
        if len(self.by_table) == 1:
            return {}
        keys = [(pk, f"{group[0].scoring_table.name}: {_dates(group, today)}") for pk, group in self.by_table.items()]
        field = forms.ChoiceField(label=_("Prices"), choices=keys, initial=self.first(), widget=forms.RadioSelect)
        return {"table": field}

    def version(self, chosen_pk: str, day: date) -> ScoringTableVersion:
        """The version of the chosen scoring table on a day; of the only one if the form did not ask."""
        return in_force(self.by_table[chosen_pk or self.first()], day)


def version_name(version: ScoringTableVersion) -> str:
    """The name of a scoring table with its version."""
    return gettext("%(name)s, version %(number)s") % {"name": version.scoring_table.name, "number": version.number}


def _dates(versions: Sequence[ScoringTableVersion], today: date) -> str:
    """The version in force and those to come: "version 1 from 3.9.2026, version 2 from 1.3.2027"."""
    words = gettext("version %(number)s from %(day)s")
    coming = [term.version for term in terms(versions).values() if not term.is_over(today)]
    coming.sort(key=attrgetter("in_force_from"))
    days = [(version.number, date_format(version.in_force_from, "SHORT_DATE_FORMAT")) for version in coming]
    return ", ".join(words % {"number": number, "day": day} for number, day in days)
