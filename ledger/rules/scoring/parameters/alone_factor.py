"""`alone_factor`: what each opponent of a declarer without a partner pays, {"factor": "2/3", "rounding": "up"}."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ledger.rules.scoring.parameters import rounding
from ledger.rules.scoring.parameters.chosen_rules import ALONE
from ledger.rules.scoring.parameters.context import Context
from ledger.rules.scoring.parameters.factor import LARGEST_FACTOR, Factor, Outcome
from ledger.rules.scoring.parameters.headings import Heading
from ledger.rules.scoring.parameters.parameter import Parameter
from ledger.rules.scoring.parameters.rounding import ROUNDINGS
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site import fields
from ledger.rules.site.labels import NOTHING, Label, Phrase, join, same
from ledger.rules.site.points import read_exact
from ledger.rules.site.refusal import Refusal, gettext_noop

ROUNDING_NEEDED = gettext_noop("A part of an amount must be rounded: choose “up” or “half_up”.")
FACTOR_TOO_LARGE = gettext_noop("A factor is more than 0 and at most %(largest)d.")

FOR_ALONE = Phrase("for playing alone")
WITHOUT_PARTNER = Phrase("Without a partner (one's own, or the ace in the cat): ")


@dataclass(frozen=True)
class AloneFactor:
    """A lone declarer's share per opponent, as a fraction of the usual amount, rounded to whole points."""

    factor: Fraction = Fraction(1)
    rounding: str = "none"


def _read(value: object, _context: Context) -> AloneFactor:
    given = fields.record(value, "alone_factor", required=("factor",), optional=("rounding",))
    factor = _exact(given["factor"], "alone_factor.factor")
    code = fields.one_of(given.get("rounding", "none"), "alone_factor.rounding", rounding.CHOICES)
    if factor.denominator > 1 and code == "none":
        raise Refusal(ROUNDING_NEEDED, "alone_factor.rounding")
    return AloneFactor(factor, code)


def _exact(value: object, field: str) -> Fraction:
    if isinstance(value, str):
        factor = read_exact(value, field)
    else:
        factor = Fraction(fields.integer(value, field, 1, LARGEST_FACTOR))
    if not 0 < factor <= LARGEST_FACTOR:
        raise Refusal(FACTOR_TOO_LARGE, field, largest=LARGEST_FACTOR)
    return factor


def _is_used(document: Mapping[str, Any]) -> bool:
    return bool(document.get("rules", {}).get("alone") == "factor")


def _in_brief(alone: AloneFactor, scoring_table: ScoringRules) -> Label:
    if scoring_table.rules.get("alone") != "factor":
        return NOTHING
    return join([same(f"{alone.factor} ("), rounding.brief(alone.rounding), same(")")], "")


def _on_the_wall(alone: AloneFactor, scoring_table: ScoringRules) -> Iterator[Label]:
    if all(column.alone != "possible" for column in scoring_table.columns):
        return
    rule = scoring_table.rules.get("alone", "per_opponent")
    if rule == "factor" and alone.factor == 1:
        rule = "per_opponent"
    words = [WITHOUT_PARTNER, ALONE.sentence(rule, factor=alone.factor)]
    if rule == "factor":
        words += [same(", "), ROUNDINGS[alone.rounding].on_the_wall] if alone.rounding in ROUNDINGS else []
        words.append(same("."))
    yield join(words, "")


def _steps(alone: AloneFactor, outcome: Outcome) -> tuple[Factor, ...]:
    if not outcome.played.alone or outcome.column.alone != "possible":
        return ()
    rule, factor = outcome.scoring_table.rules.get("alone"), alone.factor
    if rule == "times_three":
        return (Factor(3, FOR_ALONE),)
    if rule == "factor" and factor != 1:
        finish = rounding.finish(alone.rounding, outcome.scoring_table)
        return (Factor(factor.numerator, FOR_ALONE, divisor=factor.denominator, finish=finish),)
    return ()


ALONE_FACTOR = Parameter[AloneFactor](
    key="alone_factor",
    title=Phrase("What each opponent pays a declarer alone"),
    default=AloneFactor(),
    read=_read,
    facts=(
        Heading("alone_factor.factor", Phrase("Own partner's factor"), "points"),
        Heading("alone_factor.rounding", Phrase("Rounding of it"), "choice", rounding.CHOICES),
    ),
    is_used=_is_used,
    in_brief=_in_brief,
    on_the_wall=_on_the_wall,
    steps=_steps,
)
