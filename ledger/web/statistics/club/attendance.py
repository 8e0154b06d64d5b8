"""A season's attendance: who was there on which evening, and who won it."""

from django.http import HttpRequest, HttpResponse
from django.utils.formats import date_format
from django.utils.translation import gettext

from ledger.queries.evenings.neighbours import points_of_evenings
from ledger.queries.seasons.standings import season_sums
from ledger.queries.statistics.evenings import names_of
from ledger.rules.statistics.records import Presence, is_played, presences_on
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
    evenings = points_of_evenings(seasons=[season])[season.pk]
    context = {"season": season, **attendance_context(visit.club.slug, season, sums, evenings)}
    return club_page(request, visit, "ledger/statistics/club/attendance.html", context)


@reads
def season_attendance_csv(_request: HttpRequest, visit: Visit, season_slug: str) -> HttpResponse:
    """A season's attendance as CSV, its evenings all of them: a row for each player, a column for each evening."""
    season = visit.season(season_slug)
    evenings = [*filter(is_played, points_of_evenings(seasons=[season])[season.pk])]
    presences, days = presences_on(evenings), [date_format(evening.date, "SHORT_DATE_FORMAT") for evening in evenings]
    words = {Presence.AWAY: "", Presence.THERE: gettext("there"), Presence.WON: gettext("won")}
    by_player = {row.player: row for row in presences}
    # By name, for those who came equally often.
    by_count = sorted(names_of(by_player).items(), key=lambda item: -by_player[item[0]].count)
    rows = ([player.name, *map(words.get, by_player[pk].evenings), by_player[pk].count] for pk, player in by_count)
    name = f"{visit.club.slug}-{season.slug}-attendance"
    return csv_answer([[gettext("Player"), *days, gettext("In all")], *rows], name=name)
