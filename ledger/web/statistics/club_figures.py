"""The club in figures: its records, its milestones, a season's curve, its attendance, its review."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from ledger.queries.deals.doubts import doubts_among
from ledger.queries.evenings.neighbours import evenings_of_seasons
from ledger.queries.seasons.ranking import prizes_won, rank_by_rule
from ledger.queries.seasons.standings import (
    Period,
    PointsCourse,
    courses,
    house_in_words,
    latest_period,
    rank_players,
    season_sums,
    standings,
    whole_period,
)
from ledger.queries.seasons.story import season_in_numbers, season_story
from ledger.queries.statistics.evenings import EveningBrought, milestones_of_club, names_of, with_names
from ledger.queries.statistics.figures import ContractFigure, common_denominator, contract_figures
from ledger.rules.seasons import Standing
from ledger.rules.site.points import decimals_of, in_points, in_rounded_points
from ledger.rules.statistics.records import Presence, is_played, presences_on
from ledger.templatetags.ledger_format import markup, on_comma
from ledger.templatetags.ledger_labels import label_text
from ledger.web.site.access import Visit, reads
from ledger.web.site.charts import Curve, CurveLine, CurveSize, curve
from ledger.web.site.frame import SharedText, club_page, share
from ledger.web.site.freshness import fresh
from ledger.web.site.lists import ListFile, csv_answer
from ledger.web.statistics.club_rows import attendance_context, figures_context
from ledger.web.statistics.figure_rows import curve_of


@fresh
@reads
def club_figures(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The club's records and contracts, of one season or of all."""
    season = visit.asked_season(request) if request.GET.get("season") else None
    counted = [season] if season else visit.seasons
    context = {"season": season, "seasons": visit.seasons, **figures_context(visit, counted, season)}
    context["doubts"] = doubts_among(club=visit.club, seasons=counted)
    return club_page(request, visit, "ledger/statistics/club/club_figures.html", context)


@reads
def contracts_csv(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What the contracts of one season or of all gave whoever bid them, as CSV: a row for each contract."""
    season = visit.asked_season(request) if request.GET.get("season") else None
    counted = [season] if season else visit.seasons
    unit = common_denominator(counted)
    headings = [
        gettext("Contract"),
        gettext("Deals"),
        pgettext("how often", "Made"),
        pgettext("tricks above the bid", "Over"),
        gettext("To the bidder"),
        gettext("Per deal"),
    ]
    name = f"{visit.club.slug}-{season.slug}-contracts" if season else f"{visit.club.slug}-contracts"
    rows = [_cells(contract, unit) for contract in contract_figures(seasons=counted)]
    return csv_answer([headings, *rows], name=name)


def _cells(contract: ContractFigure, unit_denominator: int) -> list[object]:
    """A contract's figures; where nobody bids it, the number of deals is all there is."""
    if not contract.bids:
        return [label_text(contract.label), contract.deals, "", "", "", ""]
    points = Fraction(contract.units, unit_denominator)
    over = contract.average_over
    return [
        label_text(contract.label),
        contract.deals,
        contract.made,
        "" if over is None else label_text(in_rounded_points(over)),
        label_text(in_points(contract.units, unit_denominator)),
        label_text(in_rounded_points(points / contract.bids)),
    ]


SIZES = (CurveSize("tall", 336, 430), CurveSize("broad", 1000, 520))
MOST_UNDER_HEADS = 6  # evenings; with more of them, each number has its day above it


@fresh
@reads
def season_curve(request: HttpRequest, visit: Visit, season_slug: str) -> HttpResponse:
    """A season's curve, with the line of the requested player highlighted."""
    season = visit.season(season_slug)
    asked = request.GET.get("player")
    player = visit.player(asked) if asked else None
    period = latest_period(club=visit.club, season=season)
    rows = standings(season=season)
    by_player = courses(period=period, sums={row.player_id: row.points for row in rows})
    highlighted = next((i for i, row in enumerate(rows) if player and row.player_id == player.pk), None)
    chart = everybodys_curve(period, rows, by_player, highlighted)
    charts = [curve(chart, size) for size in SIZES] if rows else []
    context = {
        "season": season,
        "period": period,
        "player": player,
        "doubts": doubts_among(club=visit.club, seasons=[season]),
        "charts": charts,
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
    period = whole_period(club=visit.club, season=season)
    rows = standings(season=season)
    by_player = courses(period=period, sums={row.player_id: row.points for row in rows})
    days = [date_format(evening.date, "SHORT_DATE_FORMAT") for evening in period.evenings]
    lines: list[list[str]] = [[gettext("Player"), *days]]
    for row, cells in _flow(rows, by_player, period, days):
        points = [after for _day, after, _was_there in cells]
        lines.append([row.name, *points])
    return csv_answer(lines, name=f"{visit.club.slug}-{season.slug}")


def everybodys_curve(
    period: Period, rows: Sequence[Standing], by_player: Mapping[int, PointsCourse], highlighted: int | None
) -> Curve:
    """Everybody's points through a season's latest evenings, in the order of the standings."""
    lines = []
    for row in rows:
        course = by_player[row.player_id]
        lines.append(CurveLine(row.name, course.totals, course.was_there, course.before))
    name = gettext("Everybody's points through %(season)s; the same numbers are in the list below")
    season_name = period.season.name if period.season else ""
    return curve_of(period, lines, name=name % {"season": season_name}, highlighted=highlighted)


def _flow(
    rows: Sequence[Standing], by_player: Mapping[int, PointsCourse], period: Period, days: Sequence[str]
) -> list[tuple[Standing, list[tuple[str, SafeString, bool]]]]:
    """Everybody's points after each evening, beside its day and whether they were there."""
    totals = [total for course in by_player.values() for total in course.totals]
    decimals = decimals_of(totals, period.unit_denominator)
    flow = []
    for row in rows:
        course = by_player[row.player_id]
        cells = [
            (day, on_comma(total, period.unit_denominator, decimals), was_there)
            for day, total, was_there in zip(days, course.totals, course.was_there, strict=True)
        ]
        flow.append((row, cells))
    return flow


@fresh
@reads
def season_attendance(request: HttpRequest, visit: Visit, season_slug: str) -> HttpResponse:
    """Who was there on which evening of a season."""
    season = visit.season(season_slug)
    sums = season_sums(season=season.pk)
    evenings = evenings_of_seasons(seasons=[season])
    context = {"season": season, **attendance_context(visit.club.slug, season, sums, evenings)}
    return club_page(request, visit, "ledger/statistics/club/attendance.html", context)


@reads
def season_attendance_csv(_request: HttpRequest, visit: Visit, season_slug: str) -> HttpResponse:
    """A season's attendance as CSV, its evenings all of them: a row for each player, a column for each evening."""
    season = visit.season(season_slug)
    evenings = [*filter(is_played, evenings_of_seasons(seasons=[season]))]
    presences = presences_on(evenings)
    days = [date_format(evening.date, "SHORT_DATE_FORMAT") for evening in evenings]
    words = {Presence.AWAY: "", Presence.THERE: gettext("there"), Presence.WON: gettext("won")}
    counts = {pk: len(evenings) - mine.count(Presence.AWAY) for pk, mine in presences.items()}
    # By name, for those who came equally often.
    by_count = sorted(names_of(presences).items(), key=lambda item: -counts[item[0]])
    rows = ([player.name, *map(words.get, presences[pk]), counts[pk]] for pk, player in by_count)
    name = f"{visit.club.slug}-{season.slug}-attendance"
    return csv_answer([[gettext("Player"), *days, gettext("In all")], *rows], name=name)


PER_PAGE = 12
MOST_TOLD = 4  # of an evening where its milestones are passed on
PAGE_FIELD = "page"
ROW = '<div><dt><a href="{}">{}</a></dt><dd class="more">{}</dd></div>'


@fresh
@reads
def milestones(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What every evening brought: round numbers, best evenings, and who was new."""
    brought = milestones_of_club(seasons=visit.seasons)
    # Any number gets the nearest page.
    page = Paginator(brought[::-1], PER_PAGE).get_page(request.GET.get(PAGE_FIELD))
    on_page = with_names([*page])
    context: dict[str, Any] = {
        "page": page,
        "field": PAGE_FIELD,
        "on_page": on_page,
        "rows": _rows(on_page, visit.club.slug),
    }
    context["file"] = ListFile("list", partial(_file_rows, brought[::-1]))
    if page.number == 1 and on_page:
        context["share"] = _share(request, visit, on_page[0])
    return club_page(request, visit, "ledger/statistics/club/milestones.html", context)


def _share(request: HttpRequest, visit: Visit, latest: EveningBrought) -> SharedText:
    """What is passed on of the latest milestones."""
    evening, brought = latest
    return share(
        request,
        visit,
        date_format(evening.date, "DATE_FORMAT"),
        page=reverse("evening", args=[visit.club.slug, evening.number]),
        sentences=[f"{label_text(milestone.label)}." for milestone in brought[:MOST_TOLD]],
    )


def _file_rows(evenings: Sequence[EveningBrought]) -> Iterator[list[object]]:
    """The headings, then every milestone as a row of a file."""
    yield [gettext("Date"), gettext("Evening"), gettext("Milestone")]
    for evening, brought in with_names(evenings):
        day = date_format(evening.date, "SHORT_DATE_FORMAT")
        yield from ([day, evening.number, label_text(milestone.label)] for milestone in brought)


def _rows(evenings: Iterable[EveningBrought], club_slug: str) -> SafeString:
    """Evenings with what they brought in words."""
    rows = [
        markup(
            ROW,
            reverse("evening", args=[club_slug, evening.number]),
            date_format(evening.date, "DATE_FORMAT"),
            " ".join(f"{label_text(milestone.label)}." for milestone in brought),
        )
        for evening, brought in evenings
    ]
    return SafeString("".join(rows))


REVIEW_SIZES = (CurveSize("tall", 336, 430), CurveSize("broad", 1000, 380))


@fresh
@reads
def season_review(request: HttpRequest, visit: Visit, season_slug: str) -> HttpResponse:
    """A season's standings, records, curve, contracts and attendance on one page."""
    season = visit.season(season_slug)
    context: dict[str, Any] = {"season": season, **figures_context(visit, [season], season)}
    if "so_far" in context:
        sums = season_sums(season=season.pk)
        standings = rank_players(sums, {})
        period = latest_period(club=visit.club, season=season)
        ranking = rank_by_rule(season=season, rows=standings)
        doubts = doubts_among(club=visit.club, seasons=[season])
        evenings = evenings_of_seasons(seasons=[season])
        story = season_story(season=season, ranking=ranking, evenings=evenings, doubts=doubts)
        by_player = courses(period=period, sums={row.player_id: row.points for row in standings})
        chart = everybodys_curve(period, standings, by_player, highlighted=0)
        units = [row.points for row in standings]
        context |= attendance_context(visit.club.slug, season, sums, evenings)
        context |= {
            "ranking": ranking,
            "prizes": prizes_won(season=season) if season.closed_at else (),
            "charts": [curve(chart, size) for size in REVIEW_SIZES],
            "decimals": decimals_of(units, season.unit_denominator),
            "sum": sum(units),
            "house": house_in_words(period=period, units=units),
            "in_numbers": season_in_numbers(season=season, deals=context["deals"]),
            "sentences": story.sentences(),
        }
    return club_page(request, visit, "ledger/statistics/club/season_review.html", context)
