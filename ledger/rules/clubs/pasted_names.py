"""A list of names as somebody pastes it from a mail, a document or a spreadsheet."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from ledger.rules.site.visible import danish_sort_key

# What a list puts before a name: "- Erik", "• Hanne", "1. Frida", "2) Ib", or a column of numbers.
MARKS = re.compile(r"\A(?:[-–—*+•‣▪◦·○●☐☑✓]\s*|\(?\d{1,3}(?:[.):]\s*|\s+))+")
QUOTES = "\"'“”„»«‘’"


class PastedNames(NamedTuple):
    """The names of a list, each once, and what was skipped: doubles, known names, and what follows a name."""

    names: list[str]
    skipped: list[str]


def names_in(text: str, *, known: Iterable[str] = ()) -> PastedNames:
    """Read one name a line, ended by a tab, comma or semicolon; or names on a single line, separated by commas."""
    # A line that ends in a comma goes on in the next.
    lines = re.sub(r"[,;][ \t]*[\r\n]+", ",", text.strip()).splitlines()
    if len(lines) == 1:
        lines = re.split("[,;]", lines[0])
    seen = {"", *map(danish_sort_key, known)}
    names: list[str] = []
    skipped: list[str] = []
    for line in lines:
        name, *others = map(_without_quotes, re.split("[\t,;]", MARKS.sub("", line.strip())))
        (skipped if danish_sort_key(name) in seen else names).append(name)
        seen.add(danish_sort_key(name))
        skipped += others
    return PastedNames(names, [cell for cell in skipped if cell])


def _without_quotes(cell: str) -> str:
    name = " ".join(cell.split())
    return name.strip(QUOTES) if name.startswith(tuple(QUOTES)) else name
