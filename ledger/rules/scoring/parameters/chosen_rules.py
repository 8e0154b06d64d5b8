"""The named rules of a scoring table: what may be chosen as each, in words and in numbers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from ledger.rules.scoring.parameters.headings import Heading
from ledger.rules.site.labels import NOTHING, Label, filled


class Value(NamedTuple):
    """What a price is made of: V in units, the bid, the book of six, and units per trick where a rule adds."""

    units: int
    level: int = 0
    book: int = 0
    each: int = 0


def _no_numbers(_value: Value) -> tuple[int, int]:
    return 0, 0


@dataclass(frozen=True)
class Choice:
    """One way to read a rule: its name, its sentence on the wall, and the two numbers that it makes of a value."""

    label: Label
    on_the_wall: Label = NOTHING
    numbers: Callable[[Value], tuple[int, int]] = _no_numbers


@dataclass(frozen=True)
class Rule:
    """A rule under `rules` of a document: its name in the editor, its `title` where a club chooses, its choices."""

    key: str
    label: Label
    title: Label
    description: str
    choices: Mapping[str, Choice]

    @property
    def heading(self) -> Heading:
        """Its cell among the facts."""
        return Heading(f"rules.{self.key}", self.label, "choice", self.names)

    @property
    def names(self) -> Mapping[str, Label]:
        """The names of its choices, by code."""
        return {code: choice.label for code, choice in self.choices.items()}

    @property
    def schema(self) -> Mapping[str, Any]:
        """Its part of the JSON Schema."""
        choices = "; ".join(f"{code}: {label.en}" for code, label in self.names.items())
        return {"description": f"{self.description}: {choices}.", "enum": list(self.choices)}

    def sentence(self, choice: str, **values: object) -> Label:
        """What the wall says of a choice."""
        return filled(self.choices[choice].on_the_wall, **values)

    def numbers(self, choice: str, value: Value) -> tuple[int, int]:
        """What the choice makes of a value: the amount, and what each trick more or fewer adds, in units."""
        return self.choices[choice].numbers(value)


MADE = Rule(
    key="made",
    label=Label("Vundet melding", "A contract made"),
    title=Label("En vundet melding", "A contract that is made"),
    description="What a contract that is made pays, where a cell holds one value V and each.over is the amount",
    choices={
        "one_plus": Choice(
            Label("V x (1 + overtræk)", "V x (1 + overtricks)"),
            Label("Vundet: V, og V mere for hvert overstik.", "Made: V, and V more for each overtrick."),
            lambda value: (value.units, value.units),
        ),
        "over_two": Choice(
            Label("V x (2 + overtræk)", "V x (2 + overtricks)"),
            Label("Vundet: 2 x V, og V mere for hvert overstik.", "Made: 2 x V, and V more for each overtrick."),
            lambda value: (2 * value.units, value.units),
        ),
        "over": Choice(
            Label("V x overtræk", "V x overtricks"),
            Label(
                "Vundet: V for hvert overstik, og intet for selve meldingen.",
                "Made: V for each overtrick, and nothing for the contract itself.",
            ),
            lambda value: (0, value.units),
        ),
        "from_book": Choice(
            Label("V x stik over 6", "V x tricks above 6"),
            Label("Vundet: V for hvert stik over {book}.", "Made: V for each trick above {book}."),
            lambda value: ((value.level - value.book) * value.units, value.units),
        ),
        "per_trick": Choice(
            Label("V x alle stik", "V x all tricks"),
            Label("Vundet: V for hvert stik, der er taget.", "Made: V for each trick taken."),
            lambda value: (value.level * value.units, value.units),
        ),
        "additive": Choice(
            Label("V + fast beløb pr. overtræk", "V + an amount per overtrick"),
            Label("Vundet: V, og {over} mere for hvert overstik.", "Made: V, and {over} more for each overtrick."),
            lambda value: (value.units, value.each),
        ),
        "flat": Choice(
            Label("V", "V"),
            Label("Vundet: V, uanset hvor mange overstik.", "Made: V, however many overtricks."),
            lambda value: (value.units, 0),
        ),
    },
)
LOST = Rule(
    key="lost",
    label=Label("Tabt melding", "A contract lost"),
    title=Label("En tabt melding", "A contract that is lost"),
    description="What a lost contract costs, where a cell holds one value V and each.under is the amount",
    choices={
        "one_plus": Choice(
            Label("V x (1 + undertræk)", "V x (1 + undertricks)"),
            Label("Tabt: V, og V mere for hvert stik, der mangler.", "Lost: V, and V more for each trick missing."),
            lambda value: (value.units, value.units),
        ),
        "under": Choice(
            Label("V x undertræk", "V x undertricks"),
            Label("Tabt: V for hvert stik, der mangler.", "Lost: V for each trick missing."),
            lambda value: (0, value.units),
        ),
        "double_under": Choice(
            Label("2V x undertræk", "2V x undertricks"),
            Label("Tabt: 2 x V for hvert stik, der mangler.", "Lost: 2 x V for each trick missing."),
            lambda value: (0, 2 * value.units),
        ),
        "additive": Choice(
            Label("V + fast beløb pr. undertræk", "V + an amount per undertrick"),
            Label(
                "Tabt: V, og {under} mere for hvert stik, der mangler.",
                "Lost: V, and {under} more for each trick missing.",
            ),
            lambda value: (value.units, value.each),
        ),
        "flat": Choice(
            Label("V", "V"),
            Label("Tabt: V, uanset hvor mange stik der mangler.", "Lost: V, however many tricks are missing."),
            lambda value: (value.units, 0),
        ),
    },
)
NOLO_LOST = Rule(
    key="nolo_lost",
    label=Label("Tabt nolo", "A nolo lost"),
    title=Label("En tabt nolo", "A nolo that is lost"),
    description="What a lost nolo costs where it gives no number of its own, as to what it pays",
    choices={
        "same": Choice(
            Label("det samme", "the same"),
            Label("Tabt nolo koster det samme, som den giver.", "A lost nolo costs what it pays."),
            lambda value: (value.units, 0),
        ),
        "double": Choice(
            Label("det dobbelte", "double"),
            Label("Tabt nolo koster det dobbelte af, hvad den giver.", "A lost nolo costs twice what it pays."),
            lambda value: (2 * value.units, 0),
        ),
        "one_plus": Choice(
            Label("det samme for hvert stik for meget, og én gang til", "the same per trick beyond, and once more"),
            Label(
                "Tabt nolo koster det, den giver, og lige så meget mere for hvert stik for meget.",
                "A lost nolo costs what it pays, and as much again for each trick too many.",
            ),
            lambda value: (value.units, value.units),
        ),
    },
)
JOINED = Rule(
    key="joined",
    label=Label("At gå med på en nolo", "Going along on a nolo"),
    title=Label("Når flere går med på en nolo", "Going along on a nolo"),
    description="Whom several players on one nolo settle with",
    choices={
        "independent": Choice(
            Label("hver for sig med alle de andre", "each with all the others"),
            Label(
                "Går flere med på en nolo, afregner hver for sig med alle de andre, også med dem, der gik med.",
                "When several go along on a nolo, each settles with all the others, those who went along included.",
            ),
        ),
        "outsiders": Choice(
            Label("kun med dem, der ikke er med", "only with those not going along"),
            Label(
                "Går flere med på en nolo, afregner de kun med dem, der ikke gik med.",
                "When several go along on a nolo, they settle only with those who did not.",
            ),
        ),
        "single": Choice(
            Label("ingen kan gå med", "nobody can go along"),
            Label("Ingen kan gå med på en nolo.", "Nobody can go along on a nolo."),
        ),
    },
)
ALONE = Rule(
    key="alone",
    label=Label("Selvmakker", "Own partner"),
    title=Label("Når melderen er selvmakker", "Being one's own partner"),
    description="What each opponent pays a declarer without a partner, where alone_factor is the factor",
    choices={
        "per_opponent": Choice(
            Label("prisen fra hver modspiller", "the price from each opponent"),
            Label("hver af de tre modspillere betaler det samme.", "each of the three opponents pays the same."),
        ),
        "times_three": Choice(
            Label("tre gange prisen fra hver", "three times the price from each"),
            Label(
                "hver af de tre modspillere betaler tre gange så meget.",
                "each of the three opponents pays three times as much.",
            ),
        ),
        "factor": Choice(
            Label("prisen gange en faktor", "the price times a factor"),
            Label(
                "hver af de tre modspillere betaler beløbet x {factor}",
                "each of the three opponents pays the amount x {factor}",
            ),
        ),
    },
)
SOL = Rule(
    key="sol",
    label=Label("Stik i sol", "Tricks in sol"),
    title=Label("Tilladte stik i sol", "Tricks allowed in sol"),
    description="How many tricks nolo contracts with a limit of one take",
    choices={
        "at_most_one": Choice(Label("højst ét", "at most one")),
        "exactly_one": Choice(Label("præcis ét", "exactly one")),
    },
)
BOOK = Rule(
    key="book",
    label=Label("Det tabende par", "The losing pair"),
    title=Label("Hvad det tabende par betaler", "What the losing pair pays"),
    description="What the pair that loses in pair_book pays; where it pays nothing, the house does",
    choices={
        "zero_sum": Choice(
            Label("betaler det, vinderne får", "pays what the winners get"),
            Label(
                "{name}: hvert stik over {tricks} giver {price} til hver af de to, betalt af det andet par.",
                "{name}: each trick above {tricks} gives {price} to each of the pair, paid by the other pair.",
            ),
        ),
        "winners_only": Choice(
            Label("betaler intet", "pays nothing"),
            Label(
                "{name}: hvert stik over {tricks} giver {price} til hver af de to, betalt af huset; "
                "det andet par betaler intet.",
                "{name}: each trick above {tricks} gives {price} to each of the pair, paid by the house; "
                "the other pair pays nothing.",
            ),
        ),
    },
)
RULES: dict[str, Rule] = {rule.key: rule for rule in (MADE, LOST, NOLO_LOST, JOINED, ALONE, SOL, BOOK)}
