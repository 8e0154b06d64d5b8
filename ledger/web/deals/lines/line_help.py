"""The help beside the keyboard line: the examples and letters of one scoring table."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext

from ledger.rules.deals.keyboard_line import Notation
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.web.deals.kinds import PARTS
from ledger.web.deals.kinds.part import Row


def line_help(scoring_table: ScoringRules, players: Sequence[str]) -> list[tuple[str, list[Row]]]:
    """What can be typed at a table, in groups: (heading, rows of what is typed and what it means).

    `players` are the names in seat order.
    """
    notation = Notation(scoring_table)
    groups = [
        (gettext("Seats"), [(str(seat), name) for seat, name in enumerate(players, start=1)]),
        (gettext("Examples"), list(_examples(notation, players))),
        (gettext("At the table"), list(_seating(scoring_table, players))),
        *_words(notation),
    ]
    return [(heading, rows) for heading, rows in groups if rows]


def _examples(notation: Notation, players: Sequence[str]) -> Iterator[Row]:
    offered = [part for part in PARTS.values() if part.kind.is_offered(notation.scoring_table)]
    for part in offered:
        if part.kind.is_dealt:
            yield from part.examples(notation, players)
    yield "p @2", gettext("Seat 2 dealt; this can stand behind any deal")
    note = gettext("note")  # not within an f-string, where makemessages does not look
    yield f"p ; {note}", gettext("A note; this can stand behind any deal")
    for part in offered:
        if not part.kind.is_dealt:
            yield from part.examples(notation, players)


def _seating(scoring_table: ScoringRules, players: Sequence[str]) -> Iterator[Row]:
    if len(players) > scoring_table.seats.max + 1:
        yield "~23", gettext("Seats 2 and 3 sat out, behind a deal where it was not their turn")
    yield f": {', '.join(players)}", gettext("Among many lines: these sit here from now on, clockwise")
    yield "@ 2", gettext("Among many lines: at table 2 from now on")


def _words(notation: Notation) -> Iterator[tuple[str, list[Row]]]:
    """What the kinds of deal can name, in the order of a line."""
    groups = [group for part in PARTS.values() for group in part.words_in_line(notation)]
    for _place, heading, rows in sorted(groups, key=lambda group: group[0]):
        yield heading, rows
