"""A season as a curve: everybody's points evening by evening, and the same numbers as a list."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from ledger.queries.deals.doubts import doubts_among
from ledger.queries.seasons.standings import Period, PointsCourse, Standing, courses, latest_of, period_of, standings
from ledger.rules.site.points import decimals_of
from ledger.templatetags.ledger_format import on_comma
from ledger.web.site.access import Visit, reads
from ledger.web.site.charts.curve import CurveSize, curve
from ledger.web.site.charts.marks import CurveLine
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh
from ledger.web.site.lists import csv_answer
from ledger.web.statistics.curves import curve_of

SIZES = (CurveSize("tall", 336, 430), CurveSize("broad", 1000, 520))
MOST_UNDER_HEADS = 6  # evenings; with more of them, each number has its day above it


@dataclass(frozen=True)
class FlowCell:
    """A player's points after an evening, and the evening's day."""

    day: str
    points: SafeString
    was_there: bool


@dataclass(frozen=True)
class FlowRow:
    """A player's points after each evening."""

    name: str
    slug: str
    cells: tuple[FlowCell, ...]


@fresh
@reads
def season_curve(request: HttpRequest, visit: Visit, season_slug: str) -> HttpResponse:
    """A season's curve, with the line of the requested player highlighted."""
    season = visit.season(season_slug)
    asked = request.GET.get("player")
    player = visit.player(asked) if asked else None
    period = latest_of(club=visit.club, season=season)
    rows = standings(season=season)
    by_player = courses(period=period, sums={row.player_id: row.points for row in rows})
    lines = [
        CurveLine(row.name, course.totals, course.was_there, course.before)
        for row, course in _with_courses(rows, by_player)
    ]
    highlighted = next((i for i, row in enumerate(rows) if player and row.player_id == player.pk), None)
    name = gettext("Everybody's points through %(season)s; the same numbers are in the list below")
    chart = curve_of(period, lines, name=name % {"season": season.name}, highlighted=highlighted)
    context = {
        "season": season,
        "period": period,
        "player": player,
        "doubts": doubts_among(club=visit.club, seasons=[season]),
        "charts": [curve(chart, size) for size in SIZES] if rows else [],
        "days": chart.ticks,
        "rows": _flow(rows, by_player, period, chart.ticks),
        "is_long": len(period.evenings) > MOST_UNDER_HEADS,
        "names": sorted(rows, key=lambda row: row.sort_key),
    }
    return club_page(request, visit, "ledger/statistics/season_curve.html", context)


@reads
def season_curve_csv(_request: HttpRequest, visit: Visit, season_slug: str) -> HttpResponse:
    """The numbers of a season's curve as CSV."""
    season = visit.season(season_slug)
    period = period_of(club=visit.club, season=season)
    rows = standings(season=season)
    by_player = courses(period=period, sums={row.player_id: row.points for row in rows})
    days = [date_format(evening.date, "SHORT_DATE_FORMAT") for evening in period.evenings]
    flow = ([row.name, *(cell.points for cell in row.cells)] for row in _flow(rows, by_player, period, days))
    return csv_answer([[gettext("Player"), *days], *flow], name=f"{visit.club.slug}-{season.slug}")


def _with_courses(
    rows: Sequence[Standing], by_player: Mapping[int, PointsCourse]
) -> list[tuple[Standing, PointsCourse]]:
    return [(row, by_player[row.player_id]) for row in rows]


def _flow(
    rows: Sequence[Standing], by_player: Mapping[int, PointsCourse], period: Period, days: Sequence[str]
) -> list[FlowRow]:
    totals = [total for course in by_player.values() for total in course.totals]
    decimals = decimals_of(totals, period.unit_denominator)
    return [
        FlowRow(
            name=row.name,
            slug=row.slug,
            cells=tuple(
                FlowCell(day, on_comma(total, period.unit_denominator, decimals), was_there)
                for day, total, was_there in zip(days, course.totals, course.was_there, strict=True)
            ),
        )
        for row, course in _with_courses(rows, by_player)
    ]
