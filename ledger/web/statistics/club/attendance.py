"""A season's attendance: who was there on which evening, and who won it."""

from django.http import HttpRequest, HttpResponse

from ledger.queries.seasons.standings import season_sums
from ledger.web.site.access import Visit, reads
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh
from ledger.web.statistics.club.attendance_rows import attendance_context


@fresh
@reads
def season_attendance(request: HttpRequest, visit: Visit, season_slug: str) -> HttpResponse:
    """Who was there on which evening of a season."""
    season = visit.season(season_slug)
    sums = season_sums(season=season.pk)
    context = {"season": season, **attendance_context(visit.club.slug, season, sums)}
    return club_page(request, visit, "ledger/statistics/club/attendance.html", context)
