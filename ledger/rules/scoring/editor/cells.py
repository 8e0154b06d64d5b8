"""Cells of the sheet on the wall: one value where the named rules apply, otherwise four numbers."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict

from ledger.rules.scoring.pricing import Shorthand, trick_price
from ledger.rules.scoring.scoring_table import Price, ScoringRules
from ledger.rules.site.labels import Label, join, same
from ledger.rules.site.points import in_points

Cell = int | Price | None


def wall_cells(scoring_table: ScoringRules) -> Mapping[int, Mapping[str, Cell]]:
    """By level and column code, the value V, in units, from which the named rules give the price's four numbers.

    The price itself where no V gives it; None where the price is missing.
    """
    named = shorthand(scoring_table)
    return {
        level: {code: _cell(price, level, scoring_table.tricks // 2, named) for code, price in row.items()}
        for level, row in scoring_table.prices.items()
    }


def shorthand(scoring_table: ScoringRules) -> Shorthand | None:
    """The named rules of a table, with the amount per trick that most cells add; None where no rule is named."""
    made, lost = scoring_table.rules.get("made"), scoring_table.rules.get("lost")
    if made is None or lost is None:
        return None
    prices = [price for row in scoring_table.prices.values() for price in row.values() if price]
    over, under = _commonest(price.over for price in prices), _commonest(price.under for price in prices)
    return Shorthand(made, lost, over, under)


def amounts(price: Price, denominator: int) -> Mapping[str, Label]:
    """The four numbers of a price as text, by "made", "over", "lost" and "under"."""
    return {part: in_points(units, denominator) for part, units in asdict(price).items()}


def four_numbers(price: Price, denominator: int) -> Label:
    """The text of a cell with four numbers, as the editor writes it: "73 +1 / -73 -5"."""
    made, over, lost, under = amounts(price, denominator).values()
    return join([made, same(" +"), over, same(" / -"), lost, same(" -"), under], "")


def _cell(price: Price | None, level: int, book: int, named: Shorthand | None) -> Cell:
    if price is None or named is None:
        return price
    values = (value for value in (price.made, price.over) if trick_price(value, level, book, named) == price)
    return next(values, price)


def _commonest(units: Iterable[int]) -> int:
    return max(Counter(units).items(), key=lambda unit: unit[1], default=(0, 0))[0]
