"""A club's contracts in figures: how often each was bid and made, its tricks, and what it paid whoever bid it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Count, Max, Q, QuerySet, Sum

from ledger.models import Season
from ledger.queries.statistics.figures import key_of_row, labels_of
from ledger.queries.statistics.played import POINTS_ONLY, common_denominator, counted_postings, only_deals
from ledger.rules.site.labels import Label

Row = Mapping[str, Any]


@dataclass(frozen=True)
class ContractFigure:
    """A contract's deals, how often somebody bid it and won points by it, and what it paid them in integer units.

    `bids` is 0 where nobody bids. `over` are the tricks above what was bid, less those below, of the `measured` deals
    that were bid by tricks.
    """

    key: str
    label: Label
    deals: int
    bids: int
    made: int
    units: int
    measured: int
    over: int

    @property
    def average_over(self) -> Fraction | None:
        """The tricks above the bid on average; None where none are counted."""
        return Fraction(self.over, self.measured) if self.measured else None


@dataclass(frozen=True)
class ContractFigures:
    """The contracts of some seasons, the most played first, in units of 1/`unit_denominator` point.

    A deal with a declarer whose partner nobody knows has two: the declarer's, and for the others that of its points
    alone.
    """

    contracts: Sequence[ContractFigure]
    unit_denominator: int


def contract_figures(*, seasons: Sequence[Season]) -> ContractFigures:
    """What was played, by contract; two queries, and one more where prices are new to this process."""
    unit, rows = common_denominator(seasons), defaultdict[str, list[Row]](list)
    factors = {season.pk: unit // season.unit_denominator for season in seasons}
    for row in _rows(seasons):
        rows[key_of_row(row)].append(row)
    labels = labels_of([row for alike in rows.values() for row in alike])
    figures = [_figure(key, labels[key], alike, factors) for key, alike in rows.items()]
    return ContractFigures(
        contracts=sorted(figures, key=lambda figure: (-figure.deals, figure.key)),
        unit_denominator=unit,
    )


def _rows(seasons: Sequence[Season]) -> "QuerySet[Any]":
    """What was declared on each contract of a season, and what was played where everybody just plays."""
    postings = only_deals(counted_postings(entry__season__in=seasons)).filter(role__in=("declarer", "player"))
    # Where nothing but the points and the declarer is known, the declarer's posting counts the deal already.
    is_declared = Q(role="player", entry__contract="", entry__deal__declarer__isnull=False)
    by_contract = postings.values("entry__season", "role", "contract_kind", "code")
    figures: QuerySet[Any] = by_contract.annotate(
        deals=Count("entry", distinct=True, filter=~is_declared),
        postings=Count("pk"),
        made=Count("pk", filter=Q(points__gt=0)),
        sum=Sum("points"),
        measured=Count("entry__over"),
        over=Sum("entry__over", default=0),
        version=Max("entry__table_version"),
    )
    return figures


def _figure(key: str, label: Label, rows: Sequence[Row], factors: Mapping[int, int]) -> ContractFigure:
    # Of a deal of which the points alone are known, it is not known who bid what.
    bids = [row for row in rows if row["role"] == "declarer" and row["contract_kind"] != POINTS_ONLY]
    return ContractFigure(
        key=key,
        label=label,
        # Several may declare in a deal, and each of them counts.
        deals=sum(row["postings"] if row["role"] == "declarer" else row["deals"] for row in rows),
        bids=sum(row["postings"] for row in bids),
        made=sum(row["made"] for row in bids),
        units=sum(row["sum"] * factors[row["entry__season"]] for row in bids),
        measured=sum(row["measured"] for row in bids),
        over=sum(row["over"] for row in bids),
    )
