"""The standings: of a season, a part of it, an evening, or everything the club ever played."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext

from ledger.queries.evenings.closings import corrected_evenings
from ledger.queries.seasons.courses import courses
from ledger.queries.seasons.periods import Period, latest_of, period_of, period_standings
from ledger.queries.seasons.standings import Standing
from ledger.web.seasons.lists import StandingsList
from ledger.web.seasons.period_form import PeriodForm, period_links
from ledger.web.site.access import Visit, reads
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh

PER_PAGE = 25
MOST_TICKS = 24  # more cannot be seen in a picture as high as a line of text
FAR = 2  # places up in one evening that are worth a word


@fresh
@reads
def standings(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The standings of the requested season or the current one, of some of its evenings, or of all seasons."""
    season = None if request.GET.get("all") else visit.asked_season(request)
    form, club = PeriodForm(request.GET), visit.club
    if season is None or form.asks_for_a_part():
        whole = period_of(club=club, season=season)
    else:
        whole = latest_of(club=club, season=season)
    if {"last", "evening"} & form.errors.keys():  # no link of ours has such a number
        raise Http404
    context: dict[str, Any] = {
        "season": season,
        "seasons": visit.seasons,
        "form": form,
        "links": period_links(whole, request.GET.dict(), has_more_seasons=len(visit.seasons) > 1),
        "corrected": corrected_evenings(season=season) if season and whole.is_whole else [],
    }
    if form.is_valid():
        period = form.part_of(whole)
        rows = period_standings(period=period)
        by_player = courses(period=period, sums={row.player_id: row.points for row in rows}, most=MOST_TICKS)
        standings_list = StandingsList(rows, period=period, courses=by_player)
        standings_list.turn_to_page(request, per_page=PER_PAGE)
        context |= {
            "standings_list": standings_list,
            "period": period,
            "in_words": form.in_words(period),
            "sentences": list(_sentences(rows, period)),
        }
    return club_page(request, visit, "ledger/seasons/standings.html", context)


def _sentences(rows: Sequence[Standing], period: Period) -> list[str]:
    """Sentences on who leads or has won, and who climbed far on the last evening."""
    leaders = [row.name for row in rows if row.place == 1]
    if not leaders:
        return []
    is_one_evening = len(period.evenings) == 1 and not period.is_whole
    is_over = is_one_evening or (period.season is not None and period.season.closed_at is not None)
    alone, shared = (
        (gettext("%(names)s won."), gettext("%(names)s share the first place."))
        if is_over
        else (gettext("%(names)s leads."), gettext("%(names)s share the lead."))
    )
    sentences = [(alone if len(leaders) == 1 else shared) % {"names": _enumerate(leaders)}]
    climber = max(rows, key=lambda row: row.moved or 0)
    if climber.moved is not None and climber.moved >= FAR:
        values = {"name": climber.name, "before": climber.place + climber.moved, "now": climber.place}
        sentences.append(gettext("%(name)s went from number %(before)s to number %(now)s in one evening.") % values)
    return sentences


def _enumerate(names: Sequence[str]) -> str:
    *first, last = names
    return gettext("%(first)s and %(last)s") % {"first": ", ".join(first), "last": last} if first else last
