"""The named rules of a scoring table: the choices for each, in words and in numbers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ledger.rules.scoring.parameters.headings import Heading
from ledger.rules.site.labels import NOTHING, Label, Phrase, fill


class Value(NamedTuple):
    """What a price is computed from: V in units, the bid, the book of six, and units per trick for rules that add."""

    units: int
    level: int = 0
    book: int = 0
    each: int = 0


def _no_numbers(_value: Value) -> tuple[int, int]:
    return 0, 0


@dataclass(frozen=True)
class Choice:
    """One reading of a rule: its name, its sentence on the wall, and the two numbers it makes of a value."""

    label: Phrase
    on_the_wall: Phrase = NOTHING
    numbers: Callable[[Value], tuple[int, int]] = _no_numbers


@dataclass(frozen=True)
class Rule:
    """A rule under `rules` in a document: its name in the editor, its `title` where a club chooses, and its choices."""

    key: str
    label: Label
    title: Label
    choices: Mapping[str, Choice]

    @property
    def heading(self) -> Heading:
        """Its cell among the facts."""
        return Heading(f"rules.{self.key}", self.label, "choice", self.names)

    @property
    def names(self) -> Mapping[str, Label]:
        """The names of its choices, by code."""
        return {code: choice.label for code, choice in self.choices.items()}

    def sentence(self, choice: str, **values: object) -> Label:
        """The sentence on the wall for a choice."""
        return fill(self.choices[choice].on_the_wall, **values)

    def numbers(self, choice: str, value: Value) -> tuple[int, int]:
        """The choice applied to a value: the amount, and the units for each trick more or fewer."""
        return self.choices[choice].numbers(value)


MADE = Rule(
    key="made",
    label=Phrase("A contract made"),
    title=Phrase("A contract that is made"),
    choices={
        "one_plus": Choice(
            Phrase("V × (1 + overtricks)"),
            Phrase("Made: the price, and the price once more for each overtrick."),
            lambda value: (value.units, value.units),
        ),
        "over_two": Choice(
            Phrase("V × (2 + overtricks)"),
            Phrase("Made: twice the price, and the price once more for each overtrick."),
            lambda value: (2 * value.units, value.units),
        ),
        "over": Choice(
            Phrase("V × overtricks"),
            Phrase("Made: the price for each overtrick, and nothing for the contract itself."),
            lambda value: (0, value.units),
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
            lambda value: (value.units, 0),
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
            lambda value: (value.units, value.units),
        ),
        "under": Choice(
            Phrase("V × undertricks"),
            Phrase("Lost: the price for each trick missing."),
            lambda value: (0, value.units),
        ),
        "double_under": Choice(
            Phrase("2V × undertricks"),
            Phrase("Lost: twice the price for each trick missing."),
            lambda value: (0, 2 * value.units),
        ),
        "additive": Choice(
            Phrase("V + an amount per undertrick"),
            Phrase("Lost: the price, and %(under)s more for each trick missing."),
            lambda value: (value.units, value.each),
        ),
        "flat": Choice(
            Phrase("V"),
            Phrase("Lost: the price, however many tricks are missing."),
            lambda value: (value.units, 0),
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
            lambda value: (value.units, 0),
        ),
        "double": Choice(
            Phrase("double"),
            Phrase("A lost nolo costs twice what it pays."),
            lambda value: (2 * value.units, 0),
        ),
        "one_plus": Choice(
            Phrase("the same per trick beyond, and once more"),
            Phrase("A lost nolo costs what it pays, and as much again for each trick too many."),
            lambda value: (value.units, value.units),
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
