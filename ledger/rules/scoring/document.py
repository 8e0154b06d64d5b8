"""A scoring table as a document: JSON laid out like the sheet on the club's wall, read strictly into ScoringRules."""

import copy
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, cast

from ledger.rules.scoring.parameters import PARAMETERS
from ledger.rules.scoring.parameters.parameter import FIELDS, NEGATIVE_PRICE, Context
from ledger.rules.scoring.parameters.trick_prices import modern_multiplier
from ledger.rules.scoring.scoring_table import Column, Price, ScoringRules
from ledger.rules.scoring.tariff import Shorthand, trick_price, ways_of_playing
from ledger.rules.site import fields
from ledger.rules.site.fields import inside, parse_json
from ledger.rules.site.points import exact_value, read_points
from ledger.rules.site.refusal import Refusal, gettext_noop

VALUES = "values"  # the sheet is no parameter: it has a heading for each column, and is read into prices by the rules
# What all others are read by, then the prices: each that cannot be read is known before anything else is refused.
READ_FIRST = ("unit_denominator", "tricks", "seats", "rules", "each", "columns", "nolo")

MOST_WAYS = 2000  # each is priced for every number of tricks, whenever the table is compiled


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
        raise Refusal(
            gettext_noop("The multipliers make %(ways)d ways of playing to price; a table may have %(most)d."),
            "multipliers",
            most=MOST_WAYS,
            ways=ways,
        )
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
    raise Refusal(gettext_noop("This scoring table has no price called “%(path)s”."), path, path=fields.excerpt(path))


def _prices(context: Context) -> Mapping[int, Mapping[str, Price | None]]:
    """The sheet: a price per column code for each level, lowest first."""
    columns: Sequence[Column] = context.values["columns"]
    prices = {}
    for text, row in fields.record(context.document.get(VALUES, {}), VALUES, optional=None).items():
        if text not in map(str, range(1, context.tricks + 1)):
            message = gettext_noop("A level is a whole number from 1 to %(tricks)d.")
            raise Refusal(message, inside(VALUES, fields.excerpt(text)), tricks=context.tricks)
        cells = fields.sequence(row, f"values.{text}", len(columns), len(columns))
        prices[int(text)] = {
            column.code: context.price(f"values.{text}.{column.code}", _cell, cell, int(text), context)
            for column, cell in zip(columns, cells, strict=True)
        }
    return dict(sorted(prices.items()))


def _cell(value: object, level: int, context: Context, field: str) -> Price | None:
    """A price by its four numbers, or by the value from which the named rules make them.

    Where prices add, a trick is a point unless the document says otherwise.
    """
    if value is None:
        return None
    if isinstance(value, Mapping):
        four = fields.record(value, field, required=("made", "over", "lost", "under"))
        return Price(**{part: context.units(amount, inside(field, part)) for part, amount in four.items()})
    units = context.units(value, field)
    book, per_trick = context.tricks // 2, context.values["each"]
    over, under = (per_trick.get(part, context.denominator) for part in ("over", "under"))
    shorthand = Shorthand(context.rule("made"), context.rule("lost"), over, under)
    if shorthand.made == "from_book" and level <= book:
        message = gettext_noop("V × (tricks - %(book)d) cannot price a bid of %(level)d.")
        raise Refusal(message, "rules.made", book=book, level=level)
    return trick_price(units, level, book, shorthand)


# Scoring tables from uploaded JSON files: read strictly, with every error named by its path.


LONGEST_FILE = 1_000_000  # bytes: a thousand single amounts have a tenth of that


def document_from_file(data: bytes) -> dict[str, Any]:
    """The document in a file's content; the file's name does not matter.

    Raises Refusal, whose place is the JSON path.
    """
    if len(data) > LONGEST_FILE:
        raise Refusal(gettext_noop("The file is too large to be a scoring table."))
    # JSON may begin with a byte order mark, or have zeros between its letters in UTF-16.
    if data[:64].strip(b"\xef\xbb\xbf\xff\xfe\0 \t\r\n")[:1] not in (b"{", b"["):
        raise Refusal(gettext_noop("This is no JSON file. Hand in a scoring table as this site hands it out."))
    try:
        document: Any = parse_json(data.decode(json.detect_encoding(data)).removeprefix("\ufeff"))
        read_scoring_table(document)
    except UnicodeDecodeError:
        raise Refusal(gettext_noop("The file cannot be read as text in UTF-8.")) from None
    except Refusal as fault:
        if fault.field:
            raise Refusal(gettext_noop("%(path)s: %(fault)s"), path=fault.field, fault=fault) from None
        raise
    return modern(document)


# The scoring tables that come with the program, one readable JSON file each.


FOLDER = Path(__file__).parents[3] / "fixtures" / "scoring_tables"

SEEDS = (
    "call-ace-whist",
    "call-ace-whist-quarter",
    "whistklubben",
    "esmakker-wikipedia",
    "dansk-whist",
    "engelsk-whist",
    "call-ace-euchre",
)
GALLERY = (
    "it-whist",
    "pywhist",
    "danish-wist",
    "es-makker-points",
    "whist-scoreboard",
    "whistzilla",
    "jungs-jydewhist",
    "whist2",
    "laederwhist",
    "g-formula",
    "gamr",
    "grundtakst",
    "vest-gui",
    "whist-ai",
    "es-makker-2i9",
    "whist-score-tracker",
    "lakse",
    "ladder-16",
)
PRESETS = (*SEEDS, *GALLERY)


def preset(code: str) -> dict[str, Any]:
    """A preset's document, a copy of the caller's own.

    Raises Refusal (field "table") for an unknown code.
    """
    if code not in PRESETS:
        raise Refusal(gettext_noop("There is no scoring table called “%(code)s”."), "table", code=fields.excerpt(code))
    return cast("dict[str, Any]", fields.parse_json((FOLDER / f"{code}.json").read_text(encoding="utf-8")))


@cache
def every_preset() -> tuple[ScoringRules, ...]:
    """Every preset as the rules read it, in the order it is shown; read once, since pages ask for all of them."""
    return tuple(read_scoring_table(preset(code)) for code in PRESETS)


def table_from(spec: object) -> ScoringRules:
    """Read a scoring table from a preset's code, a document, or {"preset": code, "options": {rule: choice}}."""
    if isinstance(spec, str):
        return read_scoring_table(preset(spec))
    if not isinstance(spec, Mapping):
        raise Refusal(gettext_noop("Give the code of a scoring table, or a whole scoring table."), "table")
    if "preset" not in spec:
        return read_scoring_table(spec)
    given = fields.record(spec, "table", required=("preset",), optional=("options",))
    code = fields.one_of(given["preset"], "table.preset", PRESETS)
    options = fields.record(given.get("options", {}), "options", optional=None)
    return read_scoring_table(preset(code), cast("Mapping[str, str]", options))


# A scoring table's document as a readable file: keys in the order of the sheet, a row per line.


FIRST_KEYS = """
    code name label da en source readings unit_denominator seats min max partner zero_sum tricks
    made over lost under nolo_lost joined alone sol book rules each factor rounding alone_factor tricks_map
"""
LAST_KEYS = """
    choices flags columns values multipliers overrides nolo free_for_all pair_book price roles penalties ladder drawn
"""
INDENT = "  "


def json_text(document: Mapping[str, object]) -> str:
    """The document as JSON: the same text for equal documents, whatever order a database stores their keys in.

    Any JSON parser reads it back unchanged.
    """
    declared = [key for key in PARAMETERS if key not in LAST_KEYS.split()]
    order = [*FIRST_KEYS.split(), *declared, *LAST_KEYS.split()]
    ordered = {}
    for key in _sort_keys(document, order):
        rows = PARAMETERS[key].rows if key in PARAMETERS else None
        ordered[key] = _in_order(document[key], [*rows.keys, *order] if rows else order)
    return f"{_spell(ordered, 0)}\n"


def _sort_keys(keys: Iterable[str], order: Sequence[str]) -> list[str]:
    """Keys by the given order, then numbers by size, then the rest alphabetically."""

    def place(key: str) -> tuple[int, int, str]:
        return order.index(key) if key in order else len(order), int(key) if key.isdecimal() else 0, key

    return sorted(keys, key=place)


def _in_order(value: object, order: Sequence[str]) -> object:
    """A value with the keys of its records in order."""
    if isinstance(value, Mapping):
        return {key: _in_order(value[key], order) for key in _sort_keys(value, order)}
    return [_in_order(part, order) for part in value] if isinstance(value, list) else value


def _spell(value: object, depth: int) -> str:
    """A value as JSON, broken over several lines only where it holds nested records."""
    parts: Iterable[object] = ()
    if isinstance(value, Mapping):
        parts = value.values()
    elif isinstance(value, list):
        parts = value
    is_nested = any(isinstance(part, Mapping | list) for part in parts)
    if isinstance(value, Mapping) and (depth == 0 or (depth <= 2 and is_nested)):
        ends, lines = "{}", [f"{json.dumps(key)}: {_spell(part, depth + 1)}" for key, part in value.items()]
    elif isinstance(value, list) and depth == 1 and is_nested:
        ends, lines = "[]", [json.dumps(part, ensure_ascii=False) for part in value]
    else:
        return json.dumps(value, ensure_ascii=False)
    indent = f"\n{INDENT * depth}"
    return f"{ends[0]}{indent}{INDENT}{f',{indent}{INDENT}'.join(lines)}{indent}{ends[1]}"


# Remarks of the table checker, independent of language.


@dataclass(frozen=True)
class Remark:
    """An error or a remark: its cell's path (None for the whole table), an English template, and its params.

    `params` holds texts, numbers or labels. `also` lists further cells that the remark is about.
    """

    path: str | None
    message: str
    params: Mapping[str, object]
    is_error: bool = False
    also: tuple[str, ...] = ()

    @classmethod
    def of(cls, path: str | None, message: str, *, is_error: bool = False, **params: object) -> "Remark":
        """A remark with its params by name."""
        return cls(path, message, params, is_error)

    @property
    def cell(self) -> str:
        """The path of the whole cell, whichever of its numbers the remark is about: "values.9.vip2", "nolo.sol"."""
        depth = 3 if str(self.path).startswith("values.") else 2
        return ".".join(str(self.path).split(".")[:depth])
