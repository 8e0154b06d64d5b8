"""The help beside the keyboard line: the examples and letters of one scoring table."""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext

from ledger.rules.deals.keyboard.notation import Notation
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.scoring.vocabulary import TRUMPS
from ledger.templatetags.ledger_labels import label_text
from ledger.web.deals.kinds import PARTS
from ledger.web.deals.kinds.trick import letters_of

Row = tuple[str, str]
Words = Mapping[str, Mapping[str, str]]


def line_help(scoring_table: ScoringRules, players: Sequence[str]) -> list[tuple[str, list[Row]]]:
    """What can be typed at a table, in groups: (heading, rows of what is typed and what it means).

    `players` are the names in seat order.
    """
    notation = Notation(scoring_table)
    words = notation.words()
    groups = [
        (gettext("Seats"), [(str(seat), name) for seat, name in enumerate(players, start=1)]),
        (gettext("Examples"), list(_examples(notation, players))),
        (gettext("At the table"), list(_seating(scoring_table, players))),
        (gettext("Attachment"), list(_attachments(scoring_table, words))),
        (
            gettext("Few tricks"),
            [(words["nolo"][code], label_text(nolo.label)) for code, nolo in scoring_table.nolo.items()],
        ),
        (gettext("Trump that counts"), list(_trumps(scoring_table, words))),
        (gettext("Knocked"), [(words["flag"][code], label_text(label)) for code, label in scoring_table.flags.items()]),
        (
            gettext("Outcome"),
            [(words["role"][code], label_text(row.label)) for code, row in scoring_table.roles.items()],
        ),
        (gettext("Penalty"), list(_penalties(scoring_table, words))),
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


def _attachments(scoring_table: ScoringRules, words: Words) -> Iterator[Row]:
    for column in scoring_table.columns:
        if column.attachment != "plain":
            yield letters_of(column, words), label_text(column.label)


def _trumps(scoring_table: ScoringRules, words: Words) -> Iterator[Row]:
    return ((words["trump"][trump], label_text(TRUMPS[trump])) for trump in scoring_table.trumps)


def _penalties(scoring_table: ScoringRules, words: Words) -> Iterator[Row]:
    for code, penalty in scoring_table.penalties.items():
        yield f"!2{'' if len(scoring_table.penalties) == 1 else words['penalty'][code]}", label_text(penalty.label)
