"""The boxes of a paper sheet: what can be ticked for one deal, under the letters that its keyboard line is typed with.

The boxes stand in the order of the line: the ticked ones, read from left to right, are the line but for its tricks.
"""

from dataclasses import dataclass

from ledger.rules.deals.boxes import Box
from ledger.rules.deals.keyboard.notation import Notation
from ledger.rules.deals.kinds import in_line_order, kinds_offered
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site.labels import Label

HEADINGS = {
    "declarer": Label("Melder", "Declarer"),
    "level": Label("Trin", "Level"),
    "attachment": Label("Påhæng", "Attachment"),
    "nolo": Label("Nolo", "Nolo"),
    "role": Label("Udfald", "Outcome"),
    "trump": Label("Trumf", "Trump"),
    "flag": Label("Banket", "Knocked"),
    "partner": Label("Makker", "Partner"),
    "result": Label("Res.", "Result"),
    "tricks": Label("Stik", "Tricks"),
    "each": Label("Stik, hver især", "Tricks, each"),
    "pairs": Label("Stik, par", "Tricks, pairs"),
    "other": Label("Andet", "Other"),
    "away": Label("Over", "Out"),
}


@dataclass(frozen=True)
class Group:
    """Boxes that belong together, under a heading; of those to be ticked, one or none is."""

    code: str
    heading: Label
    boxes: tuple[Box, ...]


def boxes_of(scoring_table: ScoringRules, seats: int) -> tuple[Group, ...]:
    """Every group of boxes that a deal of a table needs with so many at it, in the order of the keyboard line."""
    words = Notation(scoring_table).words()
    groups: dict[str, list[Box]] = {code: [] for code in HEADINGS}
    for kind in in_line_order(kinds_offered(scoring_table).values()):
        for code, box in kind.boxes(scoring_table, words, seats):
            if box not in groups[code]:  # two kinds may have a declarer
                groups[code].append(box)
    if seats > scoring_table.seats.max + 1:
        groups["away"].append(Box("~", written=True))
    return tuple(Group(code, HEADINGS[code], tuple(boxes)) for code, boxes in groups.items() if boxes)
