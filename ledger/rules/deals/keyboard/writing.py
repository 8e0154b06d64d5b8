"""What is needed to write a deal as a keyboard line: marks, seats, and the shortest names of a scoring table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ledger.rules.scoring.scoring_table import ScoringRules

IN_CAT = "0"
UNKNOWN = "0"
STOPPED = "!"
BEATEN_SIGN = "-?"  # of a nolo whose tricks nobody counted
CALLED_BY = "e"  # for "es"
NOTE = ";"

Away = Callable[[str], tuple[str, ...]]


def nobody_away(_dealer: str) -> tuple[str, ...]:
    """That nobody sits out, or nobody but the dealer."""
    return ()


@dataclass(frozen=True)
class LineWriter:
    """Writes what a deal names: `seats` by player, `words` by kind and code: {"nolo": {"sol": "s"}}."""

    scoring_table: ScoringRules
    words: Mapping[str, Mapping[str, str]]
    seats: Mapping[str, str]
