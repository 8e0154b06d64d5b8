"""Making what members typed fit for a workbook without changing what a reader sees."""

import re
from collections.abc import Iterable

LONGEST_CELL = 32_767
LONGEST_HEADING = 100

_NOT_IN_XML = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# Spreadsheets read "_x0041_" as the letter A (ECMA-376 part 1, ST_Xstring).
_LOOKS_ESCAPED = re.compile("_(?=x[0-9A-Fa-f]{4}_)")


def cell_text(text: str) -> str:
    """`text` as a cell or a table's heading stores it: printable, and with a literal "_x0041_" escaped."""
    return _LOOKS_ESCAPED.sub("_x005F_", printable(text))


def printable(text: str) -> str:
    """`text` with XML's forbidden characters as U+FFFD and at most 32,767 UTF-16 units, Excel's limit for a cell."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    legible = _NOT_IN_XML.sub("\ufffd", lines)
    if 2 * len(legible) <= LONGEST_CELL:
        return legible
    # A letter of two units may be cut in half.
    return legible.encode("utf-16-le")[: 2 * LONGEST_CELL].decode("utf-16-le", "ignore")


def one_line(text: str) -> str:
    """`text` on one line of at most 100 characters, for headings, page headers and document properties."""
    return " ".join(printable(text).split())[:LONGEST_HEADING].strip()


def unique_headings(headings: Iterable[str]) -> tuple[str, ...]:
    """The headings in order, none empty, and no two equal whatever the case."""
    taken: set[str] = set()
    unique = []
    for heading in headings:
        unique.append(_first_free(one_line(heading) or "?", taken))
        taken.add(unique[-1].casefold())
    return tuple(unique)


def _first_free(heading: str, taken: set[str]) -> str:
    candidate = heading
    count = 1
    while candidate.casefold() in taken:
        count += 1
        candidate = f"{heading} ({count})"
    return candidate
