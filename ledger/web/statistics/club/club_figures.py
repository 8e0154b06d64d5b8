"""The club in figures: its records, and what its contracts gave, in all or of a season."""

from django.http import HttpRequest, HttpResponse

from ledger.web.site.access import Visit, reads
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh
from ledger.web.statistics.club.figure_parts import figures_context


@fresh
@reads
def club_figures(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The club's records and contracts, of one season or of all."""
    season = visit.asked_season(request) if request.GET.get("season") else None
    counted = [season] if season else visit.seasons
    context = {"season": season, "seasons": visit.seasons, **figures_context(visit, counted, season)}
    return club_page(request, visit, "ledger/statistics/club/club_figures.html", context)
