"""A scoring table's ladder as it hangs on the wall: its steps, lowest first, and what a step such as "9+" means."""

from itertools import groupby
from operator import attrgetter

from ledger.rules.scoring.ladder import Bid, ladder
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site.labels import Label, Phrase, enumeration, fill, same

EQUAL = Phrase("%(step)s is %(bids)s; they do not beat one another.")
DRAWN = Phrase("%(step)s is %(bids)s; which of them beats which is drawn for each evening.")


def ladder_steps(scoring_table: ScoringRules) -> tuple[Label, ...]:
    """The steps of the ladder, lowest first; a step of several contracts by its short name, "9+"."""
    return tuple(bids[0].label if len(bids) == 1 else same(step) for step, bids in _steps(scoring_table))


def ladder_words(scoring_table: ScoringRules) -> tuple[Label, ...]:
    """The contracts of the first step that has several, as an example; nothing if no step has."""
    template = DRAWN if scoring_table.drawn else EQUAL
    several = [(step, bids) for step, bids in _steps(scoring_table) if len(bids) > 1]
    return tuple(fill(template, step=step, bids=enumeration([bid.label for bid in bids])) for step, bids in several[:1])


def _steps(scoring_table: ScoringRules) -> list[tuple[str, list[Bid]]]:
    """The contracts of each step of the document's ladder, drawn or not."""
    by_step = groupby(ladder(scoring_table), key=attrgetter("step"))
    return [(step, [bid for rung in rungs for bid in rung.bids]) for step, rungs in by_step]
