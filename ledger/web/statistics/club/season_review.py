"""The season in review: one page for print and for the annual meeting."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.formats import date_format
from django.utils.translation import gettext

from ledger.models import Season
from ledger.queries.evenings.evening_points import MOST_READ
from ledger.queries.seasons.courses import PointsCourse, course_of
from ledger.queries.seasons.prizes import prizes_won
from ledger.queries.seasons.ranking import rank_by_rule
from ledger.queries.seasons.standings import Standing, rank_players
from ledger.queries.statistics.club.evenings import ClubEvenings
from ledger.rules.site.labels import Label, enumeration, same
from ledger.rules.site.points import decimals_of, in_points
from ledger.rules.statistics.records import EveningShare
from ledger.templatetags.ledger_labels import label_text
from ledger.web.site.access import Visit, reads
from ledger.web.site.charts.curve import Curve, CurveSize, curve
from ledger.web.site.charts.marks import CurveLine
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh
from ledger.web.statistics.club.attendance_rows import attendance_context
from ledger.web.statistics.club.figure_parts import figures_context

SIZES = (CurveSize("tall", 336, 430), CurveSize("broad", 1000, 380))


@fresh
@reads
def season_review(request: HttpRequest, visit: Visit, season_slug: str) -> HttpResponse:
    """A season's standings, records, curve, contracts and attendance on one page."""
    season = visit.season(season_slug)
    context: dict[str, Any] = {"season": season, **figures_context(visit, [season], season)}
    if evenings := context.get("evenings"):
        standings = season_standings(evenings)
        chart = _curve(season, evenings, standings)
        units = [row.points for row in standings]
        context |= attendance_context(evenings)
        context |= {
            "ranking": rank_by_rule(season=season, rows=standings),
            "prizes": prizes_won(season=season) if season.closed_at else (),
            "charts": [curve(chart, size) for size in SIZES],
            "decimals": decimals_of(units, season.unit_denominator),
            "sum": sum(units),
            "winners": winners_named(standings),
            "most": max(units),
            "days_played": [*evenings.days.values()],
        }
    return club_page(request, visit, "ledger/statistics/club/season_review.html", context)


def season_standings(evenings: ClubEvenings) -> list[Standing]:
    """The standings of a season by everybody's evenings; no query."""
    by_player: dict[int, list[EveningShare]] = {}
    for share in evenings.shares:
        by_player.setdefault(share.player, []).append(share)
    sums = [
        (
            player,
            *evenings.players[player],
            len(shares),
            sum(share.deals for share in shares),
            sum(share.points for share in shares),
        )
        for player, shares in by_player.items()
    ]
    return rank_players(sums, {})


def winners_named(standings: Sequence[Standing]) -> Label:
    """Those with most points as part of a sentence."""
    return enumeration([same(row.name) for row in standings if row.place == 1])


def _curve(season: Season, evenings: ClubEvenings, standings: Sequence[Standing]) -> Curve:
    """Everybody's points through the season's latest evenings, as the season's own curve has them."""
    numbers = [*evenings.days][-MOST_READ:]
    courses = _courses(evenings, numbers, {row.player_id: row.points for row in standings})
    name = gettext("Everybody's points through %(season)s; the same numbers are in the list below")
    return Curve(
        name=name % {"season": season.name},
        lines=[
            CurveLine(row.name, course.totals, course.was_there, "", course.before)
            for row, course in ((row, courses[row.player_id]) for row in standings)
        ],
        ticks=[date_format(evenings.days[number], "j/n") for number in numbers],
        say=lambda units: label_text(in_points(units, season.unit_denominator, signed=True)),
        denominator=season.unit_denominator,
        highlighted=0,
        is_alone=False,
    )


def _courses(evenings: ClubEvenings, numbers: Sequence[int], sums: Mapping[int, int]) -> Mapping[int, PointsCourse]:
    ticks = {number: tick for tick, number in enumerate(numbers)}
    by_player: dict[int, dict[int, int]] = {}
    for share in evenings.shares:
        if share.evening in ticks:
            by_player.setdefault(share.player, {})[ticks[share.evening]] = share.points
    return {player: course_of(by_player.get(player, {}), len(ticks), at_end) for player, at_end in sums.items()}
