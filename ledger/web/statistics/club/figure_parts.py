"""A club's records and contracts, as the pages that have them draw them."""

from collections.abc import Sequence
from typing import Any

from ledger.models import Season
from ledger.queries.statistics.club.biggest_deal import biggest_deal
from ledger.queries.statistics.club.contract_counts import contract_counts
from ledger.queries.statistics.club.contracts import contract_figures
from ledger.queries.statistics.club.evenings import evenings_of_seasons
from ledger.web.site.access import Visit
from ledger.web.statistics.club.club_records import club_record_rows
from ledger.web.statistics.club.contract_rows import contract_rows, worth_their_price
from ledger.web.statistics.figure_rows import ENOUGH


def figures_context(visit: Visit, counted: Sequence[Season], season: Season | None) -> dict[str, Any]:
    """Records and contracts of the counted seasons, as _records.html and _contracts.html draw them."""
    evenings = evenings_of_seasons(seasons=counted)
    if not evenings.shares:
        return {}
    counts = contract_counts(seasons=counted)
    figures, biggest = contract_figures(counts=counts), biggest_deal(counts=counts)
    return {
        "evenings": evenings,
        "records": club_record_rows(visit.club.slug, evenings, biggest, counted, is_of_season=season is not None),
        "contracts": contract_rows(visit.club.slug, figures, season),
        "worth": worth_their_price(figures),
        "contract_deals": figures.deals,
        "enough": ENOUGH,
    }
