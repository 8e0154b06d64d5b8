"""The boxes on a paper sheet in which a deal is ticked or written."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum

from ledger.rules.site.labels import Label, Phrase

Words = Mapping[str, Mapping[str, str]]
"""The shortest names of a table, by what they are and code: {"nolo": {"sol": "s"}}."""


class PlaceInLine(IntEnum):
    """Where in a keyboard line something stands, and so on the sheet too."""

    DECLARER = 1
    CONTRACT = 2
    EXTRAS = 3
    PARTNER = 4
    RESULT = 5
    OTHER = 6
    AWAY = 7


@dataclass(frozen=True)
class BoxGroup:
    """Boxes that stand under one heading, with its place; several kinds of deal may share one."""

    code: str
    heading: Label
    place: PlaceInLine


DECLARER = BoxGroup("declarer", Phrase("Declarer"), PlaceInLine.DECLARER)
PARTNER = BoxGroup("partner", Phrase("Partner"), PlaceInLine.PARTNER)
EACH = BoxGroup("each", Phrase("Tricks, each"), PlaceInLine.RESULT)
OTHER = BoxGroup("other", Phrase("Other"), PlaceInLine.OTHER)


@dataclass(frozen=True)
class Box:
    """One box: its letters, as typed on the keyboard line, their meaning, and the seat they name, if any.

    A `written` box takes a number; `text` then stands small beside it.
    """

    text: str
    meaning: Label | None = None
    seat: int | None = None
    written: bool = False


GroupedBoxes = Iterator[tuple[BoxGroup, Box]]


def seat_boxes(group: BoxGroup, seats: int, *, written: bool = False) -> GroupedBoxes:
    """A box for every seat."""
    return ((group, Box(str(seat), seat=seat, written=written)) for seat in range(1, seats + 1))
