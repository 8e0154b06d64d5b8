"""Every deal that can be entered under a scoring table, one per outcome, for checks and measurements."""

from collections.abc import Iterator, Sequence

from ledger.rules.deals.kinds import Deal, kinds_offered
from ledger.rules.scoring.scoring_table import ScoringRules


def every_deal(scoring_table: ScoringRules, players: Sequence[str]) -> Iterator[Deal]:
    """Every outcome of a scoring table as a deal of exactly these players, the first of whom declares."""
    for kind in kinds_offered(scoring_table).values():
        yield from kind.outcomes(scoring_table, players)
