"""What beats what on an evening, with the order of the attachments that was drawn for it."""

from dataclasses import dataclass

from ledger.models import Evening
from ledger.rules.scoring.ladder import Rung, attachment_names, ladder
from ledger.rules.site.labels import Label


@dataclass(frozen=True)
class EveningLadder:
    """The ladder of the table that an evening is played by, lowest first; empty where the table has none.

    `is_drawn_for` says whether the table has attachments whose order is drawn, `order` holds all attachments lowest
    first once it is, and nothing before.
    """

    rungs: tuple[Rung, ...]
    order: tuple[Label, ...]
    is_drawn_for: bool

    def __bool__(self) -> bool:
        """Whether there is anything to show."""
        return bool(self.rungs) or self.is_drawn_for


def evening_ladder(*, evening: Evening) -> EveningLadder:
    """What beats what on an evening; no query when its prices are loaded."""
    scoring_table = evening.table_version.to_rules()
    drawn = evening.drawn.split()
    names = attachment_names(scoring_table, drawn) if drawn else ()
    return EveningLadder(ladder(scoring_table, drawn), names, bool(scoring_table.drawn))


def is_order_settled(*, evening: Evening) -> bool:
    """Whether the order drawn for an evening has been played by, so that it stands; one query at most."""
    return bool(evening.drawn) and evening.entries.exists()
