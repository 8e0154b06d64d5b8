"""Cells that look like a slip: a price out of step with its column or row, and a higher bid that pays less."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from ledger.rules.points import in_points
from ledger.rules.refusal import gettext_noop
from ledger.rules.remarks import Remark, cell_path, named_cell
from ledger.rules.table import Column, Price, Table
from ledger.rules.vocabulary import Label

FEWEST_STEPS = 3
PRICED_BY_THE_TRICK = ("one_plus", "over_two", "over", "from_book", "per_trick")

OUT_OF_COLUMN = gettext_noop("%(contract)s is %(amount)s; by the steps of its column it would be %(expected)s.")
OUT_OF_ROW = gettext_noop("%(contract)s is %(amount)s; as the column stands to the first it would be %(expected)s.")
PAYS_NO_MORE = gettext_noop("%(higher)s pays %(amount)s, no more than %(lower)s below it.")
PAYS_LESS = gettext_noop("%(higher)s pays %(amount)s, less than %(lower)s below it, which pays %(more)s.")


def pattern_remarks(table: Table) -> tuple[Remark, ...]:
    """What is pointed out in a table's prices; none of it is forbidden. One remark for a cell's pattern."""
    by_column = {remark.path: remark for column in table.columns for remark in _out_of_column(table, column)}
    by_row = {remark.path: remark for column in table.columns[1:] for remark in _out_of_row(table, column)}
    first = {cell_path(level, table.columns[0]): level for level in table.levels if table.columns}
    spoiled = {f"values.{level}." for path, level in first.items() if path in by_column}
    kept = {path: remark for path, remark in by_row.items() if not any(str(path).startswith(row) for row in spoiled)}
    return (*(kept | by_column).values(), *_ladder_remarks(table))


def _value(table: Table, price: Price | None) -> int | None:
    """The V of a cell, in units, whatever the named rule makes of it."""
    if price is None:
        return None
    return price.over or price.made if table.rules.get("made") in PRICED_BY_THE_TRICK else price.made


def _values(table: Table, column: Column) -> list[int] | None:
    """A column's values, lowest level first; None where one is missing or nothing."""
    values = [_value(table, row[column.code]) for row in table.prices.values()]
    known = [value for value in values if value]
    return known if len(known) == len(values) else None


def _out_of_column(table: Table, column: Column) -> Iterator[Remark]:
    values = _values(table, column)
    if values is None:
        return
    for apply, step in ((_times, _ratio), (_plus, _difference)):
        found = _odd_one(values, step, apply)
        if found is not None:
            place, expected = found
            level = table.levels[place]
            yield _cell_remark(table, level, column, OUT_OF_COLUMN, values[place], expected)
            return


def _ratio(low: int, high: int) -> Fraction:
    return Fraction(high, low)


def _difference(low: int, high: int) -> Fraction:
    return Fraction(high - low)


def _times(value: int, step: Fraction) -> Fraction:
    return value * step


def _plus(value: int, step: Fraction) -> Fraction:
    return value + step


def _odd_one(
    values: Sequence[int], step: Callable[[int, int], Fraction], apply: Callable[[int, Fraction], Fraction]
) -> tuple[int, Fraction] | None:
    """The place of the only value out of step and what it would be; None where all, or too few, are in step."""
    steps = [step(low, high) for low, high in pairwise(values)]
    if not steps:
        return None
    [(common, count)] = Counter(steps).most_common(1)
    if count == len(steps) or count < FEWEST_STEPS:
        return None
    for place in range(len(values)):
        others = [each for at, each in enumerate(steps) if at not in (place - 1, place)]
        if len(others) >= FEWEST_STEPS and set(others) == {common}:
            low = place - 1 if place else place + 1
            expected = apply(values[low], common) if place else _before(values[1], common, step)
            if _fits(values, place, expected, common, step):
                return place, expected
    return None


def _before(value: int, common: Fraction, step: Callable[[int, int], Fraction]) -> Fraction:
    return value / common if step is _ratio else value - common


def _fits(
    values: Sequence[int], place: int, expected: Fraction, common: Fraction, step: Callable[[int, int], Fraction]
) -> bool:
    """Whether the expected value would be in step with the one above it too."""
    if expected <= 0 or expected.denominator > 1:
        return False
    return place + 1 == len(values) or step(expected.numerator, values[place + 1]) == common


def _out_of_row(table: Table, column: Column) -> Iterator[Remark]:
    first, values = _values(table, table.columns[0]), _values(table, column)
    if first is None or values is None or not values:
        return
    ratios = [Fraction(value, base) for value, base in zip(values, first, strict=True)]
    [(common, count)] = Counter(ratios).most_common(1)
    if count != len(ratios) - 1 or count < FEWEST_STEPS:
        return
    place = next(at for at, ratio in enumerate(ratios) if ratio != common)
    yield _cell_remark(table, table.levels[place], column, OUT_OF_ROW, values[place], first[place] * common)


def _cell_remark(table: Table, level: int, column: Column, message: str, value: int, expected: Fraction) -> Remark:
    unit = table.unit_denominator
    said = {"amount": in_points(value, unit), "expected": in_points(expected.numerator, unit * expected.denominator)}
    return Remark.of(cell_path(level, column), message, is_error=False, contract=named_cell(level, column), **said)


class Bid(NamedTuple):
    """A bid and what each opponent pays when it is just made."""

    path: str
    label: Label
    units: int
    is_nolo: bool


def _ladder_remarks(table: Table) -> Iterator[Remark]:
    seen: set[str] = set()
    for bids in _bids_in_order(table):
        for place, bid in enumerate(bids):
            remark = _against_lower(table, bid, bids[:place])
            if remark and bid.path not in seen:
                seen.add(bid.path)
                yield remark


def _bids_in_order(table: Table) -> Iterator[list[Bid]]:
    """Lists of bids that can be compared, low to high: the ladder, then each column by itself."""
    if table.ladder:
        yield [bid for step in table.ladder for bid in _bids(table, step)]
    else:
        yield [bid for code in table.nolo for bid in _bids(table, code)]
    for column in table.columns:
        yield [bid for level in table.levels for bid in _cell_bids(table, level, [column])]


def _bids(table: Table, step: str) -> list[Bid]:
    """The bid of a step of the ladder; of "8+" the cheapest attachment. Contracts declared alone are left out."""
    if step in table.nolo:
        nolo = table.nolo[step]
        return [Bid(f"nolo.{step}.made", nolo.label, nolo.price.made, True)] if nolo.price else []
    level, _space, attachment = step.removesuffix("+").partition(" ")
    wanted = [
        column
        for column in table.columns
        if column.alone != "forced"
        and (column.attachment != "plain" if step.endswith("+") else column.attachment == (attachment or "plain"))
    ]
    return _cell_bids(table, int(level), wanted)


def _cell_bids(table: Table, level: int, columns: Sequence[Column]) -> list[Bid]:
    cells = [(column, price) for column in columns if (price := table.prices[level][column.code])]
    bids = [Bid(cell_path(level, column), named_cell(level, column), price.made, False) for column, price in cells]
    return sorted(bids, key=lambda bid: bid.units)[:1]


def _against_lower(table: Table, bid: Bid, lower: Sequence[Bid]) -> Remark | None:
    best = max(lower, key=lambda other: other.units, default=None)
    unit = table.unit_denominator
    said = {"higher": bid.label, "amount": in_points(bid.units, unit)}
    equal = next((other for other in lower if bid.is_nolo and other.is_nolo and other.units == bid.units), None)
    if equal:
        return Remark.of(bid.path, PAYS_NO_MORE, is_error=False, **said, lower=equal.label)
    if best and bid.units < best.units:
        said |= {"lower": best.label, "more": in_points(best.units, unit)}
        return Remark.of(bid.path, PAYS_LESS, is_error=False, **said)
    return None
