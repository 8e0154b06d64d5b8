"""Prices that break the progression of their row. Pure arithmetic: no names, no cells."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from typing import NamedTuple

FEWEST_ALIKE = 4

Prices = Sequence[int | None]
Place = tuple[str, int]


class Odd(NamedTuple):
    """An index in a row of prices, and the price expected there."""

    place: int
    expected: Fraction


class Blame(NamedTuple):
    """A price out of step with another column, the expected price, and whether this price is the one to blame."""

    other: str
    expected: Fraction
    is_sure: bool


class Law(NamedTuple):
    """Equal ratios or equal differences from a first price on."""

    is_ratio: bool
    first: Fraction
    step: Fraction

    def at(self, place: int) -> Fraction:
        """The price that the law gives at an index."""
        return self.first * self.step**place if self.is_ratio else self.first + self.step * place


def known_prices(prices: Prices) -> dict[int, int]:
    """Prices that are typed and not zero, by index."""
    return {place: price for place, price in enumerate(prices) if price}


def odd_ones(prices: Prices) -> tuple[Odd, ...]:
    """Prices out of step, provided that at least four prices, and two in three, follow one law."""
    given = known_prices(prices)
    best: list[Odd] | None = None
    for law in _laws(given):
        odd = [Odd(place, law.at(place)) for place, price in given.items() if law.at(place) != price]
        if best is None or len(odd) < len(best):
            best = odd
        if not odd:
            return ()
    if not best or len(given) - len(best) < FEWEST_ALIKE or len(best) > max(1, len(given) // 3):
        return ()
    return tuple(best) if all(_is_price(slip.expected) for slip in best) else ()


def skipped_level(prices: Prices) -> Odd | None:
    """The first price after a skipped or repeated level in a row of otherwise equal steps; None where there is none."""
    given = list(known_prices(prices).items())
    if len(given) < FEWEST_ALIKE + 1 or given[-1][0] - given[0][0] != len(given) - 1:
        return None
    for is_ratio in (True, False):
        steps = [_step(low, high, is_ratio) for (_, low), (_, high) in pairwise(given)]
        [(common, count)] = Counter(steps).most_common(1)
        slips = (common**2, Fraction(1)) if is_ratio else (2 * common, Fraction(0))
        at = next((n for n, step in enumerate(steps) if step != common), 0)
        if count == len(steps) - 1 and 0 < at < len(steps) - 1 and steps[at] in slips:
            place, price = given[at]
            return Odd(place + 1, price * common if is_ratio else price + common)
    return None


def out_of_row(columns: Mapping[str, Prices], named: Collection[Place]) -> dict[Place, Blame]:
    """Prices that break the relation of their column to the others, by (column, index).

    A price is not blamed for disagreeing with one already `named` as a slip.

    Two columns have a constant ratio or difference, except at an index or two. Of two prices that
    disagree there the one is to blame that disagrees with more columns, or without which its own runs more smoothly.
    """
    compared = {pair: _relation(*(columns[code] for code in pair)) for pair in combinations(columns, 2)}
    relations = {pair: relation for pair, relation in compared.items() if relation and relation.broken_at}
    quarrels = {((left, at), (right, at)) for (left, right), broken in relations.items() for at in broken.broken_at}
    quarrels = {quarrel for quarrel in quarrels if not any(end in named for end in quarrel)}
    blamed: dict[Place, Blame] = {}
    while quarrels:
        votes = Counter(end for quarrel in quarrels for end in quarrel)
        most = max(votes.values())
        suspects = {end: _partner(end, columns, quarrels) for end, count in votes.items() if count == most}
        mended = {
            end: Blame(partner, _expected_price(columns, end, partner, relations), most > 1)
            # Sorted, so that of two as suspicious the same one is named each time.
            for end, partner in sorted(suspects.items())
        }
        worst = max(mended, key=lambda end: _smoother(columns[end[0]], end[1], mended[end].expected))
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


def _expected_price(
    columns: Mapping[str, Prices], blamed: Place, partner: str, relations: Mapping[tuple[str, str], Relation]
) -> Fraction:
    code, place = blamed
    price = Fraction(columns[partner][place] or 0)
    relation = relations.get((partner, code))
    if relation:
        return price * relation.common if relation.is_ratio else price + relation.common
    relation = relations[code, partner]
    return price / relation.common if relation.is_ratio else price - relation.common


def _relation(column: Prices, other: Prices) -> Relation | None:
    """The relation of two columns that nearly all prices keep: the ratio, or the difference if more keep that."""
    shared = [(place, low, high) for place, (low, high) in enumerate(zip(column, other, strict=True)) if low and high]
    best = None
    for is_ratio, most in ((True, max(1, len(shared) // 3)), (False, 1)):
        steps = {place: _step(low, high, is_ratio) for place, low, high in shared}
        common, count = max(Counter(steps.values()).items(), key=lambda item: item[1], default=(Fraction(0), 0))
        broken_at = tuple(place for place, step in steps.items() if step != common)
        is_kept = count >= FEWEST_ALIKE and len(broken_at) <= most
        if is_kept and (best is None or len(broken_at) < len(best.broken_at)):
            best = Relation(is_ratio, common, broken_at)
    return best


def _roughness(prices: Sequence[Fraction | int | None]) -> Fraction:
    """How unevenly a column grows: how far its inner prices are from their neighbours' mean, as a sum of ratios."""
    given = [Fraction(price) for price in prices if price]
    bends = (low * high / middle**2 for low, middle, high in zip(given, given[1:], given[2:], strict=False))
    return sum((max(bend, 1 / bend) for bend in bends), Fraction(0))


def _laws(given: Mapping[int, int]) -> Iterator[Law]:
    """Every law given by two neighbouring prices, ratios first."""
    seen = set()
    for is_ratio in (True, False):
        for place, low in given.items():
            if place + 1 in given:
                step = _step(low, given[place + 1], is_ratio)
                first = low / step**place if is_ratio else low - step * place
                law = Law(is_ratio, Fraction(first), step)
                if law not in seen:
                    seen.add(law)
                    yield law


def _step(low: int, high: int, is_ratio: bool) -> Fraction:
    return Fraction(high, low) if is_ratio else Fraction(high - low)


def _is_price(amount: Fraction) -> bool:
    return amount > 0 and amount.denominator == 1
