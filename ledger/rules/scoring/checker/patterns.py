"""Prices that look like a slip of the pen: out of step with their column or row, or after a skipped level."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from ledger.rules.scoring.checker.steps_of_prices import Prices, odd_ones, out_of_row, skipped_level
from ledger.rules.scoring.remarks import Remark, cell_path, named_cell
from ledger.rules.scoring.scoring_table import Column, Price, ScoringRules
from ledger.rules.site.labels import Phrase, join, same
from ledger.rules.site.points import in_points
from ledger.rules.site.refusal import gettext_noop

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
    remarks: dict[str, Remark] = {}
    for part in (VALUE, *PARTS) if scoring_table.levels else ():
        for remark in _part_remarks(scoring_table, part):
            remarks.setdefault(remark.cell, remark)
    return (*_level_remarks(scoring_table), *_whole_rows(scoring_table, remarks))


def _part_remarks(scoring_table: ScoringRules, part: str) -> Iterator[Remark]:
    """The remarks on one of a cell's numbers, by its row and by its column.

    A level where many columns are out of step is judged by its row: the slip is the price that breaks the row.
    """
    sheet = {column.code: _numbers(scoring_table, column, part) for column in scoring_table.columns}
    if part != VALUE and _is_multiple(
        sheet, {column.code: _numbers(scoring_table, column, VALUE) for column in scoring_table.columns}
    ):
        return
    skipped = {code: slip for code, prices in sheet.items() if (slip := skipped_level(prices))}
    odd = {code: odd_ones(prices) for code, prices in sheet.items() if code not in skipped}
    counted = Counter(place for slips in odd.values() for place, _expected in slips)
    named = {(code, place) for code, slips in odd.items() for place, _expected in slips if counted[place] < MANY}
    named |= {(code, place) for code in skipped for place in range(len(sheet[code]))}
    lowest = scoring_table.levels[0]
    columns = {column.code: column for column in scoring_table.columns}
    for (code, place), (other, expected, is_sure) in out_of_row(sheet, named).items():
        level, message = lowest + place, OUT_OF_ROW if other == scoring_table.columns[0].code else OUT_OF_OTHER
        params = {"amount": sheet[code][place], "expected": expected, "other": columns[other].label}
        remark = _remark(scoring_table, level, columns[code], part, message, **params)
        yield remark if is_sure else replace(remark, also=(cell_path(level, columns[other]),))
    for code, column in columns.items():
        message, slips = (LEVEL_SKIPPED, (skipped[code],)) if code in skipped else (OUT_OF_COLUMN, odd[code])
        for place, expected in slips:
            params = {"amount": sheet[code][place], "expected": expected}
            yield _remark(scoring_table, lowest + place, column, part, message, **params)


def _is_multiple(sheet: Mapping[str, Prices], values: Mapping[str, Prices]) -> bool:
    """Whether a number is the same multiple of the value everywhere, and so adds no information."""
    pairs = [(part or 0, value or 0) for code in sheet for part, value in zip(sheet[code], values[code], strict=True)]
    first = next(((part, value) for part, value in pairs if value), (0, 0))
    return all(part * first[1] == value * first[0] for part, value in pairs)


def _numbers(scoring_table: ScoringRules, column: Column, part: str) -> Prices:
    """One of the numbers of a column's cells in units, from the lowest level up; None where there is none."""
    levels = range(scoring_table.levels[0], scoring_table.levels[-1] + 1)
    return [_number(scoring_table, scoring_table.prices.get(level, {}).get(column.code), part) for level in levels]


def _number(scoring_table: ScoringRules, price: Price | None, part: str) -> int | None:
    if price is None:
        return None
    if part == VALUE:
        return price.over or price.made if scoring_table.rules.get("made") in PRICED_BY_THE_TRICK else price.made
    number: int = getattr(price, part)
    return number


def _remark(
    scoring_table: ScoringRules, level: int, column: Column, part: str, message: str, **params: object
) -> Remark:
    path, contract = cell_path(level, column), named_cell(level, column)
    if part != VALUE:
        path = f"{path}.{part}"
        contract = join([contract, same(" ("), PARTS[part], same(")")], "")
    amounts = {name: _points(scoring_table, params[name]) for name in ("amount", "expected")}
    return Remark.of(path, message, is_error=False, **{**params, **amounts}, contract=contract)


def _points(scoring_table: ScoringRules, units: object) -> object:
    amount = units if isinstance(units, Fraction) else Fraction(str(units))
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
            yield Remark.of(path, LEVEL_MISSING, is_error=False, below=below, above=above)
