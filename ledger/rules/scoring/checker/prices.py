"""Prices that look like a slip of the pen: out of step with their column, their row, or after a skipped level."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise
from operator import attrgetter
from typing import Any, NamedTuple

from ledger.rules.scoring.document import Remark
from ledger.rules.scoring.scoring_table import Column, ScoringRules, cell_path, named_cell
from ledger.rules.site.labels import Label, Phrase, join, same
from ledger.rules.site.points import in_points
from ledger.rules.site.refusal import gettext_noop

# Prices that break the progression of their row. Pure arithmetic: no names, no cells.


FEWEST_ALIKE = 4

Prices = Sequence[int | None]
Place = tuple[str, int]


def odd_ones(prices: Prices) -> list[tuple[int, Fraction]]:
    """Prices out of step by index, with the price expected there.

    Only where at least four prices, and two in three, follow one law.
    """
    given = {place: price for place, price in enumerate(prices) if price}  # a price of 0 is no step
    odd_by_law = (
        [(place, law[place]) for place, price in given.items() if law[place] != price] for law in _laws(given)
    )
    odd = min(odd_by_law, key=len, default=[])
    if len(given) - len(odd) < FEWEST_ALIKE or len(odd) > max(1, len(given) // 3):
        return []
    return odd if all(expected > 0 and expected.denominator == 1 for _place, expected in odd) else []


def skipped_level(prices: Prices) -> tuple[int, Fraction] | None:
    """The index after a skipped or repeated level in a row of otherwise equal steps, with the price expected there.

    None where there is none.
    """
    given = [(place, price) for place, price in enumerate(prices) if price]
    if len(given) < FEWEST_ALIKE + 1 or given[-1][0] - given[0][0] != len(given) - 1:
        return None
    for is_ratio in (True, False):
        steps = [_step(low, high, is_ratio) for (_, low), (_, high) in pairwise(given)]
        [(common, count)] = Counter(steps).most_common(1)
        slips = (common**2, Fraction(1)) if is_ratio else (2 * common, Fraction(0))
        at = next((n for n, step in enumerate(steps) if step != common), 0)
        if count == len(steps) - 1 and 0 < at < len(steps) - 1 and steps[at] in slips:
            place, price = given[at]
            return place + 1, price * common if is_ratio else price + common
    return None


def out_of_row(columns: Mapping[str, Prices], named: Collection[Place]) -> dict[Place, tuple[str, Fraction, bool]]:
    """Prices that break the relation of their column to the others, by (column, index).

    Each with the column that it disagrees with, the price expected, and whether it is sure which of the two is wrong.
    A price is not blamed for disagreeing with one already `named` as a slip.

    Two columns have a constant ratio or difference, except at an index or two. Of two prices that
    disagree there the one is to blame that disagrees with more columns, or without which its own runs more smoothly.
    """
    quarrels: set[tuple[Place, Place]] = set()
    for left, right in combinations(columns, 2):
        relation = _relation(columns[left], columns[right])
        for at in relation.broken_at if relation else ():
            if (left, at) not in named and (right, at) not in named:
                quarrels.add(((left, at), (right, at)))
    blamed: dict[Place, tuple[str, Fraction, bool]] = {}
    while quarrels:
        votes = Counter(end for quarrel in quarrels for end in quarrel)
        most = max(votes.values())
        mended: dict[Place, tuple[str, Fraction, bool]] = {}
        # Sorted, so that of two as suspicious the same one is named each time.
        for code, place in sorted(end for end, count in votes.items() if count == most):
            partner = _partner((code, place), columns, quarrels)
            mended[code, place] = partner, _expected_price(columns[partner], columns[code], place), most > 1
        worst = max(mended, key=lambda end: _smoother(columns[end[0]], end[1], mended[end][1]))
        blamed[worst] = mended[worst]
        quarrels = {quarrel for quarrel in quarrels if worst not in quarrel}
    return blamed


def _partner(blamed: Place, columns: Mapping[str, Prices], quarrels: Collection[tuple[Place, Place]]) -> str:
    """The first column with which a price disagrees."""
    others = {other for quarrel in quarrels if blamed in quarrel for other, _place in quarrel} - {blamed[0]}
    return next(code for code in columns if code in others)


def _smoother(prices: Prices, place: int, expected: Fraction) -> Fraction:
    """How much smoother a column becomes with the expected price at an index."""
    mended = [expected if at == place else price for at, price in enumerate(prices)]
    return _roughness(prices) - _roughness(mended)


class Relation(NamedTuple):
    """A constant ratio or difference between two columns, and the indices where they break it."""

    is_ratio: bool
    common: Fraction
    broken_at: tuple[int, ...]


def _expected_price(column: Prices, other: Prices, place: int) -> Fraction:
    """The price at an index of the other column by the relation of the two."""
    relation, price = _relation(column, other), Fraction(column[place] or 0)
    if relation is None:
        return price
    return price * relation.common if relation.is_ratio else price + relation.common


def _relation(column: Prices, other: Prices) -> Relation | None:
    """The relation of two columns that nearly all prices keep: the ratio, or the difference if more keep that."""
    pairs = enumerate(zip(column, other, strict=True))
    both = [(place, low, high) for place, (low, high) in pairs if low and high]
    kept = []
    for is_ratio, most in ((True, max(1, len(both) // 3)), (False, 1)):
        steps = {place: _step(low, high, is_ratio) for place, low, high in both}
        common, count = max(Counter(steps.values()).items(), key=lambda item: item[1], default=(Fraction(0), 0))
        broken_at = tuple(place for place, step in steps.items() if step != common)
        if count >= FEWEST_ALIKE and len(broken_at) <= most:
            kept.append(Relation(is_ratio, common, broken_at))
    return min(kept, key=lambda relation: len(relation.broken_at), default=None)


def _roughness(prices: Sequence[Fraction | int | None]) -> Fraction:
    """How unevenly a column grows: how far its inner prices are from their neighbours' mean, as a sum of ratios."""
    given = [Fraction(price) for price in prices if price]
    bends = (low * high / middle**2 for low, middle, high in zip(given, given[1:], given[2:], strict=False))
    return sum((max(bend, 1 / bend) for bend in bends), Fraction(0))


def _laws(given: Mapping[int, int]) -> Iterator[dict[int, Fraction]]:
    """The prices by every law that two neighbouring ones give: equal ratios first, then equal differences."""
    for is_ratio in (True, False):
        for place, low in given.items():
            if place + 1 in given:
                step = _step(low, given[place + 1], is_ratio)
                if is_ratio:
                    yield {at: low * step ** (at - place) for at in given}
                else:
                    yield {at: low + step * (at - place) for at in given}


def _step(low: int, high: int, is_ratio: bool) -> Fraction:
    return Fraction(high, low) if is_ratio else Fraction(high - low)


PRICED_BY_THE_TRICK = ("one_plus", "over_two", "over", "from_book", "per_trick")
MANY = 3  # so many columns out of step at one level have one cause

VALUE = "value"  # the V of a cell, whatever the named rule makes of it
PARTS = {
    "made": Phrase("made", "a contract"),
    "over": Phrase("for each overtrick"),
    "lost": Phrase("lost"),
    "under": Phrase("for each trick missing"),
}

OUT_OF_COLUMN = gettext_noop("%(contract)s is %(amount)s; by the steps of its column it would be %(expected)s.")
OUT_OF_ROW = gettext_noop("%(contract)s is %(amount)s; as the column stands to the first it would be %(expected)s.")
OUT_OF_OTHER = gettext_noop("%(contract)s is %(amount)s; as the column stands to %(other)s it would be %(expected)s.")
LEVEL_SKIPPED = gettext_noop(
    "%(contract)s is %(amount)s; by the steps of its column it would be %(expected)s, and so on from there. "
    "Is a row skipped, or typed twice?"
)
WHOLE_ROW = gettext_noop(
    "%(contract)s is %(amount)s; by the steps of its column it would be %(expected)s. "
    "%(columns)d columns are out of step at %(level)d."
)
LEVEL_MISSING = gettext_noop(
    "%(above)d comes after %(below)d here: what is bid between them has no price, and cannot be entered."
)


def price_remarks(scoring_table: ScoringRules) -> tuple[Remark, ...]:
    """Remarks on the steps between prices, at most one per cell; all of them are allowed."""
    parts = (VALUE, *PARTS) if scoring_table.levels else ()
    remarks = first_by(attrgetter("cell"), (remark for part in parts for remark in _part_remarks(scoring_table, part)))
    return (*_level_remarks(scoring_table), *_whole_rows(scoring_table, remarks))


def first_by(key: Callable[[Remark], Any], remarks: Iterable[Remark]) -> dict[Any, Remark]:
    """The first remark of each key."""
    firsts: dict[Any, Remark] = {}
    for remark in remarks:
        firsts.setdefault(key(remark), remark)
    return firsts


def _part_remarks(scoring_table: ScoringRules, part: str) -> Iterator[Remark]:
    """The remarks on one of a cell's numbers, by its row and by its column.

    A level where many columns are out of step is judged by its row: the slip is the price that breaks the row.
    """
    sheet = {column.code: _numbers(scoring_table, column, part) for column in scoring_table.columns}
    values = {column.code: _numbers(scoring_table, column, VALUE) for column in scoring_table.columns}
    if part != VALUE and _is_multiple(sheet, values):
        return
    skipped = {code: slip for code, prices in sheet.items() if (slip := skipped_level(prices))}
    odd = {code: odd_ones(prices) for code, prices in sheet.items() if code not in skipped}
    counted = Counter(place for slips in odd.values() for place, _expected in slips)
    named = {(code, place) for code, slips in odd.items() for place, _expected in slips if counted[place] < MANY}
    named |= {(code, place) for code in skipped for place in range(len(sheet[code]))}
    lowest = scoring_table.levels[0]
    columns = {column.code: column for column in scoring_table.columns}
    for (code, place), (other, expected, is_sure) in out_of_row(sheet, named).items():
        level = lowest + place
        message = OUT_OF_ROW if other == scoring_table.columns[0].code else OUT_OF_OTHER
        amount, label = sheet[code][place], columns[other].label
        remark = _remark(scoring_table, level, columns[code], part, message, amount, expected, other=label)
        yield remark if is_sure else replace(remark, also=(cell_path(level, columns[other]),))
    for code, column in columns.items():
        message, slips = (LEVEL_SKIPPED, (skipped[code],)) if code in skipped else (OUT_OF_COLUMN, odd[code])
        for place, expected in slips:
            yield _remark(scoring_table, lowest + place, column, part, message, sheet[code][place], expected)


def _is_multiple(sheet: Mapping[str, Prices], values: Mapping[str, Prices]) -> bool:
    """Whether a number is the same multiple of the value everywhere, and so adds no information."""
    pairs = [(part or 0, value or 0) for code in sheet for part, value in zip(sheet[code], values[code], strict=True)]
    first = next(((part, value) for part, value in pairs if value), (0, 0))
    return all(part * first[1] == value * first[0] for part, value in pairs)


def _numbers(scoring_table: ScoringRules, column: Column, part: str) -> Prices:
    """One of the numbers of a column's cells in units, from the lowest level up; None where there is none."""
    is_by_trick = scoring_table.rules.get("made") in PRICED_BY_THE_TRICK
    numbers: list[int | None] = []
    for level in range(scoring_table.levels[0], scoring_table.levels[-1] + 1):
        price = scoring_table.prices.get(level, {}).get(column.code)
        if price is None:
            numbers.append(None)
        elif part != VALUE:
            numbers.append(getattr(price, part))
        elif is_by_trick and price.over:
            numbers.append(price.over)
        else:
            numbers.append(price.made)
    return numbers


def _remark(
    scoring_table: ScoringRules,
    level: int,
    column: Column,
    part: str,
    message: str,
    amount: int | None,
    expected: Fraction,
    **params: object,
) -> Remark:
    path, contract = cell_path(level, column), named_cell(level, column)
    if part != VALUE:
        path = f"{path}.{part}"
        contract = join([contract, same(" ("), PARTS[part], same(")")], "")
    told = {"amount": points_of(scoring_table, amount), "expected": points_of(scoring_table, expected)}
    return Remark(path, message, {**params, **told, "contract": contract})


def points_of(scoring_table: ScoringRules, units: Fraction | int | None) -> Label:
    """An amount in units, in points."""
    amount = Fraction(units or 0)
    return in_points(amount.numerator, scoring_table.unit_denominator * amount.denominator)


def _whole_rows(scoring_table: ScoringRules, remarks: Mapping[str, Remark]) -> Iterator[Remark]:
    """The remarks, with those on one level in many columns merged into one that gives their number."""
    for level in scoring_table.levels:
        cells = [cell_path(level, column) for column in scoring_table.columns]
        row = [remarks[cell] for cell in cells if cell in remarks]
        by_column = [remark for remark in row if remark.message == OUT_OF_COLUMN]
        if len(by_column) >= MANY:
            first, *others = by_column
            params = {**first.params, "columns": len(by_column), "level": level}
            yield replace(first, message=WHOLE_ROW, params=params, also=tuple(other.cell for other in others))
            row = [remark for remark in row if remark not in by_column]
        yield from row


def _level_remarks(scoring_table: ScoringRules) -> Iterator[Remark]:
    for below, above in pairwise(scoring_table.levels):
        if above > below + 1:
            path = cell_path(above, scoring_table.columns[0])
            yield Remark.of(path, LEVEL_MISSING, below=below, above=above)
