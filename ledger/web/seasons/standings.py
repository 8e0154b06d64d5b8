"""Who leads the season."""

from django.http import HttpRequest, HttpResponse
from django_tables2 import RequestConfig

from ledger.models import Season
from ledger.queries.evenings.closings import corrected_evenings
from ledger.queries.seasons.standings import standings as standings_of
from ledger.web.seasons.lists import StandingsList
from ledger.web.site.access import Visit, reads
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh

PER_PAGE = 25


@fresh
@reads
def standings(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The standings of the asked season, or of the current one."""
    season = visit.asked_season(request)
    standings_list = StandingsList(standings_of(season=season), season=season, club_slug=visit.club.slug)
    RequestConfig(request, paginate={"per_page": PER_PAGE}).configure(standings_list)
    context = {
        "season": season,
        "seasons": visit.club.seasons.order_by(*Season.newest_first()),
        "standings_list": standings_list,
        "corrected": corrected_evenings(season=season),
    }
    return club_page(request, visit, "ledger/seasons/standings.html", context)
