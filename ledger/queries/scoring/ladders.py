"""What beats what on an evening, with the order of the attachments that was drawn for it."""

from dataclasses import dataclass

from ledger.models import Evening
from ledger.rules.scoring.ladder import Rung, attachment_names, ladder
from ledger.rules.site.labels import Label


@dataclass(frozen=True)
class EveningLadder:
    """The ladder of the scoring table of an evening, lowest first; empty if the table has none.

    `is_drawn_for` says whether the table has attachments whose order is drawn; `order` holds all attachments, lowest
    first, once it is drawn, and nothing before.
    """

    rungs: tuple[Rung, ...]
    order: tuple[Label, ...]
    is_drawn_for: bool

    def __bool__(self) -> bool:
        """Whether there is a ladder to show."""
        return bool(self.rungs) or self.is_drawn_for


def evening_ladder(*, evening: Evening) -> EveningLadder:
    """What beats what on an evening; no query when its prices are loaded."""
    scoring_table = evening.table_version.to_rules()
    drawn = evening.drawn.split()
    names = attachment_names(scoring_table, drawn) if drawn else ()
    return EveningLadder(ladder(scoring_table, drawn), names, bool(scoring_table.drawn))


def is_order_settled(*, evening: Evening) -> bool:
    """Whether a deal has been played by the order drawn for an evening, which is then final; at most one query."""
    return bool(evening.drawn) and evening.entries.exists()
