"""The form that chooses a club's ranking rule and its prizes."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from ledger.models import Prize, RankingVersion
from ledger.rules.seasons import MOST_EVENINGS, RankingRule
from ledger.services.seasons import Given
from ledger.web.site.form_keys import KeyedForm
from ledger.web.site.forms import DayInput, PointsField

ALL, BEST, ALL_BUT_WORST = "all", "best", "worst"
LONGEST_TITLE = 60


class EveningsField(forms.IntegerField):
    """A number of evenings."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.NumberInput(attrs={"class": "short", "inputmode": "numeric"})
        super().__init__(required=False, min_value=0, max_value=MOST_EVENINGS, widget=widget, **kwargs)


class RankingForm(KeyedForm):
    """Which evenings count and what is given, from a day on."""

    refusal_fields = {"best": "evenings", "drop_worst": "evenings"}

    in_force_from = forms.DateField(
        label=_("In force from"),
        widget=DayInput,
        help_text=_("Usually the first day of a season. The rule in force on a season's last evening ranks all of it."),
    )
    minimum_evenings = EveningsField(
        label=_("Evenings it takes to get a place"), help_text=_("0 if everybody gets one.")
    )
    counts = forms.ChoiceField(
        label=_("Which evenings count"),
        choices=[
            (ALL, _("All evenings")),
            (BEST, _("Only the best")),
            (ALL_BUT_WORST, _("All but the worst")),
        ],
        widget=forms.RadioSelect,
    )
    evenings = EveningsField(label=_("How many of the best, or of the worst"))
    absence = forms.ChoiceField(
        label=_("An evening missed"), choices=RankingVersion.Absence.choices, widget=forms.RadioSelect
    )
    absence_points = PointsField(label=_("The fixed number of points"), required=False)

    def __init__(self, data: QueryDict | None, *, initial: Mapping[str, Any]) -> None:
        super().__init__(data, initial=dict(initial))
        for kind in Prize.Kind:
            for name, label in (("title", _("Title")), ("gift", _("Prize"))):
                self.fields[f"{kind.value}_{name}"] = forms.CharField(
                    label=label, max_length=LONGEST_TITLE, required=False
                )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if (
            cleaned.get("counts") in (BEST, ALL_BUT_WORST)
            and not cleaned.get("evenings")
            and "evenings" not in self.errors
        ):
            self.add_error("evenings", ValidationError(_("Say how many evenings."), code="missing"))
        is_fixed = cleaned.get("absence") == RankingVersion.Absence.FIXED
        if is_fixed and cleaned.get("absence_points") is None and "absence_points" not in self.errors:
            self.add_error("absence_points", ValidationError(_("Say how many points."), code="missing"))
        return cleaned

    def rule(self) -> RankingRule:
        """The rule that the valid form asks for; a number that its choice does not use is left out."""
        cleaned = self.cleaned_data
        counts, evenings, is_fixed = cleaned["counts"], cleaned["evenings"] or 0, cleaned["absence"] == "fixed"
        return RankingRule(
            minimum_evenings=cleaned["minimum_evenings"] or 0,
            best=evenings if counts == BEST else None,
            drop_worst=evenings if counts == ALL_BUT_WORST else 0,
            absence=cleaned["absence"],
            absence_points=cleaned["absence_points"] if is_fixed else 0,
        )

    def prizes(self) -> dict[str, Given]:
        """What the valid form gives, by kind of prize."""
        cleaned = self.cleaned_data
        return {kind.value: Given(cleaned[f"{kind.value}_title"], cleaned[f"{kind.value}_gift"]) for kind in Prize.Kind}

    def rule_fields(self) -> list[BoundField]:
        """The fields of the rule, in order."""
        names = ("in_force_from", "minimum_evenings", "counts", "evenings", "absence", "absence_points")
        return [self[name] for name in names]

    def prize_fields(self) -> Iterator[tuple[str, list[BoundField]]]:
        """The name of each kind of prize, and its fields."""
        for kind in Prize.Kind:
            yield str(kind.label), [self[f"{kind.value}_title"], self[f"{kind.value}_gift"]]


def initial_of(version: RankingVersion | None, *, day: date, texts: Mapping[str, Given]) -> dict[str, Any]:
    """What the form shows first: the rule there is, in force from a day, with its prizes as texts by kind."""
    rule = version.to_rule() if version else RankingRule()
    counts = BEST if rule.best is not None else ALL_BUT_WORST if rule.drop_worst else ALL
    prizes = {f"{kind}_title": given.title for kind, given in texts.items()}
    prizes |= {f"{kind}_gift": given.gift for kind, given in texts.items()}
    return {
        "in_force_from": day,
        "minimum_evenings": rule.minimum_evenings,
        "counts": counts,
        "evenings": rule.best or rule.drop_worst or None,
        "absence": rule.absence,
        "absence_points": rule.absence_points if rule.absence == "fixed" else None,
        **prizes,
    }
