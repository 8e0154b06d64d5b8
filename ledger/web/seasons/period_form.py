"""The evenings that the standings count, as their address says, and links to other choices."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from ledger.queries.seasons.periods import Period, narrow_to
from ledger.web.site.forms import DayInput

LAST_EVENINGS = 5


class PeriodLink(NamedTuple):
    """A choice of evenings: its name, its address, and whether it is the one shown."""

    name: str
    address: str
    is_shown: bool


class PeriodForm(forms.Form):
    """Some evenings of a season or of all; every field is optional."""

    since = forms.DateField(label=_("From"), required=False, widget=DayInput)
    until = forms.DateField(label=_("To"), required=False, widget=DayInput)
    last = forms.IntegerField(required=False, min_value=1, max_value=10**6, widget=forms.HiddenInput)
    evening = forms.IntegerField(required=False, min_value=1, max_value=10**6, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        since, until = cleaned.get("since"), cleaned.get("until")
        if since and until and since > until:
            self.add_error("until", ValidationError(_("The last day is before the first."), code="order"))
        return cleaned

    def reaches_before(self, latest: Period) -> bool:
        """Whether the valid form asks for a part that may begin before the evenings that were read of a period."""
        cleaned = self.cleaned_data
        if not (latest.is_cut and any(cleaned.values())):
            return False
        if cleaned["evening"]:
            return cleaned["evening"] not in {evening.number for evening in latest.evenings}
        if cleaned["since"]:
            return bool(cleaned["since"] <= latest.evenings[0].date)
        return bool(cleaned["until"] or (cleaned["last"] or 0) > len(latest.evenings))

    def is_between_days(self) -> bool:
        """Whether a day is typed, so that its field is shown."""
        return any(self.data.get(name) for name in ("since", "until"))

    def part_of(self, period: Period) -> Period:
        """The part of a period that the valid form asks for."""
        cleaned = self.cleaned_data
        if not any(cleaned.values()):
            return period
        since, until = cleaned["since"] or date.min, cleaned["until"] or date.max
        kept = [evening for evening in period.evenings if since <= evening.date <= until]
        if cleaned["evening"]:
            kept = [evening for evening in kept if evening.number == cleaned["evening"]]
        return narrow_to(period, kept[-cleaned["last"] :] if cleaned["last"] else kept)

    def in_words(self, period: Period) -> str:
        """What the valid form asks for: "the last 5 evenings"; empty for a whole season."""
        cleaned = self.cleaned_data
        if cleaned["evening"]:
            return gettext("evening %(number)s") % {"number": cleaned["evening"]}
        if cleaned["last"]:
            count = len(period.evenings)
            return ngettext("the last evening", "the last %(count)s evenings", count) % {"count": count}
        if cleaned["since"] or cleaned["until"]:
            return self._days_in_words()
        return ""

    def _days_in_words(self) -> str:
        days = {name: date_format(day, "SHORT_DATE_FORMAT") for name, day in self.cleaned_data.items() if _is_day(day)}
        if len(days) == 2:
            return gettext("%(since)s to %(until)s") % days
        return gettext("from %(since)s") % days if "since" in days else gettext("until %(until)s") % days


def period_links(whole: Period, asked: Mapping[str, str], *, has_more_seasons: bool) -> list[PeriodLink]:
    """Links to the parts of a season, and to all seasons together; `asked` is the query of the page."""
    choices = _choices(whole, has_more_seasons)
    current = {key: value for key, value in asked.items() if value and key not in ("sort", "page", "format")}
    if whole.season is not None:
        current.setdefault("season", whole.season.slug)
    return [PeriodLink(name, f"?{urlencode(query)}", query == current) for name, query in choices]


def _choices(whole: Period, has_more_seasons: bool) -> Iterator[tuple[str, dict[str, str]]]:
    season, evenings = whole.season, whole.evenings
    if season is not None:
        of_season = {"season": season.slug}
        yield gettext("The whole season"), of_season
        yield from ((name, of_season | days) for name, days in _halves(whole))
        if len(evenings) > LAST_EVENINGS:
            words = gettext("The last %(most)s evenings") % {"most": LAST_EVENINGS}
            yield words, of_season | {"last": str(LAST_EVENINGS)}
        if len(evenings) > 1:
            number = evenings[-1].number
            yield gettext("Evening %(number)s") % {"number": number}, of_season | {"evening": str(number)}
    if has_more_seasons:
        yield gettext("All seasons"), {"all": "1"}


def _halves(season: Period) -> Iterator[tuple[str, dict[str, str]]]:
    """The autumn and the spring of a season that has both, each as (name, query)."""
    if season.evenings and season.begins.year < season.evenings[-1].date.year:
        yield gettext("The autumn"), {"until": date(season.begins.year, 12, 31).isoformat()}
        yield gettext("The spring"), {"since": date(season.begins.year + 1, 1, 1).isoformat()}


def _is_day(value: object) -> bool:
    return isinstance(value, date)
