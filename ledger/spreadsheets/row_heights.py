"""How high a row must be for its wrapped text: not every program works that out when it opens a file."""

from collections.abc import Iterable
from textwrap import wrap

LINE_HEIGHT = 15.0
MOST_LINES = 20

_READ_AT_MOST = 2_000


def row_height(texts: Iterable[tuple[str, float]]) -> float | None:
    """The height in points of a row with these (text, column width in characters); None when one line will do."""
    lines = max((lines_of(text, width) for text, width in texts), default=1)
    return LINE_HEIGHT * min(lines, MOST_LINES) if lines > 1 else None


def lines_of(text: str, width: float) -> int:
    """How many lines `text` takes in a column, its margins taken off."""
    room = max(int(width) - 2, 1)
    if len(text) <= room and "\n" not in text:
        return 1
    return sum(len(wrap(line, room)) or 1 for line in text[:_READ_AT_MOST].split("\n"))
