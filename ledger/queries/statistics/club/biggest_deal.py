"""The deal by which somebody won most."""

from collections.abc import Sequence
from typing import Any

from ledger.models import Entry, Season
from ledger.queries.seasons.periods import in_common_unit
from ledger.queries.statistics.evenings import DealWon
from ledger.queries.statistics.figures import contract_label
from ledger.queries.statistics.played import counted_postings


def biggest_deal(*, seasons: Sequence[Season]) -> DealWon | None:
    """The deal of some seasons by which a player won most, of equal ones the earliest; one query, None without one."""
    denominators = [season.unit_denominator for season in seasons]
    deals = counted_postings(entry__season__in=seasons).filter(entry__kind=Entry.Kind.DEAL, player__isnull=False)
    units = in_common_unit("points", season="entry__season", denominators=denominators)
    by_date = ("-units", "entry__evening__date", "entry__evening__number", "entry__number", "seat")
    first: Any = deals.filter(points__gt=0).annotate(units=units).order_by(*by_date)
    with_entries = first.select_related("entry__evening", "entry__season", "entry__table_version")
    dearest = with_entries.defer("entry__table_version__document").first()
    if dearest is None:
        return None
    scoring_table = dearest.entry.table_version.to_rules()
    return DealWon(dearest, contract_label(dearest.deal_kind, dearest.contract, scoring_table))
