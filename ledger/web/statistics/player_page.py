"""A player's own page: the season's curve, every part played, contracts, the others, the best, the worst."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from ledger.models import Player, Season
from ledger.models.clubs.persons import entered_as, persons_shown
from ledger.queries.clubs.persons import players_joined_with
from ledger.queries.deals.doubts import doubts_among
from ledger.queries.evenings.neighbours import opening_balances
from ledger.queries.seasons.standings import Period, courses, latest_period, season_sums, sums_of_seasons
from ledger.queries.statistics.deals import HOUSE, DealFilter
from ledger.queries.statistics.evenings import (
    PlayerEvenings,
    came_without_playing,
    dearest_deal,
    evenings_of_player,
    evenings_together,
    factors_of,
    records_of,
)
from ledger.queries.statistics.figures import (
    Figure,
    PlayedDeals,
    WithAnother,
    common_denominator,
    figures_of,
    with_others,
)
from ledger.rules.seasons import places_of
from ledger.rules.site.points import decimals_of
from ledger.rules.statistics.records import Held
from ledger.templatetags.ledger_format import amount, divided_amount, markup, on_comma
from ledger.templatetags.ledger_labels import label_text
from ledger.templatetags.ledger_links import place_after
from ledger.web.clubs.players import PlayerEveningsList
from ledger.web.site.access import Visit, reads
from ledger.web.site.charts import CurveLine, CurveSize, curve
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh
from ledger.web.statistics.figure_rows import ENOUGH, RecordRows, curve_of, deals_address, figure_rows

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
        period = latest_period(club=visit.club, season=played.season)
        if is_of_all:
            sums = sums_of_seasons(club=visit.club.pk, factors=period.factors)
        else:
            sums = season_sums(season=season.pk)
        context |= _figures(visit, played, evenings)
        context |= _course(person, period, {row.player_id: row.points for row in sums})
        counted = {season: evenings[season] for season in played.counted_seasons}
        rows = evenings_together(counted, factors=period.factors) if is_of_all else evenings[season]
        balances = opening_balances(seasons=list(counted))
        brought = sum(balances[season.pk][person.pk] * period.factors[season.pk] for season in counted)
        in_doubt = doubts_among(club=visit.club, seasons=played.counted_seasons)
        doubts = [deal for deal in in_doubt if person.pk in deal.players]
        evening_list = PlayerEveningsList(
            rows,
            club_slug=visit.club.slug,
            denominator=period.unit_denominator,
            brought=brought,
            in_doubt={deal.evening for deal in doubts},
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


def _figures(visit: Visit, played: PlayedDeals, evenings: Mapping[Season, PlayerEvenings]) -> dict[str, Any]:
    """The figures over every deal that is counted, as the page draws them."""
    season = played.season.slug if played.season else ""
    address = partial(deals_address, visit.club.slug, DealFilter(player=played.player.slug, season=season))
    figures = figures_of(played=played)
    others = with_others(played=played)
    of_seasons = [played.season] if played.season else visit.seasons
    records = records_of(player=played.player, evenings=evenings, seasons=of_seasons)
    dearest = dearest_deal(seasons=of_seasons, player__in=entered_as(played.player.pk))
    drawn = RecordRows(visit.club.slug, of_seasons)
    has_partners = any(other.together for other in others)
    unit = played.unit_denominator
    facts = [
        best_partner(others, unit),
        best_contract(figures.contracts, unit),
        best_evening(records.best, drawn.unit_denominator, visit.club.slug, has_year=played.season is None),
        in_all(evenings),
    ]
    return {
        "figures": figures,
        "facts": [fact for fact in facts if fact],
        "all_deals": address(),
        "parts": figure_rows(figures.parts, unit, address, choice="part"),
        "contracts": figure_rows(figures.contracts, unit, address, choice="contract"),
        "others": duo_rows(others, unit, visit.club.slug, address, has_partners=has_partners),
        "has_partners": has_partners,
        "records": drawn.rows(records.best, records.worst, drawn.run(records), drawn.deal(dearest)),
    }


def _course(person: Player, period: Period, totals: Mapping[int, int]) -> dict[str, Any]:
    """The player's place and line among the others' in a period, as the page draws them; `totals` are everybody's."""
    by_player = courses(period=period, sums=totals)
    place = places_of(totals).get(person.pk)
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


# A player's best in words, and what it came to in all: what stands on the first screen of the player's page.


ENOUGH_TO_SAY = 5  # deals; of fewer, nothing is called the best


class Fact(NamedTuple):
    """What is best, the words around it, its points, and the address of it where it has a page."""

    name: str
    words: str
    about: str
    points: SafeString
    address: str = ""


def best_partner(others: Sequence[WithAnother], unit_denominator: int) -> Fact | None:
    """The partner with whom the two got most between them; None if no pair of enough deals got any."""
    partners = [other for other in others if other.together >= ENOUGH_TO_SAY and other.both > 0]
    if not partners:
        return None
    best = max(partners, key=lambda other: other.both)
    together = ngettext("%(count)s deal together", "%(count)s deals together", best.together)
    points = amount(best.both, unit_denominator)
    return Fact(gettext("Best partner"), best.name, together % {"count": best.together}, points)


def best_contract(contracts: Sequence[Figure], unit_denominator: int) -> Fact | None:
    """The contract that gave most, made or not; None if none of enough deals gave anything."""
    # The contracts stand with the best first.
    best = next((figure for figure in contracts if figure.deals >= ENOUGH_TO_SAY), None)
    if best is None or best.points <= 0:
        return None
    made = gettext("%(won)s of %(count)s made") % {"won": best.won, "count": best.deals}
    return Fact(gettext("Best contract"), label_text(best.name), made, amount(best.points, unit_denominator))


def best_evening(best: Held | None, unit_denominator: int, club_slug: str, *, has_year: bool) -> Fact | None:
    """The evening that gave most, where it was, and its address; None if it had too few deals."""
    if best is None or best.evening.deals[best.player] < ENOUGH_TO_SAY:
        return None
    evening = best.evening
    day = date_format(evening.date, "DATE_FORMAT" if has_year else "MONTH_DAY_FORMAT")
    address = reverse("evening", args=[club_slug, evening.number])
    return Fact(gettext("Best evening"), day, place_after(evening.place), amount(best.units, unit_denominator), address)


def in_all(evenings: Mapping[Season, PlayerEvenings]) -> Fact:
    """All that the player ever played: deals, evenings and points, and since when."""
    rows = evenings_together(evenings, factors=factors_of(evenings))
    first = rows[0].evening.date
    last = rows[-1].evening.date
    month = date_format(first, "F" if first.year == last.year else "YEAR_MONTH_FORMAT")
    deals = sum(row.deals for row in rows)
    words = ngettext("%(count)s deal", "%(count)s deals", deals) % {"count": deals}
    about = ngettext("on %(count)s evening", "on %(count)s evenings", len(rows)) % {"count": len(rows)}
    points = amount(rows[-1].running, common_denominator(evenings))
    return Fact(gettext("In all since %(month)s") % {"month": month}, words, about, points)


# A player's figures with the others as rows of a page, drawn here as those of the parts are.


ROW = '<tr><th scope="row">{}</th>{}{}</tr>'
CELL = '<td class="num">{}<small><a href="{}">{}</a></small></td>'
NO_DEALS, NO_CELL = SafeString('<td class="num">–</td>'), SafeString("")


def duo_rows(
    others: Sequence[WithAnother],
    unit_denominator: int,
    club_slug: str,
    address: Callable[..., str],
    *,
    has_partners: bool,
) -> SafeString:
    """The others as rows: those with whom the player got most together first, then those whom they won most from.

    The house comes last; it has no page, and no deals together. `address` gives that of the deals behind it. There
    is a column for deals together where the player `has_partners`.
    """
    decimals = decimals_of([other.both for other in others], unit_denominator)

    def row(other: WithAnother) -> str:
        both = NO_DEALS if has_partners else NO_CELL
        if other.together:
            both = _cell(on_comma(other.both, unit_denominator, decimals), address(partner=other.slug), other.together)
        against = _cell(divided_amount(other.won), address(opponent=other.slug or HOUSE), other.against)
        return markup(ROW, _name(other, club_slug), both, against)

    in_order = sorted(others, key=lambda other: (not other.slug, -other.both, -other.won, other.sort_key))
    return SafeString("".join([row(other) for other in in_order]))


def _name(other: WithAnother, club_slug: str) -> str:
    if not other.slug:
        return gettext("the house")
    return markup('<a href="{}">{}</a>', reverse("player", args=[club_slug, other.slug]), other.name)


def _cell(points: SafeString, address: str, deals: int) -> SafeString:
    """Points with another player, and so many deals, which stand at an address."""
    count = ngettext("%(count)s deal", "%(count)s deals", deals) % {"count": deals}
    return markup(CELL, points, address, count)
