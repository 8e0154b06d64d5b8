"""The deal by which somebody won most."""

from collections.abc import Mapping
from typing import Any

from django.db.models import F, QuerySet, Subquery

from ledger.models import Entry, Player, Season
from ledger.models.clubs.persons import persons_shown
from ledger.queries.site.compiled import compiled_once
from ledger.queries.statistics.club.contract_counts import ContractCounts
from ledger.queries.statistics.evenings import DealWon, KeptDeal, dearest_kept
from ledger.queries.statistics.played import counted_postings


def biggest_deal(*, counts: ContractCounts) -> DealWon | None:
    """The deal by which a player won most, of equal ones the earliest.

    No query unless an entry was written since that gave or took as much, otherwise one, none if nobody has won any.
    """
    kept = dearest_kept(counts.seasons, None)
    return kept.told.of((*counts.by_season.values(),), lambda: _tell_biggest(counts, kept))


def _tell_biggest(counts: ContractCounts, kept: KeptDeal) -> DealWon | None:
    most = max((row.units for row in counts.alike), default=0)
    if most <= 0:
        return None
    amounts = {row.season: row.amount for row in counts.alike if row.units == most}
    alike = [sums for season, amount in amounts.items() for sums in counts.with_amount(season, amount)]
    return kept.found.of((persons_shown(), *alike), lambda: _find_biggest(amounts))


def _find_biggest(amounts: Mapping[Season, int]) -> DealWon | None:
    season, points = min(amounts.items(), key=lambda row: (row[0].starts_on, row[0].pk))
    # None if it was taken back since it was counted.
    return next(map(DealWon.of, _earliest_deal_of_anybody(club=season.club_id, season=season.pk, points=points)), None)


@compiled_once
def _earliest_deal_of_anybody(*, club: int, season: int, points: int) -> "QuerySet[Any]":
    """The posting of the first deal of a season that gave a player so many points."""
    players = Player.objects.filter(club=club)
    deals = counted_postings(entry__kind=Entry.Kind.DEAL, player__in=players.values("pk"), points=points)
    # A sum has no index: the few postings are found by their players and points, and not by all entries of the season.
    of_season = deals.alias(of_season=F("entry__season") + 0).filter(of_season=season)
    in_order = of_season.order_by("entry__evening__date", "entry__evening__number", "entry__number", "seat")
    # The first is told by its id: what it was is read of it alone, and not of all that gave as much.
    first = counted_postings(pk=Subquery(in_order.values("pk")[:1]))
    with_entry = first.select_related("entry__evening", "entry__season", "entry__table_version")
    return with_entry.defer("entry__deal", "entry__table_version__document")
