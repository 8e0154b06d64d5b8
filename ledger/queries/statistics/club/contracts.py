"""A club's contracts in figures: how often each was bid and made, its tricks, and what it paid whoever bid it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from ledger.queries.scoring.versions import rules_of
from ledger.queries.statistics.club.contract_counts import (
    DECLARER,
    ON_NOTHING_KNOWN,
    PLAYER,
    BidAlike,
    ContractCounts,
)
from ledger.queries.statistics.figures import contract_key, contract_label
from ledger.queries.statistics.played import POINTS_ONLY
from ledger.rules.site.labels import Label


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


def contract_figures(*, counts: ContractCounts) -> ContractFigures:
    """What was played, by contract; a query for the names of contracts, where their prices are new to this process."""
    rows = sorted((row for row in counts.alike if row.role in (DECLARER, PLAYER)), key=_key)
    labels = _labels(rows)
    figures = [_figure(key, labels[key], list(alike)) for key, alike in groupby(rows, key=_key)]
    return ContractFigures(
        contracts=sorted(figures, key=lambda figure: (-figure.deals, figure.key)),
        unit_denominator=counts.unit_denominator,
    )


def _figure(key: str, label: Label, rows: Sequence[BidAlike]) -> ContractFigure:
    # Of a deal of which the points alone are known, it is not known who bid what.
    bids = [row for row in rows if row.role == DECLARER and row.deal_kind != POINTS_ONLY]
    return ContractFigure(
        key=key,
        label=label,
        deals=_number_of(row for row in rows if row.beside != ON_NOTHING_KNOWN),
        bids=_number_of(bids),
        made=_number_of(row for row in bids if row.amount > 0),
        units=sum(row.units * row.postings for row in bids),
        measured=sum(row.measured for row in bids),
        over=sum(row.over for row in bids),
    )


def _number_of(rows: Iterable[BidAlike]) -> int:
    """The number of deals in some rows that count them whole."""
    return int(sum(row.deals for row in rows))


def _key(row: BidAlike) -> str:
    return contract_key(row.deal_kind, row.contract)


def _labels(rows: Sequence[BidAlike]) -> Mapping[str, Label]:
    """The names of contracts in the newest of the scoring tables that priced them; a query if not all are compiled."""
    newest = {_key(row): row for row in sorted(rows, key=lambda row: row.version)}
    scoring_tables = rules_of({row.version: row.prices for row in newest.values()})
    return {
        key: contract_label(row.deal_kind, row.contract, scoring_tables[row.version]) for key, row in newest.items()
    }
