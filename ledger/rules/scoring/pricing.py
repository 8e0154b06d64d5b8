"""The arithmetic of a price: named rules become four numbers, and four numbers become one amount."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ledger.rules.scoring.scoring_table import Column, Multiplier, Nolo, NoloPrice, Price, ScoringRules, When
from ledger.rules.site.labels import Label

LOST_SHARES: Mapping[str, tuple[int, int]] = {
    "one_plus": (1, 1),
    "under": (0, 1),
    "double_under": (0, 2),
    "flat": (1, 0),
}


class Factor(NamedTuple):
    """A step on the way to an amount: `times` / `divisor`, then rounded to whole `step`s, then `plus` units.

    `reason` is a trump, "alone" or "rounded", or the label of a multiplier.
    """

    times: int
    reason: str | Label
    plus: int = 0
    divisor: int = 1
    rounding: str = "none"
    step: int = 1

    def of(self, size: int) -> int:
        """The size, in units, after this step."""
        size, whole = size * self.times, self.divisor * self.step
        if self.rounding == "up":
            return -(-size // whole) * self.step + self.plus
        if self.rounding == "half_up":
            return (2 * size + whole) // (2 * whole) * self.step + self.plus
        return size // self.divisor + self.plus


@dataclass(frozen=True)
class Terms:
    """The arithmetic of one outcome, in units: base + count x each, then the factors in turn, won or lost."""

    won: bool
    base: int
    count: int
    each: int
    factors: tuple[Factor, ...] = ()

    @property
    def amount(self) -> int:
        """What each opponent pays the declaring side; negative where the declaring side pays."""
        size = self.base + self.count * self.each
        for factor in self.factors:
            size = factor.of(size)
        return size if self.won else -size


class Shorthand(NamedTuple):
    """How a table's single values become four numbers: the two rules, and units per trick where they add."""

    made: str
    lost: str
    over: int
    under: int


def trick_price(value: int, level: int, book: int, shorthand: Shorthand) -> Price:
    """The four numbers of a value V in units under the named rules, such as V x (1 + over) and V x under."""
    made, over = {
        "one_plus": (value, value),
        "over_two": (2 * value, value),
        "over": (0, value),
        "from_book": ((level - book) * value, value),
        "per_trick": (level * value, value),
        "additive": (value, shorthand.over),
        "flat": (value, 0),
    }[shorthand.made]
    if shorthand.lost == "additive":
        return Price(made, over, value, shorthand.under)
    first, each = LOST_SHARES[shorthand.lost]
    return Price(made=made, over=over, lost=first * value, under=each * value)


def nolo_price(parts: Mapping[str, int], nolo_lost: str) -> NoloPrice:
    """The four numbers of a nolo contract: those given in units, the others by the named rule."""
    made = parts["made"]
    return NoloPrice(
        made=made,
        less=parts.get("less", 0),
        lost=parts.get("lost", 2 * made if nolo_lost == "double" else made),
        off=parts.get("off", made if nolo_lost == "one_plus" else 0),
    )


class Played(NamedTuple):
    """How a trick contract was played, as far as it changes the price."""

    tricks: int
    trump: str | None = None
    flag: str | None = None
    alone: bool = False


def trick_terms(scoring_table: ScoringRules, column: Column, level: int, played: Played) -> Terms | None:
    """The arithmetic of a trick contract; None where its price is missing."""
    made = played.tricks >= level
    factors = (
        *_multiplied(scoring_table, column, played, made),
        *_rounded(scoring_table),
        *_alone(scoring_table, column, played),
    )
    override = scoring_table.overrides.get((level, column.code, played.tricks))
    if override is not None:
        return Terms(made, override if made else -override, 0, 0, factors)
    price = scoring_table.prices[level][column.code]
    if price is None:
        return None
    if made:
        return Terms(True, price.made, _counted(scoring_table, played.tricks) - level, price.over, factors)
    return Terms(False, price.lost, level - played.tricks, price.under, factors)


def _counted(scoring_table: ScoringRules, tricks: int) -> int:
    return scoring_table.tricks_map.get(tricks, tricks)


def _multiplied(scoring_table: ScoringRules, column: Column, played: Played, made: bool) -> Iterator[Factor]:
    for row in scoring_table.multipliers:
        if _holds(row.when, column, played, made) and (row.mult, row.add) != (1, 0):
            yield Factor(row.mult, _reason(row), row.add)


def _reason(row: Multiplier) -> str | Label:
    return row.label or row.when.trump or ""


def _holds(when: When, column: Column, played: Played, made: bool) -> bool:
    return (
        when.flag in (None, played.flag)
        and when.trump in (None, played.trump)
        and when.tricks in (None, played.tricks)
        and when.turn in (None, column.vip_turn)
        and when.result in (None, "made" if made else "lost")
        and column.bears(when.attachment)
    )


def _rounded(scoring_table: ScoringRules) -> Iterator[Factor]:
    if scoring_table.rounding != "none":
        yield Factor(1, "rounded", rounding=scoring_table.rounding, step=scoring_table.unit_denominator)


def _alone(scoring_table: ScoringRules, column: Column, played: Played) -> Iterator[Factor]:
    if not played.alone or column.alone != "possible":
        return
    rule, given = scoring_table.rules.get("alone"), scoring_table.alone_factor
    if rule == "times_three":
        yield Factor(3, "alone")
    elif rule == "factor" and given.factor != 1:
        factor, step = given.factor, scoring_table.unit_denominator
        yield Factor(factor.numerator, "alone", 0, factor.denominator, given.rounding, step)


def nolo_terms(nolo: Nolo, tricks: int) -> Terms | None:
    """The arithmetic of a nolo contract that took `tricks`; None where its price is missing."""
    if nolo.price is None:
        return None
    outside = outside_limit(nolo, tricks)
    if outside > 0:
        return Terms(False, nolo.price.lost, outside, nolo.price.off)
    return Terms(True, nolo.price.made, nolo.max_tricks - tricks, nolo.price.less)


def outside_limit(nolo: Nolo, tricks: int) -> int:
    """By how many tricks a nolo contract was beaten; 0 or less where it was made."""
    return max(nolo.min_tricks - tricks, tricks - nolo.max_tricks)
