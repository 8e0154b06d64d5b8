"""A season's attendance: who was there on which evening, and who won it."""

from django.http import HttpRequest, HttpResponse
from django.utils.formats import date_format
from django.utils.translation import gettext

from ledger.queries.seasons.standings import season_sums
from ledger.queries.statistics.club.evenings import evenings_of_seasons
from ledger.rules.statistics.attendance import Presence, attendances_among
from ledger.web.site.access import Visit, reads
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh
from ledger.web.site.lists import csv_answer
from ledger.web.statistics.club.attendance_rows import attendance_context


@fresh
@reads
def season_attendance(request: HttpRequest, visit: Visit, season_slug: str) -> HttpResponse:
    """Who was there on which evening of a season."""
    season = visit.season(season_slug)
    sums = season_sums(season=season.pk)
    context = {"season": season, **attendance_context(visit.club.slug, season, sums)}
    return club_page(request, visit, "ledger/statistics/club/attendance.html", context)


@reads
def season_attendance_csv(_request: HttpRequest, visit: Visit, season_slug: str) -> HttpResponse:
    """A season's attendance as CSV, its evenings all of them: a row for each player, a column for each evening."""
    season = visit.season(season_slug)
    evenings = evenings_of_seasons(seasons=[season])
    played = {share.evening for share in evenings.shares if share.deals}
    attendances = attendances_among([share for share in evenings.shares if share.evening in played])
    days = [date_format(evenings.days[number], "SHORT_DATE_FORMAT") for number in attendances.evenings]
    words = {Presence.AWAY: "", Presence.THERE: gettext("there"), Presence.WON: gettext("won")}
    by_count = sorted(attendances.players, key=lambda row: (-row.count, evenings.players[row.player].sort_key))
    rows = ([evenings.players[row.player].name, *map(words.get, row.evenings), row.count] for row in by_count)
    name = f"{visit.club.slug}-{season.slug}-attendance"
    return csv_answer([[gettext("Player"), *days, gettext("In all")], *rows], name=name)
