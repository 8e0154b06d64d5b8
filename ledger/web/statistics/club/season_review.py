"""The season in review: one page for print and for the annual meeting."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from ledger.models import Season
from ledger.queries.deals.doubts import doubts_among
from ledger.queries.evenings.neighbours import points_of_evenings
from ledger.queries.seasons.ranking import prizes_won, rank_by_rule
from ledger.queries.seasons.standings import (
    Period,
    Standing,
    courses,
    house_in_words,
    latest_of,
    rank_players,
    season_sums,
)
from ledger.queries.seasons.story import season_in_numbers, whole_story
from ledger.rules.site.points import decimals_of
from ledger.web.site.access import Visit, reads
from ledger.web.site.charts.curve import Curve, CurveSize, curve
from ledger.web.site.charts.marks import CurveLine
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh
from ledger.web.statistics.club.attendance_rows import attendance_context
from ledger.web.statistics.club.figure_parts import figures_context
from ledger.web.statistics.curves import curve_of

SIZES = (CurveSize("tall", 336, 430), CurveSize("broad", 1000, 380))


@fresh
@reads
def season_review(request: HttpRequest, visit: Visit, season_slug: str) -> HttpResponse:
    """A season's standings, records, curve, contracts and attendance on one page."""
    season = visit.season(season_slug)
    context: dict[str, Any] = {"season": season, **figures_context(visit, [season], season)}
    if "so_far" in context:
        sums = season_sums(season=season.pk)
        standings = rank_players(sums, {})
        period = latest_of(club=visit.club, season=season)
        ranking = rank_by_rule(season=season, rows=standings)
        doubts = doubts_among(club=visit.club, seasons=[season])
        evenings = points_of_evenings(seasons=[season])[season.pk]
        story = whole_story(season=season, ranking=ranking, evenings=evenings, doubts=doubts)
        chart = _curve(season, period, standings)
        units = [row.points for row in standings]
        context |= attendance_context(visit.club.slug, season, sums, evenings)
        context |= {
            "ranking": ranking,
            "prizes": prizes_won(season=season) if season.closed_at else (),
            "charts": [curve(chart, size) for size in SIZES],
            "decimals": decimals_of(units, season.unit_denominator),
            "sum": sum(units),
            "house": house_in_words(period=period, units=units),
            "in_numbers": season_in_numbers(season=season, deals=context["deals"]),
            "sentences": story.sentences(),
        }
    return club_page(request, visit, "ledger/statistics/club/season_review.html", context)


def _curve(season: Season, period: Period, standings: Sequence[Standing]) -> Curve:
    """Everybody's points through the season's latest evenings, as the season's own curve has them."""
    by_player = courses(period=period, sums={row.player_id: row.points for row in standings})
    name = gettext("Everybody's points through %(season)s; the same numbers are in the list below")
    lines = [
        CurveLine(row.name, course.totals, course.was_there, course.before)
        for row, course in ((row, by_player[row.player_id]) for row in standings)
    ]
    return curve_of(period, lines, name=name % {"season": season.name}, highlighted=0)
