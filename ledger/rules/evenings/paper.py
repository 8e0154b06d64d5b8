"""The boxes of a paper sheet: what can be ticked for one deal, under the letters of its keyboard line.

The boxes follow the order of the line: the ticked ones, read from left to right, are the line without its tricks.
"""

from dataclasses import dataclass

from ledger.rules.deals.boxes import Box, BoxGroup, PlaceInLine
from ledger.rules.deals.keyboard.notation import Notation
from ledger.rules.deals.kinds import in_line_order, kinds_offered
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site.labels import Label, Phrase

AWAY = BoxGroup("away", Phrase("Out"), PlaceInLine.AWAY)


@dataclass(frozen=True)
class Group:
    """Boxes under one heading; at most one of those to be ticked is."""

    code: str
    heading: Label
    boxes: tuple[Box, ...]


def boxes_of(scoring_table: ScoringRules, seats: int) -> tuple[Group, ...]:
    """Every group of boxes for a deal of a scoring table with this many players, in the order of the keyboard line."""
    words = Notation(scoring_table).words()
    groups: dict[BoxGroup, list[Box]] = {}
    for kind in in_line_order(kinds_offered(scoring_table).values()):
        for group, box in kind.boxes(scoring_table, words, seats):
            boxes = groups.setdefault(group, [])
            if box not in boxes:  # two kinds may have a declarer
                boxes.append(box)
    if seats > scoring_table.seats.max + 1:
        groups[AWAY] = [Box("~", written=True)]
    in_order = sorted(groups, key=lambda group: group.place)
    return tuple(Group(group.code, group.heading, tuple(groups[group])) for group in in_order)
