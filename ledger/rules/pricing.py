"""The arithmetic of a price: named rules become four numbers, and four numbers become one amount."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ledger.rules.table import Column, Nolo, NoloPrice, Price, Table

LOST_SHARES: Mapping[str, tuple[int, int]] = {
    "one_plus": (1, 1),
    "under": (0, 1),
    "double_under": (0, 2),
    "flat": (1, 0),
}


class Factor(NamedTuple):
    """How many times an amount counts, and why: "clubs" (the trump) or "alone"."""

    times: int
    reason: str


@dataclass(frozen=True)
class Terms:
    """The arithmetic of one outcome, in units: (base + count x each) x the factors, won or lost."""

    won: bool
    base: int
    count: int
    each: int
    factors: tuple[Factor, ...] = ()

    @property
    def amount(self) -> int:
        """What each opponent pays the declaring side; negative where the declaring side pays."""
        size = (self.base + self.count * self.each) * math.prod(factor.times for factor in self.factors)
        return size if self.won else -size


def trick_price(value: int, made: str, lost: str) -> Price:
    """The four numbers of a value V in units under the named rules, such as V x (1 + over) and V x under."""
    first, each = LOST_SHARES[lost]
    return Price(made=value, over=value if made == "one_plus" else 0, lost=first * value, under=each * value)


def nolo_price(parts: Mapping[str, int], nolo_lost: str) -> NoloPrice:
    """The four numbers of a nolo contract: those given in units, the others by the named rule."""
    made = parts["made"]
    return NoloPrice(
        made=made,
        less=parts.get("less", 0),
        lost=parts.get("lost", 2 * made if nolo_lost == "double" else made),
        off=parts.get("off", made if nolo_lost == "one_plus" else 0),
    )


def trick_terms(
    table: Table, column: Column, level: int, *, trump: str | None, alone: bool, tricks: int
) -> Terms | None:
    """The arithmetic of a trick contract that took `tricks`; None where its price is missing."""
    price = table.prices[level][column.code]
    if price is None:
        return None
    factors = []
    if trump and (times := table.factor(column.attachment, trump)) > 1:
        factors.append(Factor(times, trump))
    if alone and column.alone == "possible" and table.rules.get("alone") == "times_three":
        factors.append(Factor(3, "alone"))
    if tricks >= level:
        return Terms(True, price.made, tricks - level, price.over, tuple(factors))
    return Terms(False, price.lost, level - tricks, price.under, tuple(factors))


def nolo_terms(nolo: Nolo, tricks: int) -> Terms | None:
    """The arithmetic of a nolo contract that took `tricks`; None where its price is missing."""
    if nolo.price is None:
        return None
    outside = max(nolo.min_tricks - tricks, tricks - nolo.max_tricks)
    if outside > 0:
        return Terms(False, nolo.price.lost, outside, nolo.price.off)
    return Terms(True, nolo.price.made, nolo.max_tricks - tricks, nolo.price.less)
