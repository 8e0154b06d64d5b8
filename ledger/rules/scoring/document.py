"""A scoring table as a document: JSON laid out like the sheet on the club's wall, read strictly into ScoringRules."""

import copy
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ledger.rules.scoring.parameters.chosen_rules import RULES
from ledger.rules.scoring.parameters.context import NEGATIVE_PRICE, Context
from ledger.rules.scoring.parameters.declared import PARAMETERS
from ledger.rules.scoring.parameters.lists.multipliers import modern_multiplier
from ledger.rules.scoring.parameters.parameter import FIELDS
from ledger.rules.scoring.pricing import Shorthand, trick_price
from ledger.rules.scoring.scoring_table import (
    Column,
    MissingPrice,
    PlayerRange,
    Price,
    ScoringRules,
)
from ledger.rules.scoring.tariff import ways_of_playing
from ledger.rules.site import fields
from ledger.rules.site.fields import inside
from ledger.rules.site.labels import Label
from ledger.rules.site.points import exact_value, read_points
from ledger.rules.site.refusal import Refusal, gettext_noop

__all__ = ["MissingPrice", "ScoringRules", "fill_prices", "modern", "read_scoring_table"]

REQUIRED = ("code", "name", "source", "unit_denominator", "seats", "partner", "zero_sum", "tricks", "rules")
OPTIONAL = ("readings", "choices", "values", "each")
READ_FIRST = ("columns", "nolo")  # so that every price that cannot be read is known before anything else is refused

LARGEST_UNIT = 5040
MOST_LINES = 2000

UNKNOWN_RULE = gettext_noop("This scoring table leaves no choice called “%(rule)s”.")
NOT_A_LEVEL = gettext_noop("A level is a whole number from 1 to %(tricks)d.")
BELOW_THE_BOOK = gettext_noop("V x (tricks - %(book)d) cannot price a bid of %(level)d.")
NOT_A_PRICE = gettext_noop("This scoring table has no price called “%(path)s”.")
TOO_MANY_WAYS = gettext_noop("The multipliers make %(ways)d ways of playing to price; a table may have %(most)d.")
FOUR_SEATS = gettext_noop("Only a game paid by role is played by other than four.")
HOUSE_NEEDED = gettext_noop("A game paid by role is not zero-sum.")


def read_scoring_table(
    document: Mapping[str, object] | str,
    options: Mapping[str, str] | None = None,
    *,
    faults: list[Refusal] | None = None,
) -> ScoringRules:
    """Read a document (a mapping, or its JSON text) and override its rules by `options`.

    The order of its keys does not matter: a database may store them in another order.
    Raises Refusal with the path of the error as its field, such as "values.9.vip2" or "options.lost". Given a list of
    `faults`, it appends the Refusal of an unreadable price to it and reads that price as missing.
    """
    parsed = fields.parse_json(document) if isinstance(document, str) else document
    given = fields.record(parsed, None, required=REQUIRED, optional=(*OPTIONAL, *PARAMETERS))
    scoring_table = _DocumentReader(given, options or {}, faults).scoring_table()
    ways = len(scoring_table.levels) * sum(
        1 for column in scoring_table.columns for _way in ways_of_playing(scoring_table, column)
    )
    if ways > MOST_LINES:
        raise Refusal(TOO_MANY_WAYS, "multipliers", most=MOST_LINES, ways=ways)
    return scoring_table


def modern(document: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of a document in today's form: the same prices, with older rows of `multipliers` rewritten."""
    rewritten = copy.deepcopy(dict(document))
    if isinstance(rewritten.get("multipliers"), list):
        rewritten["multipliers"] = [modern_multiplier(row) for row in rewritten["multipliers"]]
    return rewritten


def fill_prices(document: Mapping[str, Any], texts: Mapping[str, str]) -> dict[str, Any]:
    """A copy of the document with prices as typed, by path: {"values.9.vip": "1/2", "nolo.sol.made": "2"}.

    An empty text leaves its cell unchanged. Raises Refusal with the path as its field.
    """
    denominator = read_scoring_table(document).unit_denominator
    filled = copy.deepcopy(dict(document))
    for path, text in texts.items():
        if text.strip():
            units = read_points(text, denominator, path)
            if units < 0:
                raise Refusal(NEGATIVE_PRICE, path)
            _put(filled, path, exact_value(Fraction(units, denominator)))
    read_scoring_table(filled)
    return filled


def _put(document: dict[str, Any], path: str, value: int | str) -> None:
    match path.split("."):
        case ["values", level, column] if level in document.get("values", {}):
            codes = [given["code"] for given in document["columns"]]
            if column in codes:
                document["values"][level][codes.index(column)] = value
                return
        case ["nolo", code, "made"]:
            for row in document.get("nolo", []):
                if row["code"] == code:
                    row["made"] = value
                    return
        case ["free_for_all", "price"] if document.get("free_for_all"):
            document["free_for_all"]["price"] = value
            return
    raise Refusal(NOT_A_PRICE, path, path=fields.excerpt(path))


class _DocumentReader:
    """Reads one document: a method for each part, which raises Refusal for what it cannot accept."""

    def __init__(
        self, document: Mapping[str, object], options: Mapping[str, str], faults: list[Refusal] | None
    ) -> None:
        self.document = document
        self.denominator = fields.integer(document["unit_denominator"], "unit_denominator", 1, LARGEST_UNIT)
        self.tricks = fields.integer(document["tricks"], "tricks", 1, 13)
        self.seats = self._seats()
        self.rules = self._rules(options)
        self._refuse_uneven_sides()
        self.context = Context(document, self.tricks, self.denominator, self.rules, faults)
        self.each = self._units_per_trick()
        self.declared = {key: PARAMETERS[key].value(self.context) for key in READ_FIRST}
        self.columns: tuple[Column, ...] = self.declared["columns"]

    def scoring_table(self) -> ScoringRules:
        document = self.document
        prices = self._prices()
        self.declared |= {
            key: parameter.value(self.context) for key, parameter in PARAMETERS.items() if key not in READ_FIRST
        }
        zero_sum = fields.boolean(document["zero_sum"], "zero_sum")
        if self.declared["roles"] and zero_sum:
            raise Refusal(HOUSE_NEEDED, "zero_sum")
        return ScoringRules(
            code=fields.code(document["code"], "code"),
            name=fields.label(document["name"], "name"),
            source=fields.words(document["source"], "source"),
            readings=self._readings(),
            unit_denominator=self.denominator,
            seats=self.seats,
            partner=fields.one_of(document["partner"], "partner", ("called", "fixed")),
            zero_sum=zero_sum and self.rules.get("book") != "winners_only",
            tricks=self.tricks,
            rules=self.rules,
            choices=self._choices(),
            prices=prices,
            **{key: value for key, value in self.declared.items() if key in FIELDS},
            settings={key: value for key, value in self.declared.items() if key not in FIELDS},
        )

    def _seats(self) -> PlayerRange:
        given = fields.record(self.document["seats"], "seats", required=("min", "max"))
        lowest = fields.integer(given["min"], "seats.min", 3, 8)
        return PlayerRange(lowest, fields.integer(given["max"], "seats.max", lowest, 8))

    def _refuse_uneven_sides(self) -> None:
        for part in ("columns", "nolo", "free_for_all", "pair_book"):
            if self.document.get(part) and self.seats != PlayerRange(4, 4):
                raise Refusal(FOUR_SEATS, "seats")

    def _rules(self, options: Mapping[str, str]) -> Mapping[str, str]:
        given = fields.record(self.document["rules"], "rules", optional=RULES)
        rules = {
            key: fields.one_of(given[key], f"rules.{key}", rule.choices) for key, rule in RULES.items() if key in given
        }
        for rule, value in fields.record(options, "options", optional=None).items():
            if rule not in rules:
                raise Refusal(UNKNOWN_RULE, f"options.{fields.excerpt(rule)}", rule=fields.excerpt(rule))
            rules[rule] = fields.one_of(value, f"options.{rule}", RULES[rule].choices)
        return rules

    def _units_per_trick(self) -> Mapping[str, int]:
        """Units per trick where prices add instead of multiply; one point by default."""
        given = fields.record(self.document.get("each", {}), "each", optional=("over", "under"))
        return {part: self.context.units(given.get(part, 1), f"each.{part}") for part in ("over", "under")}

    def _choices(self) -> Mapping[str, Mapping[str, Label]]:
        given = fields.record(self.document.get("choices", {}), "choices", optional=self.rules)
        return {rule: self._offered_choices(rule, given[rule]) for rule in RULES if rule in given}

    def _offered_choices(self, rule: str, value: object) -> Mapping[str, Label]:
        offered = RULES[rule].choices
        given = fields.record(value, f"choices.{rule}", optional=offered)
        return {code: fields.label(given[code], f"choices.{rule}.{code}") for code in offered if code in given}

    def _readings(self) -> tuple[Label, ...]:
        given = fields.sequence(self.document.get("readings", []), "readings", 0, 40)
        return tuple(fields.label(reading, f"readings.{place}") for place, reading in enumerate(given))

    def _prices(self) -> Mapping[int, Mapping[str, Price | None]]:
        given = fields.record(self.document.get("values", {}), "values", optional=None)
        rows = {self._level(text): self._row(text, row) for text, row in given.items()}
        return dict(sorted(rows.items()))

    def _level(self, text: str) -> int:
        if text not in map(str, range(1, self.tricks + 1)):
            raise Refusal(NOT_A_LEVEL, inside("values", fields.excerpt(text)), tricks=self.tricks)
        return int(text)

    def _row(self, level: str, row: object) -> Mapping[str, Price | None]:
        cells = fields.sequence(row, f"values.{level}", len(self.columns), len(self.columns))
        return {
            column.code: self.context.price(f"values.{level}.{column.code}", self._cell, cell, int(level))
            for column, cell in zip(self.columns, cells, strict=True)
        }

    def _cell(self, value: object, level: int, field: str) -> Price | None:
        if value is None:
            return None
        if not isinstance(value, Mapping):
            return self._named_price(self.context.units(value, field), level)
        four = fields.record(value, field, required=("made", "over", "lost", "under"))
        return Price(**{part: self.context.units(amount, inside(field, part)) for part, amount in four.items()})

    def _named_price(self, value: int, level: int) -> Price:
        book = self.tricks // 2
        shorthand = Shorthand(
            self.context.rule("made"), self.context.rule("lost"), self.each["over"], self.each["under"]
        )
        if shorthand.made == "from_book" and level <= book:
            raise Refusal(BELOW_THE_BOOK, "rules.made", book=book, level=level)
        return trick_price(value, level, book, shorthand)
