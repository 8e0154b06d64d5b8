"""Trick contracts that show how a scoring table pays, as levels, columns and ways of playing them."""

from collections.abc import Iterator

from ledger.rules.scoring.parameters.factor import Played
from ledger.rules.scoring.parameters.tricks_map import TRICKS_MAP
from ledger.rules.scoring.pricing import counted_tricks, trick_terms
from ledger.rules.scoring.scoring_table import Column, ScoringRules
from ledger.rules.scoring.tariff import ways_of_playing

USUAL_LEVEL = 9


def trick_examples(scoring_table: ScoringRules) -> Iterator[tuple[int, Column, Played]]:
    """A contract just made, with an overtrick, and lost by one; the one that most extras count for; one played alone.

    None if no contract has a price.
    """
    usual = _usual_bid(scoring_table)
    if usual is None:
        return
    level, column = usual
    for tricks in (level, level + 1, level - 1):
        if tricks <= column.tricks_played:
            yield level, column, Played(tricks, alone=column.alone == "forced")
    if special := _special(scoring_table, level, column):
        yield level, *special
    if column.alone == "possible":
        yield level, column, Played(level, alone=True)


def _usual_bid(scoring_table: ScoringRules) -> tuple[int, Column] | None:
    """A familiar bid: level 9 if there is one, in the first column with a price for it."""
    for level in sorted(scoring_table.levels, key=lambda level: (level != USUAL_LEVEL, level)):
        for column in scoring_table.columns:
            if scoring_table.prices[level][column.code]:
                return level, column
    return None


def _special(scoring_table: ScoringRules, level: int, usual: Column) -> tuple[Column, Played] | None:
    """The way to play the level to which most extras apply; if none does, another attachment, preferably vip."""
    taken = [
        level + 1,
        level,
        *TRICKS_MAP.of(scoring_table),
        *(row.when.tricks for row in scoring_table.multipliers if row.when.tricks),
    ]
    ways = [
        (column, Played(tricks, trump, flag, alone))
        for column in scoring_table.columns
        for trump, flag, alone in ways_of_playing(scoring_table, column)
        for tricks in taken
        if tricks <= column.tricks_played and alone == (column.alone == "forced")
    ]
    place = {column.code: at for at, column in enumerate(scoring_table.columns)}

    def tellingness(way: tuple[Column, Played]) -> tuple[int, bool, int]:
        return _extras(scoring_table, level, *way), way[0].bears("vip"), place[way[0].code]

    best = max(ways, key=tellingness)
    return best if best[0] != usual or _extras(scoring_table, level, *best) else None


def _extras(scoring_table: ScoringRules, level: int, column: Column, played: Played) -> int:
    """The number of multipliers that apply, plus one if the tricks count as others; negative without a price."""
    terms = trick_terms(scoring_table, column, level, played)
    if terms is None:
        return -1
    counts_otherwise = played.tricks >= level and counted_tricks(scoring_table, played.tricks) != played.tricks
    return len(terms.factors) + counts_otherwise
