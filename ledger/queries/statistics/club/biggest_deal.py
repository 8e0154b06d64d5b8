"""The deal by which somebody won most."""

from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q

from ledger.models import Entry
from ledger.queries.statistics.club.contract_counts import ContractCounts
from ledger.queries.statistics.evenings import DealWon
from ledger.queries.statistics.figures import contract_label
from ledger.queries.statistics.played import counted_postings


def biggest_deal(*, counts: ContractCounts) -> DealWon | None:
    """The deal by which a player won most, of equal ones the earliest; one query, none if nobody has won any."""
    most = max((row.units for row in counts.alike), default=0)
    if most <= 0:
        return None
    alike = {(row.season, row.role, row.amount) for row in counts.alike if row.units == most}
    won = (Q(entry__season=season, role=role, points=amount) for season, role, amount in alike)
    # The seasons by themselves too: by an "or" alone the engines would look at the entries of every club.
    seasons = {season for season, _role, _amount in alike}
    deals = counted_postings(entry__kind=Entry.Kind.DEAL, entry__season__in=seasons, player__isnull=False)
    postings = deals.filter(reduce(or_, won))
    by_date = ("entry__evening__date", "entry__evening__number", "entry__number", "seat")
    in_order: Any = postings.order_by(*by_date).select_related(
        "entry__evening", "entry__season", "entry__table_version"
    )
    first = in_order.defer("entry__deal", "entry__table_version__document")[0]
    return DealWon(first, contract_label(first.deal_kind, first.contract, first.entry.table_version.to_rules()))
