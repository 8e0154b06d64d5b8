"""Wagers: a player or a side against others over the tricks they take, and the arithmetic of what it pays."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ledger.rules.deals.clauses import TAKES_NUMBER, TRICK, TRICKS
from ledger.rules.deals.telling import Teller, with_asides
from ledger.rules.scoring.parameters.factor import Factor
from ledger.rules.scoring.pricing import Terms
from ledger.rules.site.labels import Label, Phrase, fill, join, same

NEEDS = Phrase("%(contract)s needs %(demand)s, %(taken)s: %(paid)s")
EACH_NEEDS = Phrase("%(contract)s needs %(demand)s. %(results)s")
RESULT = Phrase("%(players)s %(taken)s: %(paid)s")
HOME, BEATEN = Phrase("home"), Phrase("beaten")  # where the tricks are not known
EXACTLY, AT_MOST = Phrase("exactly %(tricks)s"), Phrase("at most %(tricks)s")
COUNT_AS = Phrase("%(tricks)s, which count as %(counted)s")
FROM, TO = Phrase("%(amount)s from %(players)s"), Phrase("%(amount)s to %(players)s")
OPPONENTS = Phrase("each opponent")
OTHERS = Phrase("each of the others")
OUTSIDERS = Phrase("each player who did not go along")


@dataclass(frozen=True)
class Wager:
    """One player or side against others: the tricks required or allowed, those taken if known, and the amount for each.

    `counted` is what the tricks count as if the scoring table says another number, else None.
    """

    player: str
    least: int
    most: int | None
    tricks: int | None
    terms: Terms
    against: Label
    counted: int | None = None


def explain_wagers(wagers: Sequence[Wager], teller: Teller, asides: Sequence[Label]) -> Label:
    """The sentence about a contract: "9 vip kræver 9 stik, fik 10: ...", or with the result of each on it."""
    first, *others = wagers
    contract, demand = with_asides(teller.contract, asides), _demand(first)
    if not others:
        taken, paid = _tricks_taken(first), _payment(first, teller)
        return fill(NEEDS, contract=contract, demand=demand, taken=taken, paid=paid)
    results = [
        fill(RESULT, players=teller.name(wager.player), taken=_tricks_taken(wager), paid=_payment(wager, teller))
        for wager in wagers
    ]
    return fill(EACH_NEEDS, contract=contract, demand=demand, results=join(results, ". "))


def trick_count(count: int) -> Label:
    """A number of tricks: "1 stik", "2 stik"."""
    return fill(TRICK if count == 1 else TRICKS, count=count)


def _demand(wager: Wager) -> Label:
    if wager.most is None:
        return trick_count(wager.least)
    if wager.most == 0:
        return trick_count(0)
    return fill(EXACTLY if wager.least == wager.most else AT_MOST, tricks=trick_count(wager.most))


def _tricks_taken(wager: Wager) -> Label:
    if wager.tricks is None:
        return HOME if wager.terms.won else BEATEN
    is_counted = wager.counted not in (None, wager.tricks)
    number = fill(COUNT_AS, tricks=wager.tricks, counted=wager.counted) if is_counted else wager.tricks
    return fill(TAKES_NUMBER.past, number=number)


def _payment(wager: Wager, teller: Teller) -> Label:
    return fill(FROM if wager.terms.won else TO, amount=arithmetic(wager.terms, teller.points), players=wager.against)


def arithmetic(terms: Terms, number: Callable[[int], Label]) -> Label:
    """The sum as it is written down, without its sign: "2 + 1 × 2 = 4", "(2 + 1 × 2) × 2 for clubs = 8", "2"."""
    adds = bool(terms.number and terms.each)
    parts = [number(terms.base)] if terms.base or not adds else []
    if adds:
        parts.append(join([same(f"{terms.number} × "), number(terms.each)], ""))
    written, is_sum, is_bare = join(parts, " + "), len(parts) > 1, not adds
    for factor in terms.factors:
        # A step that only rounds multiplies nothing, and needs no brackets.
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
