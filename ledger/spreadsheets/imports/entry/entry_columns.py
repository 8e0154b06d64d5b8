"""Where everything that is typed stands on an evening's sheet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ledger.rules.site.labels import Label, Phrase
from ledger.spreadsheets.imports.entry.entry_book import EntryBook

DATE_CELL, TABLE_CELL, HEADER_ROW, FIRST_DEAL = "C1", "C2", 4, 5


@dataclass(frozen=True)
class EntryColumns:
    """The columns of an evening's sheet by what they hold, from 1.

    `chairs` have a player's name above, and below it that player's own tricks where others than the declarer's side
    have any.
    """

    of: Mapping[str, int]
    headings: Mapping[int, Label]
    chairs: Sequence[int]


def others_away(book: EntryBook) -> Sequence[str]:
    """The columns for those who sit out besides the dealer: one with six chairs for four who play, two with seven."""
    return [f"over{number}" for number in range(1, book.chairs - book.players_at_table)]


def columns_of(book: EntryBook) -> EntryColumns:
    """The columns that a club's scoring table needs."""
    typed_columns = [
        ("number", Phrase("Deal"), True),
        ("dealer", Phrase("Dealer"), True),
        *((over, Phrase("Sits out too"), True) for over in others_away(book)),
        ("declarer", Phrase("Declarer"), True),
        ("contract", Phrase("Contract"), True),
        ("attachment", Phrase("Attachment"), bool(book.attachments)),
        ("trump", Phrase("Trump"), bool(book.trumps)),
        ("flag", Phrase("Knock"), bool(book.flags)),
        ("partner", Phrase("Partner"), book.has_partner),
        ("tricks", Phrase("Tricks"), True),
    ]
    needed = [(what, heading) for what, heading, is_needed in typed_columns if is_needed]
    of = {what: column for column, (what, _heading) in enumerate(needed, 1)}
    headings: dict[int, Label] = {column: heading for column, (_what, heading) in enumerate(needed, 1)}
    chairs = range(len(needed) + 1, len(needed) + 1 + book.chairs)
    of["note"], headings[chairs.stop] = chairs.stop, Phrase("Note")
    return EntryColumns(of, headings, chairs)
