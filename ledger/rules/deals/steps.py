"""Why a deal paid what it paid: the steps of the arithmetic, before any language."""

from collections.abc import Callable
from dataclasses import dataclass

from ledger.rules.scoring.parameters.factor import Factor
from ledger.rules.scoring.pricing import Terms
from ledger.rules.site.labels import Label


@dataclass(frozen=True)
class Wager:
    """One player, or one side, against others: at least or at most so many tricks, so many taken, so much each.

    `against` is "opponents" of a side, all the "others" at the table, or the "outsiders" who did not go along.
    `counted` is what the tricks count as where the table says another number, else None.
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
    """A pair took `over` tricks above the `book`, at `price` units each, paid by the house or the other pair."""

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
    """Units moved by agreement, and why, or by a penalty, whose name says why."""

    reason: str | None
    units: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Nothing:
    """Nothing is scored, and the same dealer may have to deal `again`."""

    again: bool


Step = Wager | Pot | Book | Roles | Moved | Nothing


def arithmetic(terms: Terms, number: Callable[[int], str], words: Callable[[Label], str]) -> str:
    """The sum as it is written down, without its sign: "2 + 1 x 2 = 4", "(2 + 1 x 2) x 2 for clubs = 8", "2"."""
    parts = [number(terms.base)] if terms.base or not terms.count * terms.each else []
    if terms.count and terms.each:
        parts.append(f"{terms.count} x {number(terms.each)}")
    text, is_sum = " + ".join(parts), len(parts) > 1
    for factor in terms.factors:
        if factor.times != factor.divisor and is_sum:
            text, is_sum = f"({text})", False
        text += _factor_text(factor, number, words)
        is_sum = is_sum or factor.plus > 0
    result = number(abs(terms.amount))
    return text if text == result else f"{text} = {result}"


def _factor_text(factor: Factor, number: Callable[[int], str], words: Callable[[Label], str]) -> str:
    times = f"{factor.times}/{factor.divisor}" if factor.divisor > 1 else str(factor.times)
    text = f" x {times}" if factor.times != factor.divisor else ""
    text += f" + {number(factor.plus)}" if factor.plus else ""
    text += f" {words(factor.reason)}" if factor.reason else ""
    return f"{text}, {words(factor.finish.words)}" if factor.finish else text
