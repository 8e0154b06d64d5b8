"""A scoring table's document as the text of a file that people read: in the order of the sheet, a row on a line."""

import json
from collections.abc import Iterable, Iterator, Mapping

from ledger.rules.scoring.parameters.declared import PARAMETERS

FIRST_KEYS = """
    code when level column attachment vip_turn turn name label da en source readings unit_denominator seats min max
    partner zero_sum trump tricks flag result amount mult add min_tricks max_tricks side made less over lost under
    off nolo_lost joined alone tricks_played parts sol book rules each factor rounding alone_factor tricks_map
"""
LAST_KEYS = """
    choices flags columns values multipliers overrides nolo free_for_all pair_book price roles maker others
    penalties offender other ladder drawn
"""
INDENT = "  "


def json_text(document: Mapping[str, object]) -> str:
    """The document as JSON, the same text for equal documents in whatever order a database keeps their keys.

    Any JSON reader reads it back unchanged.
    """
    return f"{_written(document, 0)}\n"


def _written(value: object, depth: int) -> str:
    """A value over several lines where it holds others that do, else on one."""
    if isinstance(value, Mapping) and (depth == 0 or (depth <= 2 and _has_parts(value.values()))):
        lines = [f"{json.dumps(key)}: {_written(part, depth + 1)}" for key, part in _in_order(value)]
        return _block("{", lines, "}", depth)
    if isinstance(value, list) and depth == 1 and _has_parts(value):
        return _block("[", [_line(part) for part in value], "]", depth)
    return _line(value)


def _block(opening: str, lines: list[str], closing: str, depth: int) -> str:
    inner = f",\n{INDENT * (depth + 1)}".join(lines)
    return f"{opening}\n{INDENT * (depth + 1)}{inner}\n{INDENT * depth}{closing}"


def _line(value: object) -> str:
    return json.dumps(_sorted(value), ensure_ascii=False)


def _sorted(value: object) -> object:
    if isinstance(value, Mapping):
        return {key: _sorted(part) for key, part in _in_order(value)}
    return [_sorted(part) for part in value] if isinstance(value, list) else value


def _in_order(value: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """The keys by their place in the order, then numbers by size, then the others by the alphabet."""

    order = [*FIRST_KEYS.split(), *PARAMETERS, *LAST_KEYS.split()]

    def place(pair: tuple[str, object]) -> tuple[int, int, str]:
        key = pair[0]
        return order.index(key) if key in order else len(order), int(key) if key.isdecimal() else 0, key

    yield from sorted(value.items(), key=place)


def _has_parts(values: Iterable[object]) -> bool:
    return any(isinstance(value, Mapping | list) for value in values)
