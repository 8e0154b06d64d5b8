"""The boxes on a paper sheet in which a deal is ticked or written."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ledger.rules.site.labels import Label

Words = Mapping[str, Mapping[str, str]]
"""The shortest names of a table, by what they are and code: {"nolo": {"sol": "s"}}."""


@dataclass(frozen=True)
class Box:
    """One box: its letters, as typed on the keyboard line, their meaning, and the seat they name, if any.

    A `written` box takes a number; `text` then stands small beside it.
    """

    text: str
    meaning: Label | None = None
    seat: int | None = None
    written: bool = False


GroupedBoxes = Iterator[tuple[str, Box]]
"""Boxes, each with the code of the group that it stands in (`HEADINGS` of evenings/paper.py)."""


def seat_boxes(group: str, seats: int, *, written: bool = False) -> GroupedBoxes:
    """A box for every seat."""
    return ((group, Box(str(seat), seat=seat, written=written)) for seat in range(1, seats + 1))
