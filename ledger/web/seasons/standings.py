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
from ledger.queries.deals.doubts import Doubts, doubts_among
from ledger.queries.seasons.ranking import Ranking, prizes_as_they_stand, prizes_won, ranked_period
from ledger.queries.seasons.standings import (
    PartAsked,
    Period,
    Standing,
    courses,
    far_enough_back,
    house_in_words,
    part_of,
)
from ledger.queries.seasons.story import corrected_evenings
from ledger.rules.seasons import FAR
from ledger.web.seasons.lists import StandingsList, differences, enumerate_names
from ledger.web.site.access import Visit, reads
from ledger.web.site.forms import DayFilter, DaysForm, ListFilters, NumberFilter, focus_refused
from ledger.web.site.frame import SharedText, club_page, place_in_words, share
from ledger.web.site.freshness import fresh

PER_PAGE = 25
MOST_TICKS = 24  # more cannot be seen in a picture as high as a line of text


@fresh
@reads
def standings(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The standings of the requested season or the current one, of some of its evenings, or of all seasons."""
    season = None if request.GET.get("all") else visit.asked_season(request)
    filters, club = PeriodFilters(request.GET), visit.club
    if {"last", "evening"} & filters.errors.keys():  # no link of ours has such a number
        raise Http404
    if filters.errors:
        focus_refused(filters.form)
    asked = filters.narrow(PartAsked())
    whole = far_enough_back(club=club, season=season, asked=asked)
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
        period = part_of(whole, asked)
        ranking = ranked_period(period=period)
        rows = ranking.standings
        sums = {row.player_id: row.points for row in rows}
        by_player = courses(period=period, sums=sums, most=MOST_TICKS)
        doubts = _doubts(period)
        standings_list = StandingsList(
            rows,
            period=period,
            courses=by_player,
            is_by_rule=ranking.is_by_rule,
            in_doubt=doubts.players,
            house=house_in_words(period=period, units=sums.values()),
        )
        standings_list.turn_to_page(request, per_page=PER_PAGE)
        words = in_words(asked, period)
        context["over"] += filter(None, [words, _last_in_words(period)])
        context |= {
            "standings_list": standings_list,
            "period": period,
            "doubts": doubts,
            "in_words": words,
            "sentences": standings_in_words(rows, period),
            "is_tied": len({row.rank for row in rows if row.rank}) < sum(row.rank is not None for row in rows),
            "share": share_standings(request, visit, ranking, period, ", ".join(context["over"])),
            **_ranking_context(ranking, period),
        }
    return club_page(request, visit, "ledger/seasons/standings.html", context)


def _last_in_words(period: Period) -> str:
    """Which evening of a period was the last: "after evening 12"; empty for a period without any."""
    if not period.evenings:
        return ""
    return gettext("after evening %(number)s") % {"number": period.evenings[-1].number}


def _doubts(period: Period) -> Doubts:
    """What of the points of a period was booked in doubt."""
    seasons = None if period.season is None else [period.season]
    evenings = None if period.is_whole else [evening.pk for evening in period.evenings]
    return doubts_among(club=period.club, seasons=seasons, evenings=evenings)


def _ranking_context(ranking: Ranking, period: Period) -> dict[str, Any]:
    """The rule that ranks, whom it moves, and the prizes: those won in a closed season, or as it stands."""
    season, version = period.season, ranking.version
    if season is None or version is None:
        return {}
    context: dict[str, Any] = {"ranking": ranking, "rule": version.to_rule(), "differences": differences(ranking)}
    if period.is_whole:
        closed = season.closed_at is not None
        context["prizes"] = (
            prizes_won(season=season) if closed else prizes_as_they_stand(season=season, ranking=ranking)
        )
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


# Standings in words: what their page says of them, and what is passed on.


def share_standings(request: HttpRequest, visit: Visit, ranking: Ranking, period: Period, about: str) -> SharedText:
    """What is passed on of standings: the places by what counts, who leads or has won, and who climbed far."""
    ranked = [(row.rank, row.name, row.counted_points) for row in ranking.standings if row.rank is not None]
    unit = period.unit_denominator
    return share(
        request,
        visit,
        about,
        page=request.get_full_path(),
        places=[place_in_words(rank, name, of.numerator, unit * of.denominator) for rank, name, of in ranked],
        sentences=standings_in_words(ranking.standings, period),
    )


def standings_in_words(rows: Sequence[Standing], period: Period) -> list[str]:
    """Sentences on who leads or has won, and who climbed far on the last evening."""
    leaders = [row.name for row in rows if row.rank == 1]
    if not leaders:
        return []
    is_one_evening = len(period.evenings) == 1 and not period.is_whole
    is_over = is_one_evening or (period.season is not None and period.season.closed_at is not None)
    alone, shared = (
        (gettext("%(names)s won."), gettext("%(names)s share the first place."))
        if is_over
        else (gettext("%(names)s leads."), gettext("%(names)s share the lead."))
    )
    sentences = [(alone if len(leaders) == 1 else shared) % {"names": enumerate_names(leaders)}]
    climber = max(rows, key=lambda row: row.moved or 0)
    if climber.rank is not None and climber.moved is not None and climber.moved >= FAR:
        values = {"name": climber.name, "before": climber.rank + climber.moved, "now": climber.rank}
        sentences.append(gettext("%(name)s went from number %(before)s to number %(now)s in one evening.") % values)
    return sentences
