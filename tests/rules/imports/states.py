"""What a row can become as it stands, by its verdict."""

from enum import Enum

from ledger.rules.imports.verdict.judging import Verdict


class RowState(Enum):
    """What a row can become."""

    DEAL = "deal"  # one deal with its tricks
    CHOICE = "choice"  # one of several deals
    POINTS = "points"  # a deal of which only the points are known
    DOUBT = "doubt"  # nothing before somebody decides


def state_of(verdict: Verdict) -> RowState:
    """What the row of a verdict can become as it stands."""
    if any(about.is_doubt for about in verdict.findings):
        return RowState.DOUBT
    if not verdict.is_contract_known:
        return RowState.POINTS
    is_one = len(verdict.readings) == 1 and verdict.names_all_of(verdict.readings[0])
    return RowState.DEAL if is_one else RowState.CHOICE
