"""The height of a row with wrapped text, which not every program works out when it opens a file."""

from collections.abc import Iterable
from textwrap import wrap

LINE_HEIGHT = 15.0  # points: what a program gives a row of Calibri 11
MOST_LINES = 20

_READ_AT_MOST = 2_000  # characters: MOST_LINES of the widest column hold fewer


def row_height(texts: Iterable[tuple[str, float]]) -> float | None:
    """The height in points of a row with these (text, column width in characters); None if one line will do."""
    lines = max((lines_of(text, width) for text, width in texts), default=1)
    return height_of(lines) if lines > 1 else None


def height_of(lines: int) -> float:
    """The height in points of a row with so many lines of text."""
    return LINE_HEIGHT * min(lines, MOST_LINES)


def lines_of(text: str, width: float) -> int:
    """The number of lines that `text` takes in a column, less its margins."""
    room = max(int(width) - 2, 1)
    if len(text) <= room and "\n" not in text:
        return 1
    return sum(_lines(line, room) for line in text[:_READ_AT_MOST].split("\n"))


def _lines(line: str, room: int) -> int:
    """The number of lines that `wrap` makes of a text without line breaks."""
    # Plain words are counted here, in a tenth of `wrap`'s time.
    words = line.split(" ")
    if not all(words) or "-" in line or not line.isprintable() or max(map(len, words)) > room:
        return len(wrap(line, room)) or 1
    lines, used = 1, -1
    for word in words:
        used += 1 + len(word)
        if used > room:
            lines, used = lines + 1, len(word)
    return lines
