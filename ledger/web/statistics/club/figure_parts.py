"""A club's records and contracts, as the pages that have them draw them."""

from collections.abc import Sequence
from typing import Any

from ledger.models import Season
from ledger.queries.seasons.story import count_deals
from ledger.queries.statistics.evenings import dearest_deal, names_of, records_of_seasons
from ledger.queries.statistics.figures import contract_figures
from ledger.rules.statistics.records import club_records
from ledger.web.site.access import Visit
from ledger.web.statistics.club.club_records import club_record_rows
from ledger.web.statistics.club.contract_rows import contract_rows, worth_their_price
from ledger.web.statistics.figure_rows import ENOUGH


def figures_context(visit: Visit, counted: Sequence[Season], season: Season | None) -> dict[str, Any]:
    """Records and contracts of the counted seasons, as _records.html and _contracts.html draw them."""
    so_far = records_of_seasons(seasons=counted)
    if not so_far.count:
        return {}
    players = names_of({player for of_season in so_far.sums.values() for player in of_season})
    records, figures = club_records(so_far, players), contract_figures(seasons=counted)
    biggest = dearest_deal(seasons=counted, player__isnull=False)
    is_of_season = season is not None
    return {
        "so_far": so_far,
        "records": club_record_rows(visit.club.slug, records, biggest, players, counted, is_of_season=is_of_season),
        "contracts": contract_rows(visit.club.slug, figures, season),
        "worth": worth_their_price(figures),
        "deals": count_deals(season__in=counted),
        "enough": ENOUGH,
    }
