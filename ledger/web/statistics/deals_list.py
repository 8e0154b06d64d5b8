"""A club's deals as a list that a filter narrows, so that everybody can count what a figure counts."""

from typing import Any

from django.core.paginator import Paginator
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext

from ledger.queries.clubs.clubs import players_shown
from ledger.queries.site import one_moment
from ledger.queries.statistics.deals import ChosenDeals, DealFilter, all_deals, listed_deals
from ledger.queries.statistics.figures import contracts_of
from ledger.rules.evenings.figures import DealCount
from ledger.web.site.access import Visit, reads
from ledger.web.site.forms import focus_refused
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh
from ledger.web.site.lists import csv_answer
from ledger.web.statistics.deal_links import filter_links
from ledger.web.statistics.deal_rows import csv_rows, deal_rows
from ledger.web.statistics.deals_filters import DealsFilters

PER_PAGE = 25
PEOPLE = ("player", "partner", "opponent")
OF_A_PLAYER = {"with": "partner", "against": "opponent"}  # what a player's own list of deals called its filters


@fresh
@reads
def deals(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The deals that a filter lets through, the latest first, with their number and the sum of their points."""
    form, chosen = _choice(request, visit)
    context: dict[str, Any] = {"form": form}
    if chosen is not None:
        # Any number gets the nearest page.
        page = Paginator(chosen.entries, PER_PAGE).get_page(request.GET.get("page"))
        asked = chosen.asked
        context |= {
            "page": page,
            "rows": deal_rows(listed_deals(chosen=chosen, entries=page), chosen),
            "asked": asked,
            "filters": filter_links(visit.club.slug, asked, form),
            # Of all the club's deals together nothing is counted: that would take longer with every season.
            "sums": chosen.sums if asked.query() else None,
            "counted": DealCount(deal=chosen.sums.deals, adjustment=chosen.sums.moved) if asked.query() else None,
            "season": chosen.season,
            "player": chosen.players.get(asked.player),
            "other": chosen.players.get(asked.partner or asked.opponent),
        }
    return club_page(request, visit, "ledger/statistics/deals.html", context)


@reads
def deals_csv(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The same deals, all of them, as CSV."""
    _, chosen = _choice(request, visit)
    if chosen is None:
        raise Http404
    name = "-".join([visit.club.slug, gettext("deals")])
    # Read a part at a time, so that a deal corrected meanwhile could be in it twice or not at all.
    with one_moment():
        return csv_answer(csv_rows(all_deals(chosen=chosen), chosen), name=name)


@reads
def player_deals(request: HttpRequest, visit: Visit, player_slug: str, page: str) -> HttpResponse:
    """A redirect from the address of a player's deals to the club's, narrowed to that player."""
    kept = {OF_A_PLAYER.get(key, key): str(value) for key, value in request.GET.items() if key not in ("page", "sort")}
    query = urlencode({"player": player_slug} | kept)
    return HttpResponseRedirect(f"{reverse(page, args=[visit.club.slug])}?{query}")


def _choice(request: HttpRequest, visit: Visit) -> tuple[Form, ChosenDeals | None]:
    """The filter that an address asks for as a form, and the deals that it lets through; None if it cannot be read.

    Raises Http404 for a player or a season that the club has not, MovedAddress for a former address.
    """
    asked, players = request.GET, players_shown(club=visit.club)
    filters = DealsFilters(asked, players=players, seasons=visit.seasons, contracts=contracts_of(club=visit.club))
    form = filters.form
    if filters.is_valid():
        return form, ChosenDeals(
            club=visit.club,
            asked=filters.narrow(DealFilter()),
            players={player.slug: player for player in players},
            seasons={season.slug: season for season in visit.seasons},
        )
    for name in PEOPLE:
        if form.has_error(name, "invalid_choice"):
            visit.player(asked[name])
    if form.has_error("season", "invalid_choice"):
        visit.season(asked["season"])
    focus_refused(form)
    return form, None
