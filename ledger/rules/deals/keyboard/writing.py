"""What a deal is written as a keyboard line with: the marks, the seats, and the shortest names of one table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ledger.rules.scoring.scoring_table import ScoringRules

IN_CAT = "0"
UNKNOWN = "0"
STOPPED = "!"
CALLED_BY = "e"  # for "es"
NOTE = ";"

Away = Callable[[str], tuple[str, ...]]


def nobody_away(_dealer: str) -> tuple[str, ...]:
    """That nobody sits out, or nobody but the dealer."""
    return ()


@dataclass(frozen=True)
class LineWriter:
    """How to write what a deal names: `seats` by player, `words` by what they are and code: {"nolo": {"sol": "s"}}."""

    scoring_table: ScoringRules
    words: Mapping[str, Mapping[str, str]]
    seats: Mapping[str, str]
