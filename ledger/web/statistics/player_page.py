"""A player's own page: the season's curve, every part played, contracts, the others, the best and the worst."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from ledger.models import Player, Season
from ledger.models.clubs.persons import persons_shown
from ledger.queries.clubs.persons import players_joined_with
from ledger.queries.deals.doubts import doubts_among
from ledger.queries.seasons.standings import Period, courses, latest_of, season_sums, sums_of_seasons
from ledger.queries.statistics.evenings import (
    PlayerEvenings,
    brought_by,
    came_without_playing,
    evenings_of_player,
    evenings_together,
    records_of,
)
from ledger.queries.statistics.figures import Named, PlayedDeals, figures_of, parts_of_players, with_others
from ledger.rules.seasons import places
from ledger.templatetags.ledger_labels import label_text
from ledger.web.clubs.lists import PlayerEveningsList
from ledger.web.site.access import Visit, reads
from ledger.web.site.charts.curve import CurveSize, curve
from ledger.web.site.charts.marks import CurveLine
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh
from ledger.web.statistics.curves import curve_of
from ledger.web.statistics.deal_links import Addresses
from ledger.web.statistics.duo_rows import duo_rows
from ledger.web.statistics.figure_rows import ENOUGH, figure_rows
from ledger.web.statistics.player_facts import best_contract, best_evening, best_partner, in_all
from ledger.web.statistics.record_rows import record_rows

SIZES = (CurveSize("tall", 336, 200), CurveSize("broad", 1000, 260))
PER_PAGE = 25


@fresh
@reads
def player(request: HttpRequest, visit: Visit, player_slug: str) -> HttpResponse:
    """A player's figures, curve and evenings: of a season, the latest that they played in, or of all together."""
    person = visit.player(player_slug)
    evenings = evenings_of_player(player=person, seasons=visit.seasons)
    seasons = tuple(evenings)
    is_of_all = bool(request.GET.get("all"))
    asked = [season for season in seasons if request.GET.get("season") in (season.slug, None)]
    season = asked[0] if asked else visit.asked_season(request)
    context: dict[str, Any] = {
        "season": season,
        "is_of_all": is_of_all,
        "player": person,
        "seasons": seasons,
        "enough": ENOUGH,
        "came": () if is_of_all else came_without_playing(player=person, season=season),
        "joined": players_joined_with(kept=person) if visit.may_write and persons_shown() else (),
    }
    if season in seasons:
        played = PlayedDeals(player=person, season=None if is_of_all else season, seasons=seasons)
        period = latest_of(club=visit.club, season=played.season)
        sums = (
            sums_of_seasons(club=visit.club.pk, factors=period.factors) if is_of_all else season_sums(season=season.pk)
        )
        names = {pk: (name, slug, sort_key) for pk, name, slug, sort_key, *_ in sums}
        context |= _figures(visit, played, names, evenings)
        context |= _course(person, period, {row[0]: row[-1] for row in sums})
        counted = {season: evenings[season] for season in played.counted_seasons}
        rows = evenings_together(counted, factors=period.factors) if is_of_all else evenings[season]
        brought = sum(brought_by(person, season=season) * period.factors[season.pk] for season in counted)
        doubts = doubts_among(club=visit.club, seasons=played.counted_seasons).of_player(person.pk)
        evening_list = PlayerEveningsList(
            rows,
            club_slug=visit.club.slug,
            denominator=period.unit_denominator,
            brought=brought,
            in_doubt={evening.number for evening in doubts.evenings},
        )
        if is_of_all:
            evening_list.columns["running"].column.verbose_name = gettext("In all")
        evening_list.turn_to_page(request, per_page=PER_PAGE)
        context |= {
            "brought": brought,
            "points_only": sum(row.points for row in rows if row.evening.is_totals),
            "doubts": doubts,
            "evening_list": evening_list,
        }
    return club_page(request, visit, "ledger/statistics/player.html", context)


def _figures(
    visit: Visit, played: PlayedDeals, names: Mapping[int, Named], evenings: Mapping[Season, PlayerEvenings]
) -> dict[str, Any]:
    """The figures over every deal that is counted, as the page draws them; `names` are those of the season."""
    addresses = Addresses(visit.club.slug, played)
    figures, others = figures_of(played=played), with_others(played=played, known=names)
    of_seasons = [played.season] if played.season else visit.seasons
    records = records_of(player=played.player, evenings=evenings, seasons=of_seasons)
    part_names, has_partners = parts_of_players(), any(other.together for other in others)
    part_of, contract_of = (lambda key: label_text(part_names[key])), (lambda key: label_text(figures.labels[key]))
    unit = played.unit_denominator
    facts = [
        best_partner(others, unit),
        best_contract(figures, unit),
        best_evening(records.best, played.player.pk, visit.club.slug, has_year=played.season is None),
        in_all(evenings),
    ]
    return {
        "figures": figures,
        "facts": [fact for fact in facts if fact],
        "all_deals": addresses.of(),
        "parts": figure_rows(figures.parts, played, addresses, name=part_of, choice="part"),
        "contracts": figure_rows(figures.contracts, played, addresses, name=contract_of, choice="contract"),
        "others": duo_rows(others, played, addresses, has_partners=has_partners),
        "has_partners": has_partners,
        "records": record_rows(records, visit.club.slug),
    }


def _course(person: Player, period: Period, totals: Mapping[int, int]) -> dict[str, Any]:
    """The player's place and line among the others' in a period, as the page draws them; `totals` are everybody's."""
    by_player = courses(period=period, sums=totals)
    place = dict(zip(totals, places([*totals.values()]), strict=True)).get(person.pk)
    name = gettext("%(name)s’s points through %(season)s among everybody else’s")
    period_name = period.season.name if period.season else gettext("all seasons")
    lines = [
        CurveLine(person.name if pk == person.pk else "", course.totals, course.was_there, course.before)
        for pk, course in by_player.items()
    ]
    chart = curve_of(
        period,
        lines,
        name=name % {"name": person.name, "season": period_name},
        highlighted=list(by_player).index(person.pk),
        is_alone=True,
    )
    return {
        "period": period,
        "period_name": period_name,
        "place": place,
        "players": len(totals),
        "charts": [curve(chart, size) for size in SIZES],
    }
