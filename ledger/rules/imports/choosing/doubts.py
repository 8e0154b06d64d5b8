"""The kinds of doubt about a row of an old book, and which of them say nothing of who won what."""

from ledger.rules.imports.verdict.findings import FindingKind
from ledger.rules.imports.verdict.judging import RowVerdict

# These say what a whole evening lacks, not what is wrong with a deal: its day is guessed, and marked as a guess.
ABOUT_THE_DAY = {FindingKind.NO_DAY, FindingKind.NOT_A_DAY}
# These leave no doubt about who won what, so that the deal itself may be booked if it can be told.
BESIDE_THE_POINTS = {*ABOUT_THE_DAY, FindingKind.DAY_ORDER, FindingKind.DUPLICATE}


def doubts_about(verdict: RowVerdict) -> list[FindingKind]:
    """The kinds of doubt about a row that somebody has to decide."""
    kinds = (about.kind for about in verdict.findings if about.is_doubt)
    return [kind for kind in dict.fromkeys(kinds) if kind not in ABOUT_THE_DAY]
