"""A club's ranking rules with the prizes: read, or chosen for what comes."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import Prize, RankingVersion
from ledger.queries.seasons.ranking import prizes_in_words, ranking_versions
from ledger.rules.seasons import RankingRule
from ledger.services.seasons import Given, choose_ranking
from ledger.web.site.access import SignedInRequest, Visit, reads, signature, writes
from ledger.web.site.forms import DayInput, KeyedForm, PointsField, form_data, submit_once
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh

ALL, BEST, ALL_BUT_WORST = "all", "best", "worst"
LONGEST_TITLE = 60
MOST_EVENINGS = 1000


class EveningsField(forms.IntegerField):
    """A number of evenings."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.NumberInput(attrs={"class": "short", "inputmode": "numeric"})
        super().__init__(required=False, min_value=0, max_value=MOST_EVENINGS, widget=widget, **kwargs)


class RankingForm(KeyedForm):
    """Which evenings count and what is given, from a day on."""

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
        counts = cleaned["counts"]
        evenings = cleaned["evenings"] or 0
        is_fixed = cleaned["absence"] == "fixed"
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


@fresh
@reads
def ranking(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Every ranking rule of the club, the latest first, with what was given by it."""
    versions = ranking_versions(club=visit.club)
    rows = [(version, version.to_rule(), prizes_in_words(version)) for version in versions]
    return club_page(request, visit, "ledger/seasons/ranking/ranking.html", {"rows": rows})


@writes
def ranking_change(request: SignedInRequest, visit: Visit) -> HttpResponse:
    """Choose the ranking rule and the prizes from a day on."""
    form = RankingForm(form_data(request), initial=_initial(visit))
    response, status = submit_once(request, form, lambda: _choose(request, visit, form))
    if response:
        return response
    return club_page(request, visit, "ledger/seasons/ranking/ranking_change.html", {"form": form}, status=status)


def _initial(visit: Visit) -> dict[str, Any]:
    """The latest rule with its prizes, in force from the first day of the season under way."""
    version = next(iter(ranking_versions(club=visit.club)), None)
    rule = version.to_rule() if version else RankingRule()
    season = next((season for season in visit.seasons if season.closed_at is None), None)
    initial: dict[str, Any] = {
        "in_force_from": season.starts_on if season else timezone.localdate(),
        "minimum_evenings": rule.minimum_evenings,
        "counts": ALL,
        "evenings": rule.best or rule.drop_worst or None,
        "absence": rule.absence,
        "absence_points": rule.absence_points if rule.absence == "fixed" else None,
    }
    if rule.best is not None:
        initial["counts"] = BEST
    elif rule.drop_worst:
        initial["counts"] = ALL_BUT_WORST
    if version:
        for row in prizes_in_words(version):
            initial |= {f"{row.prize.kind}_title": row.title, f"{row.prize.kind}_gift": row.gift}
    return initial


def _choose(request: SignedInRequest, visit: Visit, form: RankingForm) -> str:
    """Choose what the valid form asks for; returns the address of the rules."""
    day = form.cleaned_data["in_force_from"]
    choose_ranking(
        club=visit.club,
        rule=form.rule(),
        prizes=form.prizes(),
        in_force_from=day,
        **signature(request),
    )
    words = gettext("The ranking rule is in force from %(day)s.") % {"day": date_format(day, "SHORT_DATE_FORMAT")}
    messages.success(request, words)
    return reverse("ranking", args=[visit.club.slug])
