"""The steps from a price to what each opponent pays."""

from collections.abc import Callable
from typing import NamedTuple

from ledger.rules.scoring.scoring_table import Column, ScoringRules
from ledger.rules.site.labels import Label

LARGEST_FACTOR = 64


class Played(NamedTuple):
    """How a trick contract was played, in what affects its price."""

    tricks: int
    trump: str | None = None
    flag: str | None = None
    alone: bool = False


class Outcome(NamedTuple):
    """A trick contract as it ended, under a scoring table."""

    scoring_table: ScoringRules
    column: Column
    played: Played
    is_made: bool


class Finish(NamedTuple):
    """How a step ends: `of` turns `size` / `divisor` into whole units, by rounding up for instance."""

    words: Label
    of: Callable[[int, int], int]


class Factor(NamedTuple):
    """A step towards an amount: times `times` / `divisor`, ended by `finish`, plus `plus` units; `reason` explains it.

    A step without a reason is explained by its finish alone.
    """

    times: int = 1
    reason: Label | None = None
    plus: int = 0
    divisor: int = 1
    finish: Finish | None = None

    def of(self, size: int) -> int:
        """The size, in units, after this step."""
        size *= self.times
        return (self.finish.of(size, self.divisor) if self.finish else size // self.divisor) + self.plus
