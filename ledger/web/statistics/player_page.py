"""A player's own page: the season's curve, every part played, contracts, the others, the best and the worst."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from ledger.models import Player, Season
from ledger.models.clubs.persons import persons_shown
from ledger.queries.clubs.persons import players_joined_with
from ledger.queries.deals.doubts import doubts_among
from ledger.queries.seasons.courses import courses
from ledger.queries.seasons.periods import latest_of
from ledger.queries.seasons.standings import season_sums
from ledger.queries.statistics.deal_filter import DealFilter
from ledger.queries.statistics.evenings import (
    brought_by,
    came_without_playing,
    evenings_of_player,
    records_of,
)
from ledger.queries.statistics.figures import figures_of
from ledger.queries.statistics.others import Named, with_others
from ledger.queries.statistics.played import PlayedDeals, parts_of_players
from ledger.queries.statistics.player_counts import player_counts
from ledger.rules.seasons.ranking import places
from ledger.templatetags.ledger_labels import label_text
from ledger.web.clubs.lists import PlayerEveningsList
from ledger.web.site.access import Visit, reads
from ledger.web.site.charts.curve import CurveSize, curve
from ledger.web.site.charts.marks import CurveLine
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh
from ledger.web.statistics.curves import curve_of
from ledger.web.statistics.deal_links import Addresses, deals_address
from ledger.web.statistics.duo_rows import duo_rows
from ledger.web.statistics.figure_files import figures_file, others_file, records_file
from ledger.web.statistics.figure_rows import ENOUGH, figure_rows
from ledger.web.statistics.record_rows import record_rows

SIZES = (CurveSize("tall", 336, 200), CurveSize("broad", 1000, 260))
PER_PAGE = 25


@fresh
@reads
def player(request: HttpRequest, visit: Visit, player_slug: str) -> HttpResponse:
    """A player's figures of one season or of all, with the curve and evenings of that season or the last one."""
    person = visit.player(player_slug)
    evenings = evenings_of_player(player=person, seasons=visit.seasons)
    seasons = tuple(evenings)
    is_of_season = bool(request.GET.get("season"))
    asked = [season for season in seasons if request.GET.get("season") in (season.slug, None)]
    season = asked[0] if asked else visit.asked_season(request)
    context: dict[str, Any] = {
        "season": season,
        "is_of_season": is_of_season,
        "player": person,
        "seasons": seasons,
        "enough": ENOUGH,
        "came": came_without_playing(player=person, season=season),
        "joined": players_joined_with(kept=person) if visit.may_write and persons_shown() else (),
    }
    if season in seasons:
        played = PlayedDeals(player=person, season=season if is_of_season else None, seasons=seasons)
        sums = season_sums(season=season.pk)
        names = {pk: (name, slug, sort_key) for pk, name, slug, sort_key, *_ in sums}
        context |= _figures(visit, played, names)
        context["evening_count"] = sum(len(evenings[counted]) for counted in played.counted_seasons)
        context |= _season(visit, person, season, {row[0]: row[-1] for row in sums})
        brought = brought_by(person, season=season)
        of_season = evenings[season]
        context["brought"] = brought
        context["season_evenings"] = len(of_season)
        doubts = doubts_among(club=visit.club, seasons=played.counted_seasons).of_player(person.pk)
        context["doubts"] = doubts
        evening_list = PlayerEveningsList(
            of_season,
            club_slug=visit.club.slug,
            denominator=season.unit_denominator,
            brought=brought,
            in_doubt={evening.number for evening in doubts.evenings},
        )
        evening_list.turn_to_page(request, per_page=PER_PAGE)
        context["evening_list"] = evening_list
    return club_page(request, visit, "ledger/statistics/player.html", context)


def _figures(visit: Visit, played: PlayedDeals, names: Mapping[int, Named]) -> dict[str, Any]:
    """The figures over every deal that is counted, as the page draws them; `names` are those of the season."""
    counts, addresses = player_counts(played=played), Addresses(visit.club.slug, played)
    figures, others = figures_of(counts=counts), with_others(counts=counts, known=names)
    records = records_of(counts=counts, seasons=[played.season] if played.season else visit.seasons)
    part_names, has_partners = parts_of_players(), any(other.together for other in others)
    part_of, contract_of = (lambda key: label_text(part_names[key])), (lambda key: label_text(figures.labels[key]))
    unit = played.unit_denominator
    rows_of_records = record_rows(records, visit.club.slug)
    return {
        "figures": figures,
        "unit_denominator": played.unit_denominator,
        "all_deals": addresses.of(),
        "parts": figure_rows(
            figures.parts,
            played,
            addresses,
            name=part_of,
            choice="part",
        ),
        "contracts": figure_rows(
            figures.contracts,
            played,
            addresses,
            name=contract_of,
            choice="contract",
        ),
        "others": duo_rows(others, played, addresses, has_partners=has_partners),
        "has_partners": has_partners,
        "records": rows_of_records,
        "parts_file": figures_file("parts", gettext("Part"), figures.parts, unit, name=part_of),
        "contracts_file": figures_file("contracts", gettext("Contract"), figures.contracts, unit, name=contract_of),
        "others_file": others_file(others, unit),
        "records_file": records_file(rows_of_records),
    }


def _season(visit: Visit, person: Player, season: Season, totals: Mapping[int, int]) -> dict[str, Any]:
    """The player's place and line among the others' in a season, as the page draws them; `totals` are everybody's."""
    period = latest_of(club=visit.club, season=season)
    by_player = courses(period=period, sums=totals)
    place = dict(zip(totals, places([*totals.values()]), strict=True)).get(person.pk)
    name = gettext("%(name)s’s points through %(season)s among everybody else’s")
    lines = [
        CurveLine(person.name if pk == person.pk else "", course.totals, course.was_there, before=course.before)
        for pk, course in by_player.items()
    ]
    chart = curve_of(
        period,
        lines,
        name=name % {"name": person.name, "season": season.name},
        highlighted=list(by_player).index(person.pk),
        is_alone=True,
    )
    return {
        "period": period,
        "place": place,
        "season_points": totals[person.pk],
        "season_deals": deals_address(visit.club.slug, DealFilter(player=person.slug, season=season.slug)),
        "charts": [curve(chart, size) for size in SIZES],
    }
