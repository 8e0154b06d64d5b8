"""The deal by which somebody won most."""

from collections.abc import Collection
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import F, Q, Subquery

from ledger.models import Entry
from ledger.queries.statistics.club.contract_counts import ContractCounts
from ledger.queries.statistics.evenings import DealWon
from ledger.queries.statistics.figures import contract_label
from ledger.queries.statistics.played import counted_postings


def biggest_deal(*, counts: ContractCounts, players: Collection[int]) -> DealWon | None:
    """The deal by which one of the players won most, of equal ones the earliest; one query, none if nobody won any.

    `players` are the ids of all who have played in these seasons.
    """
    most = max((row.units for row in counts.alike), default=0)
    if most <= 0:
        return None
    alike = {(row.season, row.role, row.amount) for row in counts.alike if row.units == most}
    # A sum has no index: the engine finds the few postings by their players and points, not by the seasons' entries.
    won = (Q(of_season=season.pk, role=role, points=amount) for season, role, amount in alike)
    amounts = {amount for _season, _role, amount in alike}
    deals = counted_postings(entry__kind=Entry.Kind.DEAL, player__in=players, points__in=amounts)
    postings = deals.alias(of_season=F("entry__season") + 0).filter(reduce(or_, won))
    in_order = postings.order_by("entry__evening__date", "entry__evening__number", "entry__number", "seat")
    # The first is told by its id: what it was is read of it alone, and not of all that gave as much.
    of_first = counted_postings(pk=Subquery(in_order.values("pk")[:1]))
    with_entry: Any = of_first.select_related("entry__evening", "entry__season", "entry__table_version")
    first = with_entry.defer("entry__deal", "entry__table_version__document")[0]
    return DealWon(first, contract_label(first.deal_kind, first.contract, first.entry.table_version.to_rules()))
