"""A list of names as somebody pastes it from a mail, a document or a spreadsheet."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from ledger.rules.site.visible import danish_sort_key

# What a list puts before a name: "- Erik", "• Hanne", "1. Frida", "2) Ib", or a column of numbers.
MARKS = re.compile(r"\A(?:[-–—*+•‣▪◦·○●☐☑✓]\s*|\(?\d{1,3}(?:[.):]\s*|\s+))+")
# What it says of somebody behind the name: "(kasserer)", "12,50 kr", "20 30 40 50". A short number is kept: "Carl 2".
BESIDE = re.compile(
    r"\((?=[a-zæøå+]|\d\d)[^()\n]{,60}\)"
    r"|(?<=\s)(?:\d{1,6}[.,]\d\d(?!\d)|\d{1,6}(?= ?kr\b))(?: ?kr\b\.?)?"
    r"|(?<=\s)(?:\+\d\d ?)?(?:\d\d ?){3}\d\d(?!\d)"
)
QUOTES = "\"'“”„»«‘’"


class PastedNames(NamedTuple):
    """The names of a list, each once, and what was taken away: doubles, what stood behind a name, and marks."""

    names: list[str]
    doubles: list[str]  # as the name stands where it is kept
    others: list[str]
    has_marks: bool

    @property
    def skipped(self) -> list[str]:
        """Everything that might have been meant as a name."""
        return [*self.others, *self.doubles]


def names_in(text: str, *, known: Iterable[str] = ()) -> PastedNames:
    """Read one name a line, or several with commas between them; what stands behind a tab or semicolon is no name.

    On lines of their own, nor is what begins with a small letter behind a comma: "Bodil, gæst".
    """
    # A line that ends in a comma goes on in the next.
    lines = re.sub(r"[,;][ \t]*[\r\n]+", ",", BESIDE.sub("", text).strip()).splitlines()
    if len(lines) == 1:
        lines = re.split("[,;\t]", lines[0])
    kept = {danish_sort_key(name): name for name in known}
    has_marks = bool(BESIDE.search(text)) or any(MARKS.match(line.strip()) for line in lines)
    read = PastedNames([], [], [], has_marks)
    for line in lines:
        first, *behind = re.split("[\t;]", MARKS.sub("", line.strip()))
        cells = [_without_quotes(cell) for cell in first.split(",")]
        names = [cells[0], *(cell for cell in cells[1:] if cell[:1].isupper())]
        meant = set(names)
        for name in names:
            key = danish_sort_key(name)
            if key in kept:
                read.doubles.append(kept[key])
            elif name:
                kept[key] = name
                read.names.append(name)
        read.others.extend(cell for cell in [*cells, *map(_without_quotes, behind)] if cell not in meant)
    return read._replace(others=[cell for cell in read.others if cell])


def _without_quotes(cell: str) -> str:
    name = " ".join(cell.split())
    return name.strip(QUOTES) if name.startswith(tuple(QUOTES)) else name
