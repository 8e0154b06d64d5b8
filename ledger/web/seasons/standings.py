"""The standings: of a season, a part of it, an evening, or everything the club ever played."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext

from ledger.queries.deals.doubts import Doubts, doubts_among
from ledger.queries.evenings.closings import corrected_evenings
from ledger.queries.seasons.ranking import Ranking, prizes_as_they_stand, prizes_won, ranked_period
from ledger.queries.seasons.standings import PartAsked, Period, courses, far_enough_back, house_in_words, part_of
from ledger.web.seasons.lists import StandingsList
from ledger.web.seasons.period_filters import PeriodFilters, in_words, period_links
from ledger.web.seasons.ranking.differences import differences
from ledger.web.seasons.ranking.sharing import share_standings, standings_in_words
from ledger.web.site.access import Visit, reads
from ledger.web.site.forms import focus_refused
from ledger.web.site.frame import club_page
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
