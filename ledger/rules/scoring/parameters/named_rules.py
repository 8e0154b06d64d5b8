"""The named rules of a scoring table: the choices for each, which are in force, which a club may choose between."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ledger.rules.scoring.parameters.parameter import Context, Heading, Parameter
from ledger.rules.site import fields
from ledger.rules.site.labels import NOTHING, Label, Phrase, fill
from ledger.rules.site.refusal import Refusal, gettext_noop


class Value(NamedTuple):
    """What a price is computed from: V in units, the bid, the book of six, and units per trick for rules that add."""

    units: int
    level: int = 0
    book: int = 0
    each: int = 0


def times(amount: int, per_trick: int) -> Callable[[Value], tuple[int, int]]:
    """The value so many times, and so many times more for each trick more or fewer."""
    return lambda value: (amount * value.units, per_trick * value.units)


NOTHING_TIMES = times(0, 0)


@dataclass(frozen=True)
class Choice:
    """One reading of a rule: its name, its sentence on the wall, and the two numbers it makes of a value."""

    label: Phrase
    on_the_wall: Phrase = NOTHING
    numbers: Callable[[Value], tuple[int, int]] = NOTHING_TIMES


@dataclass(frozen=True)
class Rule:
    """A rule under `rules` in a document: its name in the editor, its `title` where a club chooses, and its choices."""

    key: str
    label: Label
    title: Label
    choices: Mapping[str, Choice]

    def sentence(self, choice: str, **values: object) -> Label:
        """The sentence on the wall for a choice."""
        return fill(self.choices[choice].on_the_wall, **values)


MADE = Rule(
    key="made",
    label=Phrase("A contract made"),
    title=Phrase("A contract that is made"),
    choices={
        "one_plus": Choice(
            Phrase("V × (1 + overtricks)"),
            Phrase("Made: the price, and the price once more for each overtrick."),
            times(1, 1),
        ),
        "over_two": Choice(
            Phrase("V × (2 + overtricks)"),
            Phrase("Made: twice the price, and the price once more for each overtrick."),
            times(2, 1),
        ),
        "over": Choice(
            Phrase("V × overtricks"),
            Phrase("Made: the price for each overtrick, and nothing for the contract itself."),
            times(0, 1),
        ),
        "from_book": Choice(
            Phrase("V × tricks above 6"),
            Phrase("Made: the price for each trick above %(book)s."),
            lambda value: ((value.level - value.book) * value.units, value.units),
        ),
        "per_trick": Choice(
            Phrase("V × all tricks"),
            Phrase("Made: the price for each trick taken."),
            lambda value: (value.level * value.units, value.units),
        ),
        "additive": Choice(
            Phrase("V + an amount per overtrick"),
            Phrase("Made: the price, and %(over)s more for each overtrick."),
            lambda value: (value.units, value.each),
        ),
        "flat": Choice(
            Phrase("V"),
            Phrase("Made: the price, however many overtricks."),
            times(1, 0),
        ),
    },
)
LOST = Rule(
    key="lost",
    label=Phrase("A contract lost"),
    title=Phrase("A contract that is lost"),
    choices={
        "one_plus": Choice(
            Phrase("V × (1 + undertricks)"),
            Phrase("Lost: the price, and the price once more for each trick missing."),
            times(1, 1),
        ),
        "under": Choice(
            Phrase("V × undertricks"),
            Phrase("Lost: the price for each trick missing."),
            times(0, 1),
        ),
        "double_under": Choice(
            Phrase("2V × undertricks"),
            Phrase("Lost: twice the price for each trick missing."),
            times(0, 2),
        ),
        "additive": Choice(
            Phrase("V + an amount per undertrick"),
            Phrase("Lost: the price, and %(under)s more for each trick missing."),
            lambda value: (value.units, value.each),
        ),
        "flat": Choice(
            Phrase("V"),
            Phrase("Lost: the price, however many tricks are missing."),
            times(1, 0),
        ),
    },
)
NOLO_LOST = Rule(
    key="nolo_lost",
    label=Phrase("A nolo lost"),
    title=Phrase("A nolo that is lost"),
    choices={
        "same": Choice(
            Phrase("the same"),
            Phrase("A lost nolo costs what it pays."),
            times(1, 0),
        ),
        "double": Choice(
            Phrase("double"),
            Phrase("A lost nolo costs twice what it pays."),
            times(2, 0),
        ),
        "one_plus": Choice(
            Phrase("the same per trick beyond, and once more"),
            Phrase("A lost nolo costs what it pays, and as much again for each trick too many."),
            times(1, 1),
        ),
    },
)
JOINED = Rule(
    key="joined",
    label=Phrase("Going along on a nolo", "whether"),
    title=Phrase("Going along on a nolo"),
    choices={
        "independent": Choice(
            Phrase("each with all the others"),
            Phrase("When several go along on a nolo, each settles with all the others, those who went along included."),
        ),
        "outsiders": Choice(
            Phrase("only with those not going along"),
            Phrase("When several go along on a nolo, they settle only with those who did not."),
        ),
        "single": Choice(
            Phrase("nobody can go along"),
            Phrase("Nobody can go along on a nolo."),
        ),
    },
)
ALONE = Rule(
    key="alone",
    label=Phrase("Own partner"),
    title=Phrase("Being one's own partner"),
    choices={
        "per_opponent": Choice(
            Phrase("the price from each opponent"),
            Phrase("each of the three opponents pays the same."),
        ),
        "times_three": Choice(
            Phrase("three times the price from each"),
            Phrase("each of the three opponents pays three times as much."),
        ),
        "factor": Choice(
            Phrase("the price times a factor"),
            Phrase("each of the three opponents pays the amount × %(factor)s"),
        ),
    },
)
SOL = Rule(
    key="sol",
    label=Phrase("Tricks in sol"),
    title=Phrase("Tricks allowed in sol"),
    choices={
        "at_most_one": Choice(Phrase("at most one")),
        "exactly_one": Choice(Phrase("exactly one")),
    },
)
BOOK = Rule(
    key="book",
    label=Phrase("The losing pair"),
    title=Phrase("What the losing pair pays"),
    choices={
        "zero_sum": Choice(
            Phrase("pays what the winners get"),
            Phrase(
                "%(name)s: each trick above %(tricks)s gives %(price)s to each of the pair, paid by the other pair."
            ),
        ),
        "winners_only": Choice(
            Phrase("pays nothing"),
            Phrase(
                "%(name)s: each trick above %(tricks)s gives %(price)s to each of the pair, paid by the house; "
                "the other pair pays nothing."
            ),
        ),
    },
)
RULES: dict[str, Rule] = {rule.key: rule for rule in (MADE, LOST, NOLO_LOST, JOINED, ALONE, SOL, BOOK)}


# `rules`: the choice of each named rule; and `each`: what a trick adds under those called additive.


def _rules(value: object, context: Context) -> Mapping[str, str]:
    """The choices of the document, overridden by the options."""
    given = fields.record(value, "rules", optional=RULES)
    rules = {
        key: fields.one_of(given[key], f"rules.{key}", rule.choices) for key, rule in RULES.items() if key in given
    }
    for rule, choice in fields.record(context.options, "options", optional=None).items():
        if rule not in rules:
            raise Refusal(
                gettext_noop("This scoring table leaves no choice called “%(rule)s”."),
                f"options.{fields.excerpt(rule)}",
                rule=fields.excerpt(rule),
            )
        rules[rule] = fields.one_of(choice, f"options.{rule}", RULES[rule].choices)
    return rules


def _amounts_per_trick(value: object, context: Context) -> Mapping[str, int]:
    given = fields.record(value, "each", optional=("over", "under"))
    return {part: context.units(amount, f"each.{part}") for part, amount in given.items()}


RULES_IN_FORCE: Parameter[Mapping[str, str]] = Parameter(
    key="rules",
    is_required=True,
    default={},
    read=_rules,
    facts=tuple(
        Heading(f"rules.{key}", rule.label, "choice", {code: choice.label for code, choice in rule.choices.items()})
        for key, rule in RULES.items()
    ),
)
EACH: Parameter[Mapping[str, int]] = Parameter(
    key="each",
    default={},
    read=_amounts_per_trick,
    facts=(
        Heading("each.over", Phrase("Amount per overtrick"), "points"),
        Heading("each.under", Phrase("Amount per undertrick"), "points"),
    ),
    is_used=lambda document: "additive" in document.get("rules", {}).values(),
)


# `choices`: where the source leaves a choice, the rules that a club may choose between, a sentence each.


def _read_choices(value: object, context: Context) -> Mapping[str, Mapping[str, Label]]:
    given = fields.record(value, "choices", optional=context.rules)
    return {key: _choices(rule, given[key]) for key, rule in RULES.items() if key in given}


def _choices(rule: Rule, value: object) -> Mapping[str, Label]:
    path = f"choices.{rule.key}"
    given = fields.record(value, path, optional=rule.choices)
    return {code: fields.label(given[code], f"{path}.{code}") for code in rule.choices if code in given}


OFFERED_CHOICES: Parameter[Mapping[str, Mapping[str, Label]]] = Parameter(key="choices", default={}, read=_read_choices)
