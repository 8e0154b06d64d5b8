"""The form that asks for other prices (the club's, a draft's or a preset's), and for which evenings."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import Evening, ScoringTableDraft, ScoringTableVersion
from ledger.rules.scoring.document import every_preset, preset, read_scoring_table
from ledger.rules.scoring.parameters.named_rules import RULES
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.scoring.tariff import Tariff, compile_tariff
from ledger.rules.site.refusal import Refusal
from ledger.templatetags.ledger_labels import label_text, refusal_text
from ledger.web.scoring.gallery import preset_choices
from ledger.web.scoring.table_choice import version_name
from ledger.web.site.forms import offer

Groups = list[tuple[str, list[tuple[str, str]]]]


class WhatIfForm(forms.Form):
    """The prices to score a season again under; sent by GET, so that the answer has an address."""

    prices = forms.ChoiceField(label=_("Prices"))
    reading = forms.ChoiceField(
        label=_("With one reading changed"),
        required=False,
        help_text=_("Only the readings that the chosen table leaves open can be changed."),
    )
    evenings = forms.TypedMultipleChoiceField(
        label=_("Evenings"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Choose those that are to be scored again. With none chosen it is the whole season."),
    )

    def __init__(
        self,
        asked: QueryDict,
        *,
        versions: Sequence[ScoringTableVersion],
        drafts: Sequence[ScoringTableDraft],
        evenings: Iterable[Evening],
    ) -> None:
        initial = {"prices": versions[0].pk}
        super().__init__(asked if "prices" in asked else None, initial=initial)
        self.versions = {str(version.pk): version for version in versions}
        self.drafts = {f"draft-{draft.pk}": draft for draft in drafts}
        self.offered = self._prices()
        offer(self, "prices", self.offered)
        scoring_tables = [*(version.to_rules() for version in versions), *every_preset()]
        offer(self, "reading", [("", gettext("None")), *readings(scoring_tables)])
        days = [(evening.number, date_format(evening.date, "SHORT_DATE_FORMAT")) for evening in evenings]
        offer(self, "evenings", days)

    def clean(self) -> dict[str, Any]:
        """Refuse a draft that cannot be read, and a reading that the chosen prices do not leave open."""
        cleaned = self.cleaned_data
        if self.errors:
            return cleaned
        try:
            # First without the reading, so that a refusal tells which of the two is wrong.
            cleaned["tariff"] = self._tariff(cleaned["prices"])
        except Refusal as refusal:
            self.add_error("prices", unreadable(refusal))
            return cleaned
        if cleaned["reading"]:
            try:
                cleaned["tariff"] = self._tariff(cleaned["prices"], cleaned["reading"])
            except Refusal:
                self.add_error("reading", gettext("These prices do not leave that reading open."))
        return cleaned

    def tariff(self) -> Tariff:
        """The prices that the valid form asks for."""
        tariff: Tariff = self.cleaned_data["tariff"]
        return tariff

    def name(self) -> str:
        """The name of the chosen prices."""
        keys = {key: label for _group, choices in self.offered for key, label in choices}
        return keys[self.cleaned_data["prices"]]

    def chosen_evenings(self) -> list[int] | None:
        """The numbers of the chosen evenings; None for the whole season."""
        return self.cleaned_data["evenings"] or None

    def _prices(self) -> Groups:
        published = [(pk, version_name(version)) for pk, version in self.versions.items()]
        unpublished = [(key, draft.name) for key, draft in self.drafts.items()]
        groups = [
            (gettext("The club's own tables"), published),
            (gettext("Drafts, not published"), unpublished),
            (gettext("Tables to start from"), preset_choices()),
        ]
        return [(label, choices) for label, choices in groups if choices]

    def _tariff(self, prices: str, reading: str = "") -> Tariff:
        chosen = self.versions.get(prices) or self.drafts.get(prices)
        if isinstance(chosen, ScoringTableVersion) and not reading:
            return chosen.tariff()
        rule, _colon, choice = reading.partition(":")
        document = chosen.document if chosen else preset(prices)
        return compile_tariff(read_scoring_table(document, {rule: choice} if reading else None))


def unreadable(refusal: Refusal) -> str:
    """Why a draft cannot be scored by, and which part of it is wrong."""
    text = gettext("This draft cannot be read yet. %(place)s: %(reason)s")
    return text % {"place": refusal.field, "reason": refusal_text(refusal)} if refusal.field else refusal_text(refusal)


def readings(scoring_tables: Iterable[ScoringRules]) -> Groups:
    """The choices that any of the scoring tables leaves open, as "rule:choice", grouped by their rule."""
    offered: dict[str, dict[str, str]] = {}
    for scoring_table in scoring_tables:
        for rule, choices in scoring_table.choices.items():
            for choice, label in choices.items():
                offered.setdefault(rule, {}).setdefault(f"{rule}:{choice}", label_text(label))
    return [(label_text(RULES[rule].title), list(choices.items())) for rule, choices in offered.items()]
