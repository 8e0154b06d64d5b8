"""The club in figures: its records, and what its contracts gave, in all or of a season."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse

from ledger.models import Season
from ledger.queries.statistics.club.biggest_deal import biggest_deal
from ledger.queries.statistics.club.contracts import contract_figures
from ledger.queries.statistics.club.evenings import evenings_of_seasons
from ledger.web.site.access import Visit, reads
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh
from ledger.web.statistics.club.club_records import club_record_rows
from ledger.web.statistics.club.contract_rows import contract_rows, worth_their_price
from ledger.web.statistics.figure_rows import ENOUGH


@fresh
@reads
def club_figures(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The club's records and contracts, of one season or of all."""
    season = visit.asked_season(request) if request.GET.get("season") else None
    counted = [season] if season else visit.seasons
    context = {"season": season, "seasons": visit.seasons, **figures_context(visit, counted, season)}
    return club_page(request, visit, "ledger/statistics/club/club_figures.html", context)


def figures_context(visit: Visit, counted: Sequence[Season], season: Season | None) -> dict[str, Any]:
    """Records and contracts of the counted seasons, as _records.html and _contracts.html draw them."""
    evenings = evenings_of_seasons(seasons=counted)
    if not evenings.shares:
        return {}
    figures, biggest = contract_figures(seasons=counted), biggest_deal(seasons=counted)
    return {
        "evenings": evenings,
        "records": club_record_rows(visit.club.slug, evenings, biggest, counted, is_of_season=season is not None),
        "contracts": contract_rows(visit.club.slug, figures, season),
        "worth": worth_their_price(figures),
        "contract_deals": figures.deals,
        "enough": ENOUGH,
    }
