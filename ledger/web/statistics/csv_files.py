"""The lists of a club as CSV files."""

from django.http import Http404, HttpRequest, HttpResponse

from ledger.queries.clubs.clubs import register
from ledger.queries.seasons.periods import period_of, period_standings
from ledger.queries.seasons.season_evenings import evenings_of
from ledger.queries.statistics.evenings import evenings_of_player, evenings_of_season
from ledger.web.clubs.lists import PlayerEveningsList, RegisterList
from ledger.web.seasons.lists import EveningsList, StandingsList
from ledger.web.seasons.period_form import PeriodForm
from ledger.web.site.access import Visit, reads
from ledger.web.statistics.csv_text import csv_answer, rows_of_list


@reads
def standings_csv(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The standings that the page with the same query shows."""
    season = None if request.GET.get("all") else visit.asked_season(request)
    form = PeriodForm(request.GET)
    if not form.is_valid():
        raise Http404
    period = form.part_of(period_of(club=visit.club, season=season))
    standings_list = StandingsList(period_standings(period=period), period=period, courses={})
    rows = rows_of_list(standings_list, leave_out=["course"], moved=lambda row: row.moved)
    return csv_answer(rows, name=f"{visit.club.slug}-{season.slug if season else 'alle'}")


@reads
def season_csv(_request: HttpRequest, visit: Visit, season_slug: str) -> HttpResponse:
    """A season's evenings with everybody's result."""
    season = visit.season(season_slug)
    evening_list = EveningsList(evenings_of(season=season), season=season, club_slug=visit.club.slug)
    return csv_answer(rows_of_list(evening_list), name=f"{visit.club.slug}-{season.slug}")


@reads
def players_csv(_request: HttpRequest, visit: Visit) -> HttpResponse:
    """The register, as far as the visitor sees it."""
    rows = [row for row in register(club=visit.club) if visit.may_write or row.player.is_active]
    return csv_answer(rows_of_list(RegisterList(rows, club_slug=visit.club.slug)), name=visit.club.slug)


@reads
def player_csv(request: HttpRequest, visit: Visit, player_slug: str) -> HttpResponse:
    """A player's evenings of a season."""
    player, season = visit.player(player_slug), visit.asked_season(request)
    evenings = evenings_of_season(evenings_of_player(player=player), season)
    evening_list = PlayerEveningsList(evenings, club_slug=visit.club.slug, denominator=season.unit_denominator)
    return csv_answer(rows_of_list(evening_list), name=f"{visit.club.slug}-{player.slug}-{season.slug}")
