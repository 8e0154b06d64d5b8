"""Why a deal paid what it paid: the steps of the arithmetic, independent of language."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ledger.rules.scoring.parameters.factor import Factor
from ledger.rules.scoring.pricing import Terms
from ledger.rules.site.labels import Label, join, same


@dataclass(frozen=True)
class Wager:
    """One player or side against others: the tricks required or allowed, those taken, and the amount for each.

    `against` is the "opponents" of a side, all the "others" at the table, or the "outsiders" who did not join.
    `counted` is what the tricks count as if the scoring table says another number, else None.
    """

    player: str
    least: int
    most: int | None
    tricks: int
    terms: Terms
    against: str
    counted: int | None = None


@dataclass(frozen=True)
class Pot:
    """Everyone pays `price` units per trick above the fewest; the winners share the pot."""

    fewest: int
    price: int
    winners: tuple[str, ...]
    above: tuple[tuple[str, int], ...]
    share: int


@dataclass(frozen=True)
class Book:
    """A pair took `over` tricks above the `book` at `price` units each, paid by the house or by the other pair."""

    pair: tuple[str, str]
    tricks: int
    book: int
    over: int
    price: int
    from_house: bool


@dataclass(frozen=True)
class Roles:
    """The house pays `each` units to every one of the receivers."""

    players: int
    receivers: tuple[str, ...]
    each: int


@dataclass(frozen=True)
class Moved:
    """Units moved by agreement, with the reason, or by a penalty, whose name is the reason."""

    reason: str | None
    units: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Nothing:
    """Nothing is scored; `again` if the same dealer has to deal again."""

    again: bool


Step = Wager | Pot | Book | Roles | Moved | Nothing


def arithmetic(terms: Terms, number: Callable[[int], Label]) -> Label:
    """The sum as it is written down, without its sign: "2 + 1 × 2 = 4", "(2 + 1 × 2) × 2 for clubs = 8", "2"."""
    adds = bool(terms.count and terms.each)
    parts = [number(terms.base)] if terms.base or not adds else []
    if adds:
        parts.append(join([same(f"{terms.count} × "), number(terms.each)], ""))
    written, is_sum, is_bare = join(parts, " + "), len(parts) > 1, not adds
    for factor in terms.factors:
        if factor.times != factor.divisor and is_sum:
            written, is_sum = join([same("("), written, same(")")], ""), False
        words = list(_factor_words(factor, number))
        written = join([written, *words], "")
        is_sum, is_bare = is_sum or factor.plus > 0, is_bare and not words
    amount = abs(terms.amount)
    return written if is_bare and terms.base == amount else join([written, number(amount)], " = ")


def _factor_words(factor: Factor, number: Callable[[int], Label]) -> Iterator[Label]:
    if factor.times != factor.divisor:
        yield same(f" × {factor.times}/{factor.divisor}" if factor.divisor > 1 else f" × {factor.times}")
    if factor.plus:
        yield from (same(" + "), number(factor.plus))
    if factor.reason:
        yield from (same(" "), factor.reason)
    if factor.finish:
        yield from (same(", "), factor.finish.words)
