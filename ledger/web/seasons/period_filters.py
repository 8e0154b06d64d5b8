"""The evenings that the standings count, as their address says, and links to other choices."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple
from urllib.parse import urlencode

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from ledger.models import Season
from ledger.queries.seasons.standings import PartAsked, Period
from ledger.web.site.forms import DayFilter, DaysForm, ListFilters, NumberFilter

LAST_EVENINGS = 5


class PeriodLink(NamedTuple):
    """A choice of evenings: its name, its address, and whether it is the one shown."""

    name: str
    address: str
    is_shown: bool


class PeriodFilters(ListFilters):
    """Some evenings of a season or of all."""

    since = DayFilter(label=_("From"))
    until = DayFilter(label=_("To"))
    last = NumberFilter(min_value=1, max_value=10**6, widget=forms.HiddenInput)
    evening = NumberFilter(min_value=1, max_value=10**6, widget=forms.HiddenInput)

    class Meta:
        form = DaysForm

    @property
    def is_between_days(self) -> bool:
        """Whether a day is typed, so that its field is shown."""
        return any(self.data.get(name) for name in ("since", "until"))


def in_words(asked: PartAsked, period: Period) -> str:
    """What is asked for and shown: "the last 5 evenings"; empty for a whole season."""
    if asked.evening:
        return gettext("evening %(number)s") % {"number": asked.evening}
    if asked.last:
        count = len(period.evenings)
        return ngettext("the last evening", "the last %(count)s evenings", count) % {"count": count}
    days = {name: date_format(day, "SHORT_DATE_FORMAT") for name in ("since", "until") if (day := getattr(asked, name))}
    if len(days) == 2:
        return gettext("%(since)s to %(until)s") % days
    if "since" in days:
        return gettext("from %(since)s") % days
    return gettext("until %(until)s") % days if days else ""


def period_links(whole: Period, asked: Mapping[str, str], seasons: Sequence[Season]) -> list[PeriodLink]:
    """Links to the parts of a season, to the others of `seasons`, and to all together; `asked` is the page's query."""
    choices = _choices(whole, seasons)
    current = {key: value for key, value in asked.items() if value and key not in ("sort", "page", "format")}
    if whole.season is not None:
        current.setdefault("season", whole.season.slug)
    return [PeriodLink(name, f"?{urlencode(query)}", query == current) for name, query in choices]


def _choices(whole: Period, seasons: Sequence[Season]) -> Iterator[tuple[str, dict[str, str]]]:
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
    yield from ((other.name, {"season": other.slug}) for other in seasons if other != season)
    if len(seasons) > 1:
        yield gettext("All seasons"), {"all": "1"}


def _halves(season: Period) -> Iterator[tuple[str, dict[str, str]]]:
    """The autumn and the spring of a season that has both, each as (name, query)."""
    if season.evenings and season.begins.year < season.evenings[-1].date.year:
        yield gettext("The autumn"), {"until": date(season.begins.year, 12, 31).isoformat()}
        yield gettext("The spring"), {"since": date(season.begins.year + 1, 1, 1).isoformat()}
