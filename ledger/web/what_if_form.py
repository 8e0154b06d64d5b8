"""The form that asks what if: other prices of the club or of the gallery, perhaps with one reading changed."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import TableVersion
from ledger.rules.document import read_table
from ledger.rules.presets import preset
from ledger.rules.refusal import Refusal
from ledger.rules.table import Table
from ledger.rules.tariff import Tariff, compile_tariff
from ledger.web.gallery import RULES, gallery
from ledger.web.table_choice import version_name

Groups = list[tuple[str, list[tuple[str, str]]]]


class WhatIfForm(forms.Form):
    """Which prices to score a season again under; asked by GET, so that the answer has an address."""

    prices = forms.ChoiceField(label=_("Prices"))
    reading = forms.ChoiceField(
        label=_("With one reading changed"),
        required=False,
        help_text=_("Only the readings that the chosen table leaves open can be changed."),
    )

    def __init__(self, asked: Mapping[str, Any], *, versions: Sequence[TableVersion]) -> None:
        initial = {"prices": versions[0].pk}
        super().__init__(asked if "prices" in asked else None, initial=initial)
        self.versions = {str(version.pk): version for version in versions}
        language = get_language() or "da"
        self.fields["prices"].choices = self._prices(language)
        tables = [*(version.to_rules() for version in versions), *gallery()]
        self.fields["reading"].choices = [("", gettext("None")), *readings(tables, language)]

    def clean(self) -> dict[str, Any]:
        """The chosen table must leave the chosen reading open."""
        said: dict[str, Any] = super().clean()
        if not self.errors:
            try:
                said["tariff"] = self._tariff(said["prices"], said["reading"])
            except Refusal:
                self.add_error("reading", gettext("These prices do not leave that reading open."))
        return said

    def tariff(self) -> Tariff:
        """The prices that the valid form asks for."""
        found: Tariff = self.cleaned_data["tariff"]
        return found

    def _prices(self, language: str) -> Groups:
        own = [(pk, version_name(version)) for pk, version in self.versions.items()]
        presets = [(table.code, table.name[language]) for table in gallery()]
        return [(gettext("The club's own tables"), own), (gettext("Tables to start from"), presets)]

    def _tariff(self, prices: str, reading: str) -> Tariff:
        version = self.versions.get(prices)
        if version and not reading:
            return version.tariff()
        document = version.document if version else preset(prices)
        rule, _colon, choice = reading.partition(":")
        return compile_tariff(read_table(document, {rule: choice} if reading else None))


def readings(tables: Iterable[Table], language: str) -> Groups:
    """Every choice that any of the tables leaves open, "rule:choice" under what the rule is about."""
    offered: dict[str, dict[str, str]] = {}
    for table in tables:
        for rule, choices in table.choices.items():
            for choice, label in choices.items():
                offered.setdefault(rule, {}).setdefault(f"{rule}:{choice}", label[language])
    return [(str(RULES[rule]), list(choices.items())) for rule, choices in offered.items()]
