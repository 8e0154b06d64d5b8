"""A scoring table as a document: JSON laid out like the sheet on the club's wall, read strictly into ScoringRules."""

import copy
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from ledger.rules.scoring.parameters.context import NEGATIVE_PRICE, Context
from ledger.rules.scoring.parameters.declared import PARAMETERS
from ledger.rules.scoring.parameters.lists.multipliers import modern_multiplier
from ledger.rules.scoring.parameters.parameter import FIELDS
from ledger.rules.scoring.pricing import Shorthand, trick_price
from ledger.rules.scoring.scoring_table import Column, MissingPrice, Price, ScoringRules
from ledger.rules.scoring.tariff import ways_of_playing
from ledger.rules.site import fields
from ledger.rules.site.fields import inside
from ledger.rules.site.points import exact_value, read_points
from ledger.rules.site.refusal import Refusal, gettext_noop

__all__ = ["MissingPrice", "ScoringRules", "fill_prices", "modern", "read_scoring_table"]

VALUES = "values"  # the sheet is no parameter: it has a heading for each column, and is read into prices by the rules
# What all others are read by, then the prices: each that cannot be read is known before anything else is refused.
READ_FIRST = ("unit_denominator", "tricks", "seats", "rules", "each", "columns", "nolo")

MOST_WAYS = 2000  # each is priced for every number of tricks, whenever the table is compiled

NOT_A_LEVEL = gettext_noop("A level is a whole number from 1 to %(tricks)d.")
BELOW_THE_BOOK = gettext_noop("V × (tricks - %(book)d) cannot price a bid of %(level)d.")
NOT_A_PRICE = gettext_noop("This scoring table has no price called “%(path)s”.")
TOO_MANY_WAYS = gettext_noop("The multipliers make %(ways)d ways of playing to price; a table may have %(most)d.")


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
    required = sorted(key for key, parameter in PARAMETERS.items() if parameter.is_required)
    given = fields.record(parsed, None, required=required, optional=(VALUES, *PARAMETERS))
    scoring_table = _read(Context(given, options or {}, faults))
    ways = len(scoring_table.levels) * sum(
        1 for column in scoring_table.columns for _way in ways_of_playing(scoring_table, column)
    )
    if ways > MOST_WAYS:
        raise Refusal(TOO_MANY_WAYS, "multipliers", most=MOST_WAYS, ways=ways)
    return scoring_table


def _read(context: Context) -> ScoringRules:
    for key in READ_FIRST:
        context.values[key] = PARAMETERS[key].value(context)
    prices = _prices(context)
    for key, parameter in PARAMETERS.items():
        if key not in READ_FIRST:
            context.values[key] = parameter.value(context)
    return ScoringRules(
        prices=prices,
        **{key: value for key, value in context.values.items() if key in FIELDS},
        settings={key: value for key, value in context.values.items() if key not in FIELDS},
    )


def modern(document: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of a document in today's form: the same prices, with older rows of `multipliers` rewritten."""
    rewritten = copy.deepcopy(dict(document))
    if isinstance(rewritten.get("multipliers"), list):
        rewritten["multipliers"] = [modern_multiplier(row) for row in rewritten["multipliers"]]
    return rewritten


def fill_prices(document: Mapping[str, Any], texts: Mapping[str, str]) -> dict[str, Any]:
    """A copy of the document with prices as typed, by path: {"values.9.vip": "1/2", "nolo.sol.made": "2"}.

    An empty text leaves its cell unchanged.
    Raises Refusal with the path as its field.
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


def _prices(context: Context) -> Mapping[int, Mapping[str, Price | None]]:
    """The sheet: a price per column code for each level, lowest first."""
    given = fields.record(context.document.get(VALUES, {}), VALUES, optional=None)
    rows = {_level(text, context): _row(text, row, context) for text, row in given.items()}
    return dict(sorted(rows.items()))


def _level(text: str, context: Context) -> int:
    if text not in map(str, range(1, context.tricks + 1)):
        raise Refusal(NOT_A_LEVEL, inside(VALUES, fields.excerpt(text)), tricks=context.tricks)
    return int(text)


def _row(level: str, row: object, context: Context) -> Mapping[str, Price | None]:
    columns: Sequence[Column] = context.values["columns"]
    cells = fields.sequence(row, f"values.{level}", len(columns), len(columns))
    return {
        column.code: context.price(f"values.{level}.{column.code}", _cell, cell, int(level), context)
        for column, cell in zip(columns, cells, strict=True)
    }


def _cell(value: object, level: int, context: Context, field: str) -> Price | None:
    if value is None:
        return None
    if not isinstance(value, Mapping):
        return _named_price(context.units(value, field), level, context)
    four = fields.record(value, field, required=("made", "over", "lost", "under"))
    return Price(**{part: context.units(amount, inside(field, part)) for part, amount in four.items()})


def _named_price(value: int, level: int, context: Context) -> Price:
    """The four numbers of one value; where prices add, a trick is a point unless the document says otherwise."""
    book, per_trick = context.tricks // 2, context.values["each"]
    over, under = (per_trick.get(part, context.denominator) for part in ("over", "under"))
    shorthand = Shorthand(context.rule("made"), context.rule("lost"), over, under)
    if shorthand.made == "from_book" and level <= book:
        raise Refusal(BELOW_THE_BOOK, "rules.made", book=book, level=level)
    return trick_price(value, level, book, shorthand)
