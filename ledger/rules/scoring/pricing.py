"""The arithmetic of a price: named rules become four numbers, and four numbers become one amount."""

from typing import NamedTuple

from ledger.rules.scoring.parameters.chosen_rules import LOST, MADE, Value
from ledger.rules.scoring.parameters.declared import PARAMETERS
from ledger.rules.scoring.parameters.factor import Factor, Outcome, Played
from ledger.rules.scoring.parameters.tricks_map import TRICKS_MAP
from ledger.rules.scoring.scoring_table import Column, Nolo, Price, ScoringRules


class Terms(NamedTuple):
    """The arithmetic of one outcome, in units: base + number x each, then the factors in turn, gained or lost."""

    won: bool
    base: int
    number: int
    each: int
    factors: tuple[Factor, ...] = ()

    @property
    def amount(self) -> int:
        """What each opponent pays the declaring side; negative where the declaring side pays."""
        size = self.base + self.number * self.each
        for factor in self.factors:
            size = factor.of(size)
        return size if self.won else -size


class Shorthand(NamedTuple):
    """How single values become four numbers: the two rules, and units per trick for rules that add."""

    made: str
    lost: str
    over: int
    under: int


def trick_price(value: int, level: int, book: int, shorthand: Shorthand) -> Price:
    """The four numbers of a value V in units under the named rules, such as V x (1 + over) and V x under."""
    made, over = MADE.numbers(shorthand.made, Value(value, level, book, shorthand.over))
    lost, under = LOST.numbers(shorthand.lost, Value(value, level, book, shorthand.under))
    return Price(made, over, lost, under)


def trick_terms(scoring_table: ScoringRules, column: Column, level: int, played: Played) -> Terms | None:
    """The arithmetic of a trick contract; None if its price is missing."""
    factors = factors_of(Outcome(scoring_table, column, played, played.tricks >= level))
    return terms_with(scoring_table, column, level, played.tricks, factors)


def terms_with(
    scoring_table: ScoringRules, column: Column, level: int, tricks: int, factors: tuple[Factor, ...]
) -> Terms | None:
    """The arithmetic of a trick contract, given its factors; None if its price is missing."""
    made = tricks >= level
    override = scoring_table.overrides.get((level, column.code, tricks))
    if override is not None:
        # Typed with the declarer's sign, where terms are a size that takes its sign from the result.
        return Terms(made, override if made else -override, 0, 0, factors)
    price = scoring_table.prices[level][column.code]
    if price is None:
        return None
    if made:
        return Terms(True, price.made, counted_tricks(scoring_table, tricks) - level, price.over, factors)
    return Terms(False, price.lost, level - tricks, price.under, factors)


def counted_tricks(scoring_table: ScoringRules, tricks: int) -> int:
    """The number that tricks taken count as when the contract is made."""
    return TRICKS_MAP.of(scoring_table).get(tricks, tricks)


def factors_of(outcome: Outcome) -> tuple[Factor, ...]:
    """The factors on a trick contract's price, in the order applied; they do not depend on the level."""
    scoring_table = outcome.scoring_table
    factors: list[Factor] = []
    for parameter in PARAMETERS.values():
        if parameter.steps:
            factors += parameter.steps(parameter.of(scoring_table), outcome)
    return tuple(factors)


def nolo_terms(nolo: Nolo, tricks: int) -> Terms | None:
    """The arithmetic of a nolo that took `tricks`; None if its price is missing."""
    if nolo.price is None:
        return None
    outside = outside_limit(nolo, tricks)
    if outside > 0:
        return Terms(False, nolo.price.lost, outside, nolo.price.off)
    return Terms(True, nolo.price.made, nolo.max_tricks - tricks, nolo.price.less)


def outside_limit(nolo: Nolo, tricks: int) -> int:
    """The number of tricks by which a nolo was beaten; 0 or less if it was made."""
    return max(nolo.min_tricks - tricks, tricks - nolo.max_tricks)
