"""A scoring table as a workbook to type in: its sheets, columns and cells as plain values and labels.

What is written here is read back by `site/book_reading.py`; neither knows the rules of the game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from ledger.rules.site.labels import Label, Phrase

CHOICES_SHEET = Phrase("Choices to pick from")
"""The title of the hidden sheet with the lists of choices; it holds nothing of the scoring table."""


CellValue = Label | str | int


class Holds(Enum):
    """What a column holds; an amount is 4 or 1/8, which no program may take for a date."""

    WORDS = "words"
    NUMBERS = "numbers"
    AMOUNTS = "amounts"


@dataclass(frozen=True)
class SheetColumn:
    """A column: its heading, what it holds, and the choices for each of its cells."""

    heading: Label
    holds: Holds = Holds.WORDS
    choices: tuple[Label, ...] = ()


@dataclass(frozen=True)
class ScoringTableSheet:
    """One sheet: a row of headings, then rows as wide as `columns`, where "" is an empty cell.

    `title` has at most 31 characters in every language, Excel's limit. `choices` are those of the last column, row by
    row: one tuple for each of `rows`, or none at all. `frozen` columns stay in view.
    """

    title: Label
    columns: tuple[SheetColumn, ...]
    rows: Sequence[Sequence[CellValue]]
    choices: Sequence[tuple[Label, ...]] = ()
    frozen: int = 0


@dataclass(frozen=True)
class ScoringTableBook:
    """A whole scoring table; `made_at` is an aware time, by which the file is dated."""

    name: str
    made_at: datetime
    sheets: tuple[ScoringTableSheet, ...]
