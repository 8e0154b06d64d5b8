"""A scoring table as a workbook to type in: its sheets, columns and cells as plain values.

What is written here is read back by `site/book_reading.py`; both are strangers to the rules of the game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from ledger.spreadsheets.site.language import Say, Words

CHOICES_SHEET = Words("Choices to pick from")
"""The hidden sheet that the lists of choices are kept on; it holds nothing of the table."""


class Holds(Enum):
    """What a column is for; an amount is 4 or 1/8, which no program may take for a date."""

    WORDS = "words"
    NUMBERS = "numbers"
    AMOUNTS = "amounts"


@dataclass(frozen=True)
class SheetColumn:
    """A column: its heading, what it holds, and what may be picked in each of its cells."""

    heading: str
    holds: Holds = Holds.WORDS
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class ScoringTableSheet:
    """One sheet: a row of headings, then rows as wide as `columns`, where "" is an empty cell.

    `title` is of at most 31 characters, as Excel asks. `choices` are for the cells of single rows of the last column,
    one for each of `rows` or none at all. `frozen` columns stay in view.
    """

    title: str
    columns: tuple[SheetColumn, ...]
    rows: Sequence[Sequence[str | int]]
    choices: Sequence[tuple[str, ...]] = ()
    frozen: int = 0


@dataclass(frozen=True)
class ScoringTableBook:
    """A whole scoring table; `made_at` is an aware time, the one the file is dated by."""

    name: str
    say: Say
    made_at: datetime
    sheets: tuple[ScoringTableSheet, ...]
