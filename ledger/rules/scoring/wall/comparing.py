"""Two scoring tables compared: every price that differs, cell by cell, and every rule that differs."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from ledger.rules.scoring.parameters.declared import PARAMETERS
from ledger.rules.scoring.parameters.lists.nolo import LOST, MADE
from ledger.rules.scoring.parameters.parameter import PriceNumbers, Units
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site.labels import NOTHING, Label, Phrase, join, same

OVER, UNDER = Phrase("per overtrick"), Phrase("per undertrick")
LAST = ("source", "readings")  # where the prices come from is told behind what they are


@dataclass(frozen=True)
class ComparedNumber:
    """One number of a price before and after, in units of the comparison; None where there is no such price."""

    label: Label
    before: int | None
    after: int | None


@dataclass(frozen=True)
class PriceChange:
    """One cell of the sheet, such as "9 Vip 2", with the numbers in it that differ."""

    place: Label
    parts: tuple[ComparedNumber, ...]


@dataclass(frozen=True)
class WordChange:
    """A difference other than in a price: a rule by its code ("lost") or another fact ("unit", "ladder"), in words."""

    code: str
    before: Label
    after: Label


@dataclass(frozen=True)
class Comparison:
    """All differences between two scoring tables, in the order of the later sheet; units of 1/`denominator` point."""

    denominator: int
    prices: tuple[PriceChange, ...]
    words: tuple[WordChange, ...]


def compare(before: ScoringRules, after: ScoringRules) -> Comparison:
    """Compare a scoring table with a later one; prices in different units are compared in a common one."""
    denominator = math.lcm(before.unit_denominator, after.unit_denominator)
    return Comparison(denominator, tuple(_prices(before, after, denominator)), tuple(_words(before, after)))


def _prices(before: ScoringRules, after: ScoringRules, denominator: int) -> Iterator[PriceChange]:
    old, new = (
        dict(_cells(scoring_table, denominator // scoring_table.unit_denominator)) for scoring_table in (before, after)
    )
    for key in dict.fromkeys([*new, *old]):
        label, after_units = new.get(key, (NOTHING, {}))
        old_label, before_units = old.get(key, (label, {}))
        if parts := tuple(_parts(before_units, after_units)):
            yield PriceChange(label if key in new else old_label, parts)


def _parts(before: Units, after: Units) -> Iterator[ComparedNumber]:
    for label in dict.fromkeys([*after, *before]):
        part = ComparedNumber(label, before.get(label), after.get(label))
        if part.before != part.after:
            yield part


def _cells(scoring_table: ScoringRules, scale: int) -> Iterator[tuple[str, tuple[Label, Units]]]:
    """Every price of a table by its path, in units of the comparison."""
    for key, label, units in (
        *_grid(scoring_table),
        *(price for parameter in PARAMETERS.values() for price in parameter.numbers(scoring_table)),
    ):
        yield key, (label, {part: None if amount is None else amount * scale for part, amount in units.items()})


def _grid(scoring_table: ScoringRules) -> Iterator[PriceNumbers]:
    for level, row in scoring_table.prices.items():
        for column in scoring_table.columns:
            price = row[column.code]
            label = join([same(str(level)), column.label], " ")
            units: Units = {MADE: price.made, OVER: price.over, LOST: price.lost, UNDER: price.under} if price else {}
            yield f"values.{level}.{column.code}", label, units


def _words(before: ScoringRules, after: ScoringRules) -> Iterator[WordChange]:
    old, new = ({**_rules(scoring_table), **_facts(scoring_table)} for scoring_table in (before, after))
    for code in dict.fromkeys([*new, *old]):
        change = WordChange(code, old.get(code, NOTHING), new.get(code, NOTHING))
        if change.before != change.after:
            yield change


def _rules(scoring_table: ScoringRules) -> dict[str, Label]:
    """The chosen rules, in the sheet's own words where it has any."""
    return {
        rule: scoring_table.choices.get(rule, {}).get(choice, same(choice))
        for rule, choice in scoring_table.rules.items()
    }


def _facts(scoring_table: ScoringRules) -> dict[str, Label]:
    """All other facts of a scoring table, in a word or two."""
    keys = [*(key for key in PARAMETERS if key not in LAST), *LAST]
    return {key: brief for key in keys if (brief := PARAMETERS[key].brief(scoring_table))}
