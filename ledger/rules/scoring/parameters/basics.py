"""What holds for a whole scoring table: its name, what is played, the order of the contracts, rounding."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from ledger.rules.scoring.parameters.named_rules import ALONE
from ledger.rules.scoring.parameters.parameter import (
    LANGUAGES,
    LARGEST_FACTOR,
    Choices,
    Context,
    Factor,
    Finish,
    Heading,
    Outcome,
    Parameter,
    Section,
    refuse_repeats,
)
from ledger.rules.scoring.scoring_table import ATTACHMENTS, PlayerRange, ScoringRules
from ledger.rules.site import fields
from ledger.rules.site.labels import NOTHING, Label, Phrase, Text, fill, join, same
from ledger.rules.site.points import read_exact
from ledger.rules.site.refusal import Refusal, gettext_noop

# `code`, `name` and `source`: what a scoring table is called, and where its prices come from.


SOURCE_NAME = Phrase("Where the prices come from", "in the editor")

CODE: Parameter[str] = Parameter(
    key="code",
    is_required=True,
    default="",
    read=lambda value, _context: fields.code(value, "code"),
    facts=(Heading("code", None),),
)
NAME: Parameter[Label] = Parameter(
    key="name",
    title=Phrase("Name"),
    is_required=True,
    default=NOTHING,
    read=lambda value, _context: fields.label(value, "name"),
    facts=(
        Heading("name.da", None),
        Heading("name.en", None),
    ),
    in_brief=lambda name, _scoring_table: name,
)
SOURCE: Parameter[str] = Parameter(
    key="source",
    title=SOURCE_NAME,
    is_required=True,
    default="",
    read=lambda value, _context: fields.words(value, "source"),
    facts=(Heading("source", SOURCE_NAME, is_aside=True),),
    in_brief=lambda source, _scoring_table: same(source),
)


# What is played: `unit_denominator`, `seats`, `tricks`, `partner` and `zero_sum`.


LARGEST_UNIT = 5040  # which every number up to 10 divides
FEWEST_SEATS, MOST_SEATS = 3, 8
MOST_TRICKS = 13
OF_FOUR = ("columns", "nolo", "free_for_all", "pair_book")


PARTNERS_IN_BRIEF = {"called": Phrase("called"), "fixed": Phrase("sits opposite")}
PARTNERS_ON_THE_WALL = {
    "called": Phrase("Declarer and partner each win or lose as much as one opponent."),
    "fixed": Phrase("The partner sits opposite; each of the two wins or loses as much as one opponent."),
}


def _unit_on_the_wall(denominator: int, _scoring_table: ScoringRules) -> Iterator[Label]:
    if denominator > 1:
        yield fill(Phrase("Points are counted in steps of 1/%(unit)s."), unit=denominator)


def _seats(value: object, context: Context) -> PlayerRange:
    given = fields.record(value, "seats", required=("min", "max"))
    fewest = fields.integer(given["min"], "seats.min", FEWEST_SEATS, MOST_SEATS)
    seats = PlayerRange(fewest, fields.integer(given["max"], "seats.max", fewest, MOST_SEATS))
    if seats != PlayerRange(4, 4) and any(context.document.get(part) for part in OF_FOUR):
        raise Refusal(gettext_noop("Only a game paid by role is played by other than four."), "seats")
    return seats


def _partner_on_the_wall(partner: str, scoring_table: ScoringRules) -> Iterator[Label]:
    if any(column.alone != "forced" for column in scoring_table.columns):
        yield PARTNERS_ON_THE_WALL[partner]


def _zero_sum(value: object, context: Context) -> bool:
    zero_sum = fields.boolean(value, "zero_sum")
    if zero_sum and context.document.get("roles"):
        raise Refusal(gettext_noop("A game paid by role is not zero-sum."), "zero_sum")
    # Where only the winners are written down, the house pays them.
    return zero_sum and context.rules.get("book") != "winners_only"


UNIT_DENOMINATOR: Parameter[int] = Parameter(
    key="unit_denominator",
    title=Phrase("The smallest part of a point"),
    is_required=True,
    default=1,
    read=lambda value, _context: fields.integer(value, "unit_denominator", 1, LARGEST_UNIT),
    facts=(Heading("unit_denominator", Phrase("Smallest part of a point: 1/…"), "whole"),),
    in_brief=lambda denominator, _scoring_table: same(f"1/{denominator}" if denominator > 1 else "1"),
    on_the_wall=_unit_on_the_wall,
)
SEATS: Parameter[PlayerRange] = Parameter(
    key="seats",
    title=Phrase("Players"),
    is_required=True,
    default=PlayerRange(4, 4),
    read=_seats,
    facts=(
        Heading("seats.min", None, "whole"),
        Heading("seats.max", None, "whole"),
    ),
    in_brief=lambda seats, _scoring_table: same(
        str(seats.min) if seats.min == seats.max else f"{seats.min}–{seats.max}"
    ),
)
TRICKS: Parameter[int] = Parameter(
    key="tricks",
    title=Phrase("Tricks in a deal"),
    is_required=True,
    default=MOST_TRICKS,
    read=lambda value, _context: fields.integer(value, "tricks", 1, MOST_TRICKS),
    facts=(Heading("tricks", None, "whole"),),
    in_brief=lambda tricks, _scoring_table: same(str(tricks)),
)
PARTNER: Parameter[str] = Parameter(
    key="partner",
    title=Phrase("The partner"),
    is_required=True,
    default="called",
    read=lambda value, _context: fields.one_of(value, "partner", PARTNERS_IN_BRIEF),
    facts=(Heading("partner", None),),
    in_brief=lambda partner, _scoring_table: PARTNERS_IN_BRIEF[partner],
    on_the_wall=_partner_on_the_wall,
)
ZERO_SUM: Parameter[bool] = Parameter(
    key="zero_sum",
    title=Phrase("The players' points sum to 0"),
    is_required=True,
    default=True,
    read=_zero_sum,
    facts=(Heading("zero_sum", None),),
    in_brief=lambda zero_sum, _scoring_table: Phrase("yes") if zero_sum else Phrase("no"),
)


# `readings`: how the source is read where it leaves something open, a sentence each.


MOST_READINGS = 40
NEW_READING = Text("…", "…")


def _read_readings(value: object, _context: Context) -> tuple[Label, ...]:
    given = fields.sequence(value, "readings", 0, MOST_READINGS)
    return tuple(fields.label(reading, f"readings.{place}") for place, reading in enumerate(given))


READINGS: Parameter[tuple[Label, ...]] = Parameter(
    key="readings",
    title=Phrase("How the source is read"),
    default=(),
    read=_read_readings,
    grid=Section(
        "readings",
        Phrase("Readings of the source"),
        LANGUAGES,
        new_row=lambda _document, _code: {"da": NEW_READING.da, "en": NEW_READING.en},
        new_name=NEW_READING,
    ),
    in_brief=lambda readings, _scoring_table: join(readings, " ") if readings else NOTHING,
)


# `ladder`: the order of the contracts, lowest first: "9", "9 vip", a nolo's code, or "9+" for the rest of a level.


def _read_ladder(value: object, context: Context) -> tuple[str, ...]:
    steps = _steps_offered(context)
    given = fields.sequence(value, "ladder", 0, 200)
    ladder = tuple(fields.words(step, f"ladder.{place}") for place, step in enumerate(given))
    for place, step in enumerate(ladder):
        if step not in steps:
            raise Refusal(
                gettext_noop("“%(step)s” is no contract of this table."), f"ladder.{place}", step=fields.excerpt(step)
            )
    refuse_repeats(ladder, "ladder")
    return ladder


def _steps_offered(context: Context) -> set[str]:
    levels = context.document.get("values", {})
    attachments = {column["attachment"] for column in context.document.get("columns", [])}
    contracts = {row["code"] for row in context.document.get("nolo", [])}
    ends = ("", "+", *(f" {attachment}" for attachment in attachments))
    return contracts | {f"{level}{end}" for level in levels for end in ends}


def _ladder_in_brief(ladder: tuple[str, ...], scoring_table: ScoringRules) -> Label:
    """The order of the bids as the document spells it, and the attachments whose order is drawn each evening."""
    steps = same(", ".join(ladder)) if ladder else NOTHING
    if not scoring_table.drawn:
        return steps
    drawn = join([ATTACHMENTS.get(name, same(name)) for name in scoring_table.drawn], ", ")
    return join([steps, same(" ("), Phrase("drawn each evening"), same(": "), drawn, same(")")], "")


LADDER: Parameter[tuple[str, ...]] = Parameter(
    key="ladder",
    title=Phrase("The order of the bids"),
    default=(),
    read=_read_ladder,
    grid=Section(
        "ladder",
        Phrase("Order of the bids"),
        (Heading("step", Phrase("Bid, lowest first")),),
        fold=lambda steps: [{"step": step} for step in steps],
        unfold=lambda rows: [row.get("step") for row in rows],
    ),
    in_brief=_ladder_in_brief,
)


# `drawn`: the attachments whose order among themselves is drawn for each evening.


def _read_drawn(value: object, context: Context) -> tuple[str, ...]:
    given = fields.sequence(value, "drawn", 0, 40)
    offered = dict.fromkeys(column["attachment"] for column in context.document.get("columns", []))
    drawn = tuple(fields.one_of(name, f"drawn.{place}", offered) for place, name in enumerate(given))
    refuse_repeats(drawn, "drawn")
    return drawn


DRAWN: Parameter[tuple[str, ...]] = Parameter(
    key="drawn",
    default=(),
    read=_read_drawn,
    facts=(Heading("drawn", Phrase("Attachments whose order is drawn"), "codes", is_aside=True),),
    is_used=lambda document: bool(document.get("columns")),
)


# `rounding`: how amounts become whole points.


@dataclass(frozen=True)
class Rounding:
    """A way to round: its name, its words on the wall and in a deal's sum, and its arithmetic for a `step` in units."""

    label: Label
    on_the_wall: Label
    in_a_sum: Label
    of: Callable[[int, int, int], int]


ROUNDINGS: Mapping[str, Rounding] = {
    "up": Rounding(
        Phrase("up"),
        Phrase("rounded up to whole points"),
        Phrase("rounded up"),
        lambda step, size, divisor: -(-size // (divisor * step)) * step,
    ),
    "half_up": Rounding(
        Phrase("to the nearest"),
        Phrase("rounded to whole points, halves up"),
        Phrase("rounded"),
        lambda step, size, divisor: (2 * size + divisor * step) // (2 * divisor * step) * step,
    ),
}
CHOICES: Choices = {"none": Phrase("none"), **{code: way.label for code, way in ROUNDINGS.items()}}


def rounding_finish(code: str, scoring_table: ScoringRules) -> Finish | None:
    """The finish of a step that rounds this way; None if nothing is rounded."""
    way = ROUNDINGS.get(code)
    return Finish(way.in_a_sum, partial(way.of, scoring_table.unit_denominator)) if way else None


def brief(code: str) -> Label:
    """A way to round in a comparison."""
    return ROUNDINGS[code].label if code in ROUNDINGS else NOTHING


def _rounding_on_the_wall(code: str, _scoring_table: ScoringRules) -> Iterator[Label]:
    if code in ROUNDINGS:
        yield fill(Phrase("What each opponent pays is %(rounded)s."), rounded=ROUNDINGS[code].on_the_wall)


def _rounding_steps(code: str, outcome: Outcome) -> tuple[Factor, ...]:
    return (Factor(finish=rounding_finish(code, outcome.scoring_table)),) if code in ROUNDINGS else ()


ROUNDING: Parameter[str] = Parameter(
    key="rounding",
    title=Phrase("Rounding to whole points"),
    default="none",
    read=lambda value, _context: fields.one_of(value, "rounding", CHOICES),
    facts=(Heading("rounding", Phrase("Rounding to whole points"), "choice", CHOICES),),
    in_brief=lambda code, _scoring_table: brief(code),
    on_the_wall=_rounding_on_the_wall,
    steps=_rounding_steps,
)


# `alone_factor`: what each opponent of a declarer without a partner pays, {"factor": "2/3", "rounding": "up"}.


FOR_ALONE = Phrase("for playing alone")


@dataclass(frozen=True)
class AloneFactor:
    """A lone declarer's share per opponent, as a fraction of the usual amount, rounded to whole points."""

    factor: Fraction = Fraction(1)
    rounding: str = "none"


def _read_alone_factor(value: object, _context: Context) -> AloneFactor:
    given = fields.record(value, "alone_factor", required=("factor",), optional=("rounding",))
    factor = _exact(given["factor"], "alone_factor.factor")
    code = fields.one_of(given.get("rounding", "none"), "alone_factor.rounding", CHOICES)
    if factor.denominator > 1 and code == "none":
        raise Refusal(
            gettext_noop("A part of an amount must be rounded: choose “up” or “half_up”."), "alone_factor.rounding"
        )
    return AloneFactor(factor, code)


def _exact(value: object, field: str) -> Fraction:
    if isinstance(value, str):
        factor = read_exact(value, field)
    else:
        factor = Fraction(fields.integer(value, field, 1, LARGEST_FACTOR))
    if not 0 < factor <= LARGEST_FACTOR:
        raise Refusal(gettext_noop("A factor is more than 0 and at most %(largest)d."), field, largest=LARGEST_FACTOR)
    return factor


def _alone_factor_in_brief(alone: AloneFactor, scoring_table: ScoringRules) -> Label:
    if scoring_table.rules.get("alone") != "factor":
        return NOTHING
    return join([same(f"{alone.factor} ("), brief(alone.rounding), same(")")], "")


def _alone_factor_on_the_wall(alone: AloneFactor, scoring_table: ScoringRules) -> Iterator[Label]:
    if all(column.alone != "possible" for column in scoring_table.columns):
        return
    rule = scoring_table.rules.get("alone", "per_opponent")
    if rule == "factor" and alone.factor == 1:
        rule = "per_opponent"
    words = [
        Phrase("Without a partner (one's own, or the ace in the cat): "),
        ALONE.sentence(rule, factor=alone.factor),
    ]
    if rule == "factor":
        if alone.rounding in ROUNDINGS:
            words += [same(", "), ROUNDINGS[alone.rounding].on_the_wall]
        words.append(same("."))
    yield join(words, "")


def _alone_factor_steps(alone: AloneFactor, outcome: Outcome) -> tuple[Factor, ...]:
    if not outcome.played.alone or outcome.column.alone != "possible":
        return ()
    rule, factor = outcome.scoring_table.rules.get("alone"), alone.factor
    if rule == "times_three":
        return (Factor(3, FOR_ALONE),)
    if rule == "factor" and factor != 1:
        finish = rounding_finish(alone.rounding, outcome.scoring_table)
        return (Factor(factor.numerator, FOR_ALONE, divisor=factor.denominator, finish=finish),)
    return ()


ALONE_FACTOR: Parameter[AloneFactor] = Parameter(
    key="alone_factor",
    title=Phrase("What each opponent pays a declarer alone"),
    default=AloneFactor(),
    read=_read_alone_factor,
    facts=(
        Heading("alone_factor.factor", Phrase("Own partner's factor"), "points"),
        Heading("alone_factor.rounding", Phrase("Rounding of it"), "choice", CHOICES),
    ),
    is_used=lambda document: bool(document.get("rules", {}).get("alone") == "factor"),
    in_brief=_alone_factor_in_brief,
    on_the_wall=_alone_factor_on_the_wall,
    steps=_alone_factor_steps,
)
