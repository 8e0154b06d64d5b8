"""The boxes of a paper sheet: what can be ticked for one deal, under the letters of its keyboard line.

The boxes follow the order of the line: the ticked ones, read from left to right, are the line without its tricks.
"""

from dataclasses import dataclass

from ledger.rules.deals.boxes import Box
from ledger.rules.deals.keyboard.notation import Notation
from ledger.rules.deals.kinds import in_line_order, kinds_offered
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site.labels import Label, Phrase

HEADINGS = {
    "declarer": Phrase("Declarer"),
    "level": Phrase("Level"),
    "attachment": Phrase("Attachment"),
    "nolo": Phrase("Nolo"),
    "role": Phrase("Outcome"),
    "trump": Phrase("Trump"),
    "flag": Phrase("Knocked"),
    "partner": Phrase("Partner"),
    "result": Phrase("Result (on paper)"),
    "tricks": Phrase("Tricks"),
    "each": Phrase("Tricks, each"),
    "pairs": Phrase("Tricks, pairs"),
    "other": Phrase("Other"),
    "away": Phrase("Out"),
}


@dataclass(frozen=True)
class Group:
    """Boxes under one heading; at most one of those to be ticked is."""

    code: str
    heading: Label
    boxes: tuple[Box, ...]


def boxes_of(scoring_table: ScoringRules, seats: int) -> tuple[Group, ...]:
    """Every group of boxes for a deal of a scoring table with this many players, in the order of the keyboard line."""
    words = Notation(scoring_table).words()
    groups: dict[str, list[Box]] = {code: [] for code in HEADINGS}
    for kind in in_line_order(kinds_offered(scoring_table).values()):
        for code, box in kind.boxes(scoring_table, words, seats):
            if box not in groups[code]:  # two kinds may have a declarer
                groups[code].append(box)
    if seats > scoring_table.seats.max + 1:
        groups["away"].append(Box("~", written=True))
    return tuple(Group(code, HEADINGS[code], tuple(boxes)) for code, boxes in groups.items() if boxes)
