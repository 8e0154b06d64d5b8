"""The standings: of a season, a part of it, an evening, or everything the club ever played."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from ledger.models import Season
from ledger.queries.deals.doubts import doubts_among, players_in_doubt
from ledger.queries.seasons.ranking import Ranking, prizes_as_they_stand, prizes_won, ranked_period
from ledger.queries.seasons.standings import (
    PartAsked,
    Period,
    courses,
    house_in_words,
    narrow,
    period_for,
)
from ledger.queries.seasons.story import corrected_evenings
from ledger.rules.seasons import FAR, Standing
from ledger.web.seasons.lists import StandingsList, differences, enumerate_names, places_in_words
from ledger.web.site.access import Visit, reads
from ledger.web.site.forms import DayFilter, DaysForm, ListFilters, NumberFilter, focus_refused
from ledger.web.site.frame import club_page, share
from ledger.web.site.freshness import fresh

PER_PAGE = 25
MOST_TICKS = 24  # more cannot be seen in a picture as high as a line of text


@fresh
@reads
def standings(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The standings of the requested season or the current one, of some of its evenings, or of all seasons."""
    season = None if request.GET.get("all") else visit.asked_season(request)
    filters = PeriodFilters(request.GET)
    if {"last", "evening"} & filters.errors.keys():  # no link of ours has such a number
        raise Http404
    if filters.errors:
        focus_refused(filters.form)
    asked = filters.narrow(PartAsked())
    whole = period_for(club=visit.club, season=season, asked=asked)
    links = period_links(whole, request.GET.dict(), visit.seasons)
    context: dict[str, Any] = {
        "season": season,
        "filters": filters,
        "links": links,
        "period_link": next((link for link in links if link.is_shown), None),
        "corrected": corrected_evenings(season=season) if season and whole.is_whole else [],
        "over": [season.name if season else gettext("All seasons")],
    }
    if filters.is_valid():
        period = narrow(whole, asked)
        context["in_words"] = part_in_words(asked, period)
        if context["in_words"]:
            context["over"].append(context["in_words"])
        if period.evenings:
            number = period.evenings[-1].number
            context["over"].append(gettext("after evening %(number)s") % {"number": number})
        context |= _standings_context(request, visit, period, ", ".join(context["over"]))
    return club_page(request, visit, "ledger/seasons/standings.html", context)


def _standings_context(request: HttpRequest, visit: Visit, period: Period, about: str) -> dict[str, Any]:
    """The standings of a period as a list and in words, and what is passed on `about` them."""
    ranking = ranked_period(period=period)
    rows = ranking.standings
    ranks = [row.rank for row in rows if row.rank is not None]
    points = {row.player_id: row.points for row in rows}
    doubts = doubts_among(
        club=period.club,
        seasons=[period.season] if period.season else None,
        evenings=None if period.is_whole else [evening.pk for evening in period.evenings],
    )
    standings_list = StandingsList(
        rows,
        period=period,
        courses=courses(period=period, sums=points, most=MOST_TICKS),
        is_by_rule=ranking.is_by_rule,
        in_doubt=players_in_doubt(doubts),
        house=house_in_words(period=period, units=points.values()),
    )
    standings_list.turn_to_page(request, per_page=PER_PAGE)
    sentences = standings_in_words(rows, period)
    places = places_in_words(rows, period.unit_denominator)
    page = request.get_full_path()
    return {
        "standings_list": standings_list,
        "period": period,
        "doubts": doubts,
        "sentences": sentences,
        "is_tied": len(set(ranks)) < len(ranks),
        "share": share(request, visit, about, page=page, places=places, sentences=sentences),
        **_ranking_context(ranking, period),
    }


def _ranking_context(ranking: Ranking, period: Period) -> dict[str, Any]:
    """The rule that ranks, whom it moves, and the prizes: those won in a closed season, or as it stands."""
    season = period.season
    version = ranking.version
    if season is None or version is None:
        return {}
    context: dict[str, Any] = {"ranking": ranking, "rule": version.to_rule(), "differences": differences(ranking)}
    if period.is_whole:
        if season.closed_at is not None:
            context["prizes"] = prizes_won(season=season)
        else:
            context["prizes"] = prizes_as_they_stand(season=season, ranking=ranking)
    return context


# The evenings that the standings count, as their address says, and links to other choices.


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


def part_in_words(asked: PartAsked, period: Period) -> str:
    """What is asked for and shown: "the last 5 evenings"; empty for a whole season."""
    if asked.evening:
        return gettext("evening %(number)s") % {"number": asked.evening}
    if asked.last:
        count = len(period.evenings)
        return ngettext("the last evening", "the last %(count)s evenings", count) % {"count": count}
    since = date_format(asked.since, "SHORT_DATE_FORMAT") if asked.since else ""
    until = date_format(asked.until, "SHORT_DATE_FORMAT") if asked.until else ""
    if since and until:
        return gettext("%(since)s to %(until)s") % {"since": since, "until": until}
    if since:
        return gettext("from %(since)s") % {"since": since}
    return gettext("until %(until)s") % {"until": until} if until else ""


def period_links(whole: Period, asked: Mapping[str, str], seasons: Sequence[Season]) -> list[PeriodLink]:
    """Links to the parts of a season, to the others of `seasons`, and to all together; `asked` is the page's query."""
    choices = _choices(whole, seasons)
    current = {key: value for key, value in asked.items() if value and key not in ("sort", "page", "format")}
    if whole.season is not None:
        current.setdefault("season", whole.season.slug)
    return [PeriodLink(name, f"?{urlencode(query)}", query == current) for name, query in choices]


def _choices(whole: Period, seasons: Sequence[Season]) -> Iterator[tuple[str, dict[str, str]]]:
    season = whole.season
    evenings = whole.evenings
    if season is not None:
        of_season = {"season": season.slug}
        yield gettext("The whole season"), of_season
        if evenings and whole.begins.year < evenings[-1].date.year:
            year = whole.begins.year
            yield gettext("The autumn"), of_season | {"until": date(year, 12, 31).isoformat()}
            yield gettext("The spring"), of_season | {"since": date(year + 1, 1, 1).isoformat()}
        if len(evenings) > LAST_EVENINGS:
            words = gettext("The last %(most)s evenings") % {"most": LAST_EVENINGS}
            yield words, of_season | {"last": str(LAST_EVENINGS)}
        if len(evenings) > 1:
            number = evenings[-1].number
            yield gettext("Evening %(number)s") % {"number": number}, of_season | {"evening": str(number)}
    yield from ((other.name, {"season": other.slug}) for other in seasons if other != season)
    if len(seasons) > 1:
        yield gettext("All seasons"), {"all": "1"}


def standings_in_words(rows: Sequence[Standing], period: Period) -> list[str]:
    """Sentences on who leads or has won, and who climbed far on the last evening."""
    leaders = [row.name for row in rows if row.rank == 1]
    if not leaders:
        return []
    is_one_evening = len(period.evenings) == 1 and not period.is_whole
    is_over = is_one_evening or (period.season is not None and period.season.closed_at is not None)
    if is_over:
        alone, shared = gettext("%(names)s won."), gettext("%(names)s share the first place.")
    else:
        alone, shared = gettext("%(names)s leads."), gettext("%(names)s share the lead.")
    words = alone if len(leaders) == 1 else shared
    sentences = [words % {"names": enumerate_names(leaders)}]
    climber = max(rows, key=lambda row: row.moved or 0)
    if climber.rank is not None and climber.moved is not None and climber.moved >= FAR:
        values = {"name": climber.name, "before": climber.rank + climber.moved, "now": climber.rank}
        sentences.append(gettext("%(name)s went from number %(before)s to number %(now)s in one evening.") % values)
    return sentences
