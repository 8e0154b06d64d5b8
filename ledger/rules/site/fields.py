"""Strict readers of untrusted values: a wrong type is refused, with its path, and never coerced."""

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, NoReturn

from ledger.rules.site.labels import Label, Text
from ledger.rules.site.refusal import Refusal, gettext_noop

LONGEST_JSON = 200_000
MOST_DIGITS = 40  # reading a number takes time by the square of its length
DEEPEST = 100
LONGEST_SENTENCE = 600

NOT_JSON = gettext_noop("This is not valid JSON. Look at line %(line)d, character %(character)d.")
JSON_TOO_LONG = gettext_noop("This is too long to be read.")
JSON_TOO_DEEP = gettext_noop("This is nested too deeply to be read.")
NUMBER_NOT_EXACT = gettext_noop('Write %(text)s as a whole number, or as text such as "1/8".')
NOT_A_RECORD = gettext_noop("Give a set of named values here.")
MISSING_KEY = gettext_noop("“%(key)s” is missing.")
NOT_OFFERED = gettext_noop("Choose one of: %(offered)s.")

# A text is matched whole, so that no bracket in it counts, and `*+` never goes back over a long one.
BRACKET = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[\]{}]', re.DOTALL)
LONGEST_CODE = 60
CODE = re.compile(rf"[a-z][a-z0-9_-]{{0,{LONGEST_CODE - 1}}}", re.ASCII)
UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class _Fault(NamedTuple):
    """A placeholder in the parsed tree for a value that could not be read, until its path is known."""

    message: str
    params: Mapping[str, object]


def parse_json(text: str) -> object:
    """Parse JSON strictly: repeated keys, NaN, numbers with a decimal point and giant numbers are refused.

    Raises Refusal with the path of the first such value; for text that is not JSON, the message names the line.
    """
    if len(text) > LONGEST_JSON:
        raise Refusal(JSON_TOO_LONG)
    faults: list[_Fault] = []

    def fault(message: str, **params: object) -> _Fault:
        faults.append(_Fault(message, params))
        return faults[-1]

    try:
        parsed: object = json.loads(
            text,
            object_pairs_hook=lambda pairs: _record_of_pairs(pairs, fault),
            parse_float=lambda number: fault(NUMBER_NOT_EXACT, text=excerpt(number)),
            parse_constant=lambda number: fault(NUMBER_NOT_EXACT, text=number),
            parse_int=lambda number: (
                int(number) if len(number) <= MOST_DIGITS else fault(gettext_noop("A number is too long to be read."))
            ),
        )
    except RecursionError:
        raise Refusal(
            gettext_noop("This is nested too deeply to be read. Look at line %(line)d, character %(character)d."),
            None,
            **_spot(text, _too_deep(text)),
        ) from None
    except json.JSONDecodeError as error:
        raise Refusal(NOT_JSON, None, **_spot(text, error.pos)) from None
    if faults:
        _refuse_first_fault(parsed)
    return parsed


def _record_of_pairs(pairs: list[tuple[str, object]], fault: Callable[..., _Fault]) -> dict[str, object]:
    result: dict[str, object] = {}
    for key, value in pairs:
        result[key] = fault(gettext_noop("“%(key)s” is given twice."), key=excerpt(key)) if key in result else value
    return result


def _refuse_first_fault(parsed: object) -> NoReturn:
    """Raise Refusal for the first fault in text order; without recursion, since the tree may be deep."""
    waiting: list[tuple[str | None, object]] = [(None, parsed)]
    while True:
        path, value = waiting.pop()
        if isinstance(value, _Fault):
            raise Refusal(value.message, _by_code(path, parsed), **value.params)
        if isinstance(value, dict):
            waiting += [(inside(path, excerpt(key)), part) for key, part in reversed(value.items())]
        elif isinstance(value, list):
            waiting += [(inside(path, place), value[place]) for place in reversed(range(len(value)))]


def _by_code(path: str | None, parsed: object) -> str | None:
    """A price's path by the code of its column or contract, if the document gives one: "values.9.vip2"."""
    head, *rest = (path or "").split(".")
    place = {"values": 1, "nolo": 0}.get(head, len(rest))
    rows = parsed.get({"values": "columns"}.get(head, head)) if isinstance(parsed, dict) else None
    if place >= len(rest) or not rest[place].isdecimal() or not isinstance(rows, list):
        return path
    row = rows[int(rest[place])] if int(rest[place]) < len(rows) else None
    if isinstance(row, dict) and isinstance(row.get("code"), str):
        rest[place] = excerpt(row["code"])
    return ".".join((head, *rest))


def _too_deep(text: str) -> int:
    """The Refusal of text that opens more than DEEPEST brackets; up to there it is sound JSON."""
    depth = 0
    for bracket in BRACKET.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(bracket[0], 0)
        if depth > DEEPEST:
            return bracket.start()
    return 0


def _spot(text: str, position: int) -> dict[str, int]:
    start = text.rfind("\n", 0, position) + 1
    return {"line": text.count("\n", 0, position) + 1, "character": position - start + 1}


def excerpt(text: str) -> str:
    """A quoted, printable piece of the input, short enough for a sentence."""
    short = text if len(text) <= 40 else f"{text[:39]}…"
    return UNPRINTABLE.sub("\ufffd", short)


def inside(field: str | None, key: object) -> str:
    """The path of `key` within `field`: "values.9" and "vip2" give "values.9.vip2"."""
    return f"{field}.{key}" if field else str(key)


def record(
    value: object, field: str | None, *, required: Collection[str] = (), optional: Collection[str] | None = ()
) -> Mapping[str, object]:
    """A mapping with text keys: all of `required`, and of the others only `optional` (None: any)."""
    if not isinstance(value, Mapping):
        raise Refusal(NOT_A_RECORD, field)
    for key in value:
        if not isinstance(key, str):
            raise Refusal(NOT_A_RECORD, field)
        if optional is not None and key not in required and key not in optional:
            raise Refusal(gettext_noop("“%(key)s” is not known here."), inside(field, excerpt(key)), key=excerpt(key))
    for key in required:
        if key not in value:
            raise Refusal(MISSING_KEY, inside(field, key), key=key)
    return value


def sequence(value: object, field: str | None, low: int, high: int) -> Sequence[object]:
    """A list (not a text) of `low` to `high` values."""
    if not isinstance(value, list | tuple):
        raise Refusal(gettext_noop("Give a list here."), field)
    if not low <= len(value) <= high:
        if low == high:
            raise Refusal(gettext_noop("The number of values here must be %(count)d."), field, count=low)
        raise Refusal(gettext_noop("Give between %(low)d and %(high)d values here."), field, low=low, high=high)
    return value


def integer(value: object, field: str | None, low: int, high: int) -> int:
    """A whole number from `low` to `high`; true, 1.0 and "1" are refused."""
    if type(value) is not int or not low <= value <= high:
        raise Refusal(gettext_noop("Give a whole number from %(low)d to %(high)d."), field, low=low, high=high)
    return value


def boolean(value: object, field: str | None) -> bool:
    """True or false, and nothing that merely resembles them."""
    if type(value) is not bool:
        raise Refusal(gettext_noop("Give true or false."), field)
    return value


def text(value: object, field: str | None, longest: int = LONGEST_SENTENCE) -> str:
    """A text that is not blank, of any characters."""
    if not isinstance(value, str) or not value.strip() or len(value) > longest:
        raise Refusal(gettext_noop("Give a text of 1 to %(longest)d characters."), field, longest=longest)
    return value


def words(value: object, field: str | None, longest: int = LONGEST_SENTENCE) -> str:
    """A text that is not blank, of characters that every database and every spreadsheet can hold."""
    typed = text(value, field, longest)
    if UNPRINTABLE.search(typed):
        raise Refusal(gettext_noop("This text has a character in it that cannot be kept."), field)
    return typed


def code(value: object, field: str | None) -> str:
    """A short name that is the same in every language."""
    if not isinstance(value, str) or not CODE.fullmatch(value):
        raise Refusal(gettext_noop("A code is small letters, digits, “-” and “_”, beginning with a letter."), field)
    return value


def one_of(value: object, field: str | None, offered: Iterable[str]) -> str:
    """One of the offered codes."""
    known = tuple(offered)
    if not isinstance(value, str) or value not in known:
        raise Refusal(NOT_OFFERED, field, offered=", ".join(known))
    return value


def label(value: object, field: str | None) -> Label:
    """A text that the document gives in Danish and in English, {"da": ..., "en": ...}."""
    both = record(value, field, required=("da", "en"))
    return Text(da=words(both["da"], inside(field, "da")), en=words(both["en"], inside(field, "en")))
