"""Slips of the pen in presets, and the cells that the checker must then name."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from ledger.rules.scoring.document import PRESETS, preset
from ledger.rules.site.points import exact_value, read_points
from tests.rules.scoring.document.documents import faulty

IRREGULAR = ("vest-gui", "es-makker-2i9", "whist-ai")  # one column without a law, two levels, or a base of its own


class Slip(NamedTuple):
    """A document with slips in it, what they are, and for each the cells of which at least one must be named."""

    name: str
    document: dict[str, Any]
    cells: tuple[str, ...]


def _slip(name: str, changes: dict[str, Any], code: str, *cells: str) -> Slip:
    """A preset with other values at some paths."""
    return Slip(f"{code}: {name}", faulty(changes, code), cells)


def _change_prices(value: Any, unit: int, change: Callable[[int], int]) -> Any:
    units = read_points(value, unit, "price") if isinstance(value, str) else value * unit
    return exact_value(Fraction(change(units), unit))


def _cell(document: dict[str, Any], level: str, place: int, change: Callable[[int], int]) -> str:
    """Change a price, or each of its four numbers; returns the path of the cell."""
    row, unit = document["values"][level], document["unit_denominator"]
    if isinstance(row[place], dict):
        row[place] = {part: _change_prices(number, unit, change) for part, number in row[place].items()}
    else:
        row[place] = _change_prices(row[place], unit, change)
    return f"values.{level}.{document['columns'][place]['code']}"


def _zero_too_many(units: int) -> int:
    return 10 * units


def _a_little_more(units: int) -> int:
    return units + max(1, units // 16)


def regular() -> list[str]:
    """The presets whose sheet is priced and follows a law, or has columns that follow each other."""
    codes = []
    for code in sorted(set(PRESETS) - set(IRREGULAR)):
        values = preset(code).get("values", {})
        if values and all(cell is not None for row in values.values() for cell in row):
            codes.append(code)
    return codes


def misprints() -> Iterator[Slip]:
    """One price of each sheet with a zero too many, and one a little wrong, each at another place."""
    for n, code in enumerate(regular()):
        for name, change, ahead in (("a zero too many", _zero_too_many, 1), ("a little more", _a_little_more, 3)):
            document = preset(code)
            levels, width = list(document["values"]), len(document["columns"])
            level, place = levels[1 + (n + ahead) % (len(levels) - 2)], (n * ahead) % width
            yield Slip(f"{code}: {name}", document, (_cell(document, level, place, change),))


def twice_in_a_column() -> Iterator[Slip]:
    """Two misprints in one column, which must not hide each other."""
    for n, code in enumerate(regular()):
        document = preset(code)
        if document["code"] not in ("jungs-jydewhist", "laederwhist"):  # only their rows could tell, one at a time
            levels, place = list(document["values"]), n % len(document["columns"])
            cells = (
                _cell(document, levels[-2], place, _a_little_more),
                _cell(document, levels[2], place, _zero_too_many),
            )
            yield Slip(f"{code}: twice in a column", document, cells)


def skipped_lines() -> Iterator[Slip]:
    """A line of a column left out, so that the rest stands a line too low."""
    for code in ("it-whist", "call-ace-whist", "whist2", "pywhist", "grundtakst", "danish-wist", "lakse", "g-formula"):
        document = preset(code)
        levels, last = list(document["values"]), len(document["columns"]) - 1
        for place in (0, last):
            document = preset(code)
            first, *_others = [_cell(document, level, place, lambda units: 2 * units) for level in levels[3:]]
            yield Slip(f"{code}: a line skipped", document, (first,))


def turns_exchanged() -> Iterator[Slip]:
    """Vip 2 and vip 3 in each other's place."""
    for code in regular():
        document = preset(code)
        codes = [column["code"] for column in document["columns"]]
        if "vip3" in codes and code != "gamr":  # there it is multipliers that tell the turns apart
            two, three = codes.index("vip2"), codes.index("vip3")
            for row in document["values"].values():
                row[two], row[three] = row[three], row[two]
            lowest = next(iter(document["values"]))
            yield Slip(f"{code}: vip 2 and vip 3 exchanged", document, (f"values.{lowest}.vip3",))


def one_of_four_numbers() -> Iterator[Slip]:
    """One of the four numbers of a cell."""
    for part in ("made", "over", "lost", "under"):
        yield _slip(f"{part} of 10 gode", {f"values.10.1.{part}": 2}, "lakse", "values.10.gode")
    yield _slip("under of 11 vip2", {"values.11.4.under": 9}, "es-makker-points", "values.11.vip2")


def odd_contracts() -> Iterator[Slip]:
    """A nolo that allows ten tricks, costs nothing, or is priced ten times; a contract made or lost for nothing."""
    for code in ("it-whist", "call-ace-whist", "whistzilla", "pywhist", "gamr"):
        sol, column = preset(code)["nolo"][0]["made"], preset(code)["columns"][1]["code"]
        yield _slip("ren sol allows ten", {"nolo.1.max_tricks": 10}, code, "nolo.ren_sol")
        yield _slip("ren sol lost for nothing", {"nolo.1.lost": 0, "nolo.1.off": 0}, code, "nolo.ren_sol")
        yield _slip("sol ten times", {"nolo.0.made": 10 * sol}, code, "nolo.sol")
        for name, numbers in (("lost", (5, 5, 0, 0)), ("made", (0, 0, 5, 5))):
            four = dict(zip(("made", "over", "lost", "under"), numbers, strict=True))
            yield _slip(f"9 {column} {name} for nothing", {"values.9.1": four}, code, f"values.9.{column}")


def missing_levels() -> Iterator[Slip]:
    """A level left out of a table without a ladder."""
    for code in ("it-whist", "pywhist", "gamr", "whist2", "lakse", "g-formula"):
        for level in ("9", "11", "12"):
            document = preset(code)
            del document["values"][level]
            document["overrides"] = [row for row in document.get("overrides", []) if row["level"] != int(level)]
            yield Slip(f"{code}: no {level}", document, (f"values.{int(level) + 1}.plain",))


def beside_their_neighbours() -> Iterator[Slip]:
    """A price far too high, which must not be blamed on the prices above it."""
    yield _slip("10 is 600", {"values.10.0": 600}, "vest-gui", "values.10.plain")
    for code in ("call-ace-whist", "call-ace-whist-quarter", "esmakker-wikipedia"):
        yield _slip("sol is 500", {"nolo.0.made": 500}, code, "nolo.sol")


def all_slips() -> list[Slip]:
    """Every slip that the checker is tried with."""
    kinds = (
        misprints,
        twice_in_a_column,
        skipped_lines,
        turns_exchanged,
        one_of_four_numbers,
        odd_contracts,
        missing_levels,
        beside_their_neighbours,
    )
    return [slip for kind in kinds for slip in kind()]
