"""A scoring table's document as a readable file: keys in the order of the sheet, a row per line."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ledger.rules.scoring.parameters.declared import PARAMETERS

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
    return f"{_spell(document, 0, [*FIRST_KEYS.split(), *declared, *LAST_KEYS.split()])}\n"


def _spell(value: object, depth: int, order: Sequence[str]) -> str:
    """A value as JSON, broken over several lines only where it holds nested records."""
    if isinstance(value, Mapping) and (depth == 0 or (depth <= 2 and _has_parts(value.values()))):
        parts = _in_order(value, order)
        lines = [f"{json.dumps(key)}: {_spell(part, depth + 1, _order_in(key, depth, order))}" for key, part in parts]
        return _block("{", lines, "}", depth)
    if isinstance(value, list) and depth == 1 and _has_parts(value):
        return _block("[", [_line(part, order) for part in value], "]", depth)
    return _line(value, order)


def _order_in(key: str, depth: int, order: Sequence[str]) -> Sequence[str]:
    """The order of the keys within a part; for a list, within its rows."""
    parameter = PARAMETERS.get(key) if depth == 0 else None
    return [*parameter.rows.keys, *order] if parameter and parameter.rows else order


def _block(opening: str, lines: list[str], closing: str, depth: int) -> str:
    inner = f",\n{INDENT * (depth + 1)}".join(lines)
    return f"{opening}\n{INDENT * (depth + 1)}{inner}\n{INDENT * depth}{closing}"


def _line(value: object, order: Sequence[str]) -> str:
    return json.dumps(_with_keys_in_order(value, order), ensure_ascii=False)


def _with_keys_in_order(value: object, order: Sequence[str]) -> object:
    if isinstance(value, Mapping):
        return {key: _with_keys_in_order(part, order) for key, part in _in_order(value, order)}
    return [_with_keys_in_order(part, order) for part in value] if isinstance(value, list) else value


def _in_order(value: Mapping[str, object], order: Sequence[str]) -> Iterator[tuple[str, object]]:
    """Sort keys by the given order, then numbers by size, then the rest alphabetically."""

    def place(pair: tuple[str, object]) -> tuple[int, int, str]:
        key = pair[0]
        return order.index(key) if key in order else len(order), int(key) if key.isdecimal() else 0, key

    yield from sorted(value.items(), key=place)


def _has_parts(values: Iterable[object]) -> bool:
    return any(isinstance(value, Mapping | list) for value in values)
