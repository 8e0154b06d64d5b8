"""A scoring table compiled to every outcome that can be entered, so that a payout is a look-up."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any, NamedTuple

from ledger.rules.scoring.parameters import PARAMETERS
from ledger.rules.scoring.parameters.named_rules import LOST, MADE, Value
from ledger.rules.scoring.parameters.parameter import Factor, Outcome, Played
from ledger.rules.scoring.parameters.trick_prices import TRICKS_MAP
from ledger.rules.scoring.scoring_table import Column, Nolo, PairBookPrice, Price, ScoringRules

Amounts = tuple[int | None, ...]
Shares = tuple[int, ...]
ALONE = " alone"
COLUMN_FACTS = ("code", "attachment", "alone", "tricks_played", "trump")  # what a page asks of a column


@dataclass(frozen=True, eq=False)
class Tariff:
    """Every payable outcome of a scoring table, in integer units of 1/`unit_denominator` point; compared by identity.

    `amounts`: by outcome key ("9 vip2", "9 vip2 clubs", "9 vip2 alone knock", "sol") and tricks taken, what each
    opponent pays the declaring side; negative where that side pays; None where the price is missing.
    `free_for_all`: by everyone's tricks in rising order, what each of them receives, in the same order.
    `pair_book`: by the first pair's tricks, what each member of the first and of the second pair receives.
    `roles`: by "outcome players" ("march_alone 5"), what each of the maker's side and each other receives.
    `bids`: an outcome key and its amounts by the facts of a bid that decide it (level, attachment, turn, trump, flag,
    alone), filled in as deals ask.
    """

    scoring_table: ScoringRules
    amounts: Mapping[str, Amounts]
    free_for_all: Mapping[Shares, Shares]
    pair_book: tuple[tuple[int, int], ...]
    roles: Mapping[str, tuple[int, int]]
    bids: dict[tuple[int, str, int | None, str | None, str | None, bool], tuple[str, Amounts]] = field(
        default_factory=dict, repr=False
    )

    @property
    def unit_denominator(self) -> int:
        """How many units make one point."""
        return self.scoring_table.unit_denominator

    def as_json(self) -> dict[str, Any]:
        """The tariff as plain JSON values, for a page that looks up payouts itself.

        Where playing alone pays the same as with a partner, it has no key of its own.
        """
        scoring_table = self.scoring_table
        amounts = {}
        for key, by_tricks in self.amounts.items():
            with_partner = key.replace(ALONE, "")
            if with_partner == key or self.amounts.get(with_partner) != by_tricks:
                amounts[key] = list(by_tricks)
        return {
            "unit_denominator": scoring_table.unit_denominator,
            "partner": scoring_table.partner,
            "joined": scoring_table.rules.get("joined"),
            "tricks": scoring_table.tricks,
            "columns": [{name: getattr(column, name) for name in COLUMN_FACTS} for column in scoring_table.columns],
            "multipliers": [
                {"attachment": attachment, "trump": trump}
                for attachment in scoring_table.attachments
                for trump in scoring_table.counted_trumps(attachment)
            ],
            "flags": {name: list(scoring_table.counted_flags(name)) for name in scoring_table.attachments},
            "penalties": {
                row.code: {"offender": row.offender, "other": row.other} for row in scoring_table.penalties.values()
            },
            "nolo": {
                nolo.code: {
                    "side": nolo.side,
                    "min_tricks": nolo.min_tricks,
                    "max_tricks": nolo.max_tricks,
                    "by_tricks": nolo.is_priced_by_tricks(made=True) or nolo.is_priced_by_tricks(made=False),
                }
                for nolo in scoring_table.nolo.values()
            },
            "amounts": amounts,
            "free_for_all": {",".join(map(str, tricks)): list(units) for tricks, units in self.free_for_all.items()},
            "pair_book": [{"first": first, "second": second} for first, second in self.pair_book],
            "roles": {key: {"maker": maker, "other": other} for key, (maker, other) in self.roles.items()},
            "sides": {row.code: row.side for row in scoring_table.roles.values()},
        }


def compile_tariff(scoring_table: ScoringRules) -> Tariff:
    """Compile a scoring table; a missing price compiles to None."""
    return Tariff(
        scoring_table=scoring_table,
        amounts={**dict(_trick_amounts(scoring_table)), **dict(_nolo_amounts(scoring_table))},
        free_for_all=_pots(scoring_table),
        pair_book=pair_shares(scoring_table.pair_book, scoring_table) if scoring_table.pair_book else (),
        roles={
            f"{row.code} {count}": (row.maker[count], row.others[count])
            for row in scoring_table.roles.values()
            for count in row.maker
        },
    )


def trick_key(level: int, column: Column, trump: str | None, flag: str | None, *, alone: bool) -> str:
    """The outcome key of a trick contract; `trump` and `flag` only where a multiplier counts them."""
    words = (str(level), column.code, trump, "alone" if alone else None, flag)
    return " ".join(word for word in words if word)


def _trick_amounts(scoring_table: ScoringRules) -> Iterator[tuple[str, Amounts]]:
    known: dict[tuple[str, Played, bool], tuple[Factor, ...]] = {}  # all levels share them, and they take long to find
    columns = [(column, list(ways_of_playing(scoring_table, column))) for column in scoring_table.columns]
    for level in scoring_table.levels:
        for column, ways in columns:
            for trump, flag, alone in ways:
                terms = []
                for tricks in range(column.tricks_played + 1):
                    played, made = Played(tricks, trump, flag, alone), tricks >= level
                    place = column.code, played, made
                    if place not in known:
                        known[place] = factors_of(Outcome(scoring_table, column, played, made))
                    terms.append(terms_with(scoring_table, column, level, tricks, known[place]))
                key = trick_key(level, column, trump, flag, alone=alone)
                yield key, tuple(term.amount if term else None for term in terms)


def ways_of_playing(scoring_table: ScoringRules, column: Column) -> Iterator[tuple[str | None, str | None, bool]]:
    """Every (trump, flag, alone) of a column whose price may differ, with None for what does not matter."""
    trumps = (None, *scoring_table.counted_trumps(column.attachment))
    flags = (None, *scoring_table.counted_flags(column.attachment))
    with_partner_or_alone = {"never": (False,), "possible": (False, True), "forced": (True,)}[column.alone]
    return product(trumps, flags, with_partner_or_alone)


def _nolo_amounts(scoring_table: ScoringRules) -> Iterator[tuple[str, Amounts]]:
    for nolo in scoring_table.nolo.values():
        terms = (nolo_terms(nolo, tricks) for tricks in range(scoring_table.tricks + 1))
        yield nolo.code, tuple(term.amount if term else None for term in terms)


def _pots(scoring_table: ScoringRules) -> dict[Shares, Shares]:
    pot, pots = scoring_table.free_for_all, {}
    if pot and pot.price is not None:
        for tricks in partitions(scoring_table.tricks, scoring_table.seats.max):
            fewest = tricks[0]
            # Without a remainder, as the reader refuses a price that cannot be shared so.
            share = pot.price * sum(taken - fewest for taken in tricks) // tricks.count(fewest)
            pots[tricks] = tuple(share if taken == fewest else -pot.price * (taken - fewest) for taken in tricks)
    return pots


def partitions(total: int, parts: int, least: int = 0) -> Iterator[Shares]:
    """Every way to share `total` tricks among `parts` players, each in rising order."""
    if parts == 1:
        yield (total,)
        return
    for first in range(least, total // parts + 1):
        for rest in partitions(total - first, parts - 1, first):
            yield (first, *rest)


def pair_shares(book: PairBookPrice, scoring_table: ScoringRules) -> tuple[tuple[int, int], ...]:
    """What each member of the first and of the second pair receives, by the first pair's tricks."""
    loser_pays = scoring_table.rules["book"] == "zero_sum"
    outcomes = []
    for tricks in range(scoring_table.tricks + 1):
        first = book.price * max(0, tricks - book.tricks)
        second = book.price * max(0, scoring_table.tricks - tricks - book.tricks)
        outcomes.append((first - second, second - first) if loser_pays else (first, second))
    return tuple(outcomes)


# The arithmetic of a price: named rules become four numbers, and four numbers become one amount.


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
    made, over = MADE.choices[shorthand.made].numbers(Value(value, level, book, shorthand.over))
    lost, under = LOST.choices[shorthand.lost].numbers(Value(value, level, book, shorthand.under))
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
        counted = TRICKS_MAP.of(scoring_table).get(tricks, tricks)
        return Terms(True, price.made, counted - level, price.over, factors)
    return Terms(False, price.lost, level - tricks, price.under, factors)


def factors_of(outcome: Outcome) -> tuple[Factor, ...]:
    """The factors on a trick contract's price, in the order applied; they do not depend on the level."""
    factors: list[Factor] = []
    for parameter in PARAMETERS.values():
        if parameter.steps:
            factors += parameter.steps(parameter.of(outcome.scoring_table), outcome)
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
