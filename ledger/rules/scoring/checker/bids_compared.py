"""Bids out of order: a bid that pays more than one that beats it, or no more than an easier one."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from ledger.rules.scoring.remarks import Remark, cell_path, named_cell
from ledger.rules.scoring.scoring_table import Column, ScoringRules
from ledger.rules.site.labels import Label
from ledger.rules.site.points import in_points
from ledger.rules.site.refusal import gettext_noop

MANY = 3  # so many levels of a column out of order have one cause
WEIGHT_OF_ONE = 100  # a bid more in order counts for more than which bids they are

PAYS_NO_MORE = gettext_noop("%(higher)s pays %(amount)s, no more than %(lower)s below it.")
PAYS_LESS = gettext_noop("%(higher)s pays %(amount)s, less than %(lower)s below it, which pays %(more)s.")
PAYS_MORE = gettext_noop("%(lower)s pays %(amount)s, more than %(higher)s above it, which pays %(less)s.")
ALL_PAY_LESS = gettext_noop(
    "%(higher)s pays %(amount)s, less than %(lower)s below it, which pays %(more)s; "
    "so it is at %(levels)d levels of the column."
)
ALL_PAY_MORE = gettext_noop(
    "%(lower)s pays %(amount)s, more than %(higher)s above it, which pays %(less)s; "
    "so it is at %(levels)d levels of the column."
)
TURN_PAYS_LESS = gettext_noop("%(contract)s pays %(amount)s, less than the turn before it, which pays %(more)s.")
TURNS_PAY_LESS = gettext_noop(
    "%(contract)s pays %(amount)s, less than the turn before it, which pays %(more)s; so it is at %(levels)d levels. "
    "Have the two columns changed places?"
)
OF_MANY = {PAYS_LESS: ALL_PAY_LESS, PAYS_MORE: ALL_PAY_MORE, TURN_PAYS_LESS: TURNS_PAY_LESS}


class ComparedBid(NamedTuple):
    """A bid, what each opponent pays when it is just made, and how far it is trusted where two bids clash."""

    path: str
    label: Label
    units: int
    weight: int

    @property
    def is_nolo(self) -> bool:
        return self.path.startswith("nolo.")


def order_remarks(scoring_table: ScoringRules, left_out: frozenset[str]) -> tuple[Remark, ...]:
    """Remarks on the order of the bids, at most one per bid; cells in `left_out` are skipped."""
    remarks: dict[str, Remark] = {}
    for remark in (
        *_turn_remarks(scoring_table, left_out),
        *_equal_remarks(scoring_table),
        *_ladder_remarks(scoring_table, left_out),
    ):
        if remark.cell not in left_out:
            remarks.setdefault(remark.cell, remark)
    return tuple(_columns_at_once(scoring_table, list(remarks.values())))


def _turn_remarks(scoring_table: ScoringRules, left_out: frozenset[str]) -> Iterator[Remark]:
    """A later turn of an attachment that pays less than the one before it."""
    turned = [column for column in scoring_table.columns if column.vip_turn]
    for before, after in pairwise(sorted(turned, key=lambda column: (column.attachment, column.vip_turn or 0))):
        for level in scoring_table.levels if before.attachment == after.attachment else ():
            earlier, later = scoring_table.prices[level][before.code], scoring_table.prices[level][after.code]
            if earlier and later and later.made < earlier.made and cell_path(level, before) not in left_out:
                paid = {"amount": _points(scoring_table, later.made), "more": _points(scoring_table, earlier.made)}
                contract = named_cell(level, after)
                yield Remark.of(cell_path(level, after), TURN_PAYS_LESS, is_error=False, contract=contract, **paid)


def _equal_remarks(scoring_table: ScoringRules) -> Iterator[Remark]:
    """A nolo that pays no more than an easier one."""
    nolos = [bid for bid in next(_bids_in_order(scoring_table)) if bid.is_nolo]
    for place, bid in enumerate(nolos):
        equal = next((other for other in nolos[:place] if other.units == bid.units), None)
        if equal:
            params = {"higher": bid.label, "amount": _points(scoring_table, bid.units), "lower": equal.label}
            yield Remark.of(bid.path, PAYS_NO_MORE, is_error=False, **params)


def _ladder_remarks(scoring_table: ScoringRules, left_out: frozenset[str]) -> Iterator[Remark]:
    """The smallest set of bids whose removal leaves the rest in order."""
    for bids in _bids_in_order(scoring_table, left_out):
        kept = _in_order(bids)
        for place in range(len(bids)):
            if place not in kept:
                yield _out_of_order(scoring_table, bids, kept, place)


def _in_order(bids: Sequence[ComparedBid]) -> frozenset[int]:
    """Indices of the heaviest subsequence in which no bid pays less than an earlier one."""
    best: list[tuple[int, tuple[int, ...]]] = []
    for place, bid in enumerate(bids):
        before = [best[n] for n in range(place) if bids[n].units <= bid.units]
        weight, row = max(before, key=lambda candidate: candidate[0], default=(0, ()))
        best.append((weight + bid.weight, (*row, place)))
    return frozenset(max(best, key=lambda candidate: candidate[0], default=(0, ()))[1])


def _out_of_order(scoring_table: ScoringRules, bids: Sequence[ComparedBid], kept: frozenset[int], place: int) -> Remark:
    bid = bids[place]
    amount = _points(scoring_table, bid.units)
    dearest = max((bids[n] for n in kept if n < place), key=lambda other: other.units, default=None)
    if dearest and dearest.units > bid.units:
        params = {"lower": dearest.label, "more": _points(scoring_table, dearest.units)}
        return Remark.of(bid.path, PAYS_LESS, is_error=False, higher=bid.label, amount=amount, **params)
    cheapest = min((bids[n] for n in kept if n > place), key=lambda other: other.units)
    params = {"higher": cheapest.label, "less": _points(scoring_table, cheapest.units)}
    return Remark.of(bid.path, PAYS_MORE, is_error=False, lower=bid.label, amount=amount, **params)


def _bids_in_order(scoring_table: ScoringRules, left_out: frozenset[str] = frozenset()) -> Iterator[list[ComparedBid]]:
    """Lists of comparable bids, lowest first: the ladder, or else the nolos; then each column.

    A step with a price in `left_out` is skipped.
    """
    steps = scoring_table.ladder or tuple(scoring_table.nolo)
    yield [bid for step in steps for bid in _bids(scoring_table, step, left_out)]
    for column in scoring_table.columns:
        yield [bid for level in scoring_table.levels for bid in _cell_bids(scoring_table, level, [column], left_out)]


def _bids(scoring_table: ScoringRules, step: str, left_out: frozenset[str]) -> list[ComparedBid]:
    """The bid of a step of the ladder; of "8+" the cheapest attachment. Contracts declared alone are left out."""
    if step in scoring_table.nolo:
        nolo = scoring_table.nolo[step]
        if nolo.price is None or f"nolo.{step}" in left_out:
            return []
        return [ComparedBid(f"nolo.{step}.made", nolo.label, nolo.price.made, WEIGHT_OF_ONE)]
    level, _space, attachment = step.removesuffix("+").partition(" ")
    wanted = [
        column
        for column in scoring_table.columns
        if column.alone != "forced"
        and (column.attachment != "plain" if step.endswith("+") else column.attachment == (attachment or "plain"))
    ]
    return _cell_bids(scoring_table, int(level), wanted, left_out)


def _cell_bids(
    scoring_table: ScoringRules, level: int, columns: Sequence[Column], left_out: frozenset[str]
) -> list[ComparedBid]:
    if any(cell_path(level, column) in left_out for column in columns):
        return []
    cells = [(column, price) for column in columns if (price := scoring_table.prices[level][column.code])]
    bids = [
        ComparedBid(cell_path(level, column), named_cell(level, column), price.made, _weight(column))
        for column, price in cells
    ]
    return sorted(bids, key=lambda bid: bid.units)[:1]


def _weight(column: Column) -> int:
    """How far a bid is trusted: a plain contract most, then one with an attachment, then a nolo."""
    return WEIGHT_OF_ONE + (2 if column.attachment == "plain" else 1)


def _columns_at_once(scoring_table: ScoringRules, remarks: Sequence[Remark]) -> Iterator[Remark]:
    """The remarks, with those that repeat over many levels of a column merged into one that gives their number."""
    columns = {
        cell_path(level, column): column.code for column in scoring_table.columns for level in scoring_table.levels
    }
    alike: dict[tuple[str, str], list[Remark]] = {}
    for remark in remarks:
        alike.setdefault((remark.message, columns.get(remark.cell, remark.cell)), []).append(remark)
    for (message, _column), alike_remarks in alike.items():
        first, *others = alike_remarks
        if len(alike_remarks) >= MANY and message in OF_MANY:
            params = {**first.params, "levels": len(alike_remarks)}
            yield replace(first, message=OF_MANY[message], params=params, also=tuple(other.cell for other in others))
        else:
            yield from alike_remarks


def _points(scoring_table: ScoringRules, units: int) -> object:
    return in_points(units, scoring_table.unit_denominator)
