"""What the workbook to type deals in is made of: who may play, and what may be bid."""

from collections.abc import Sequence
from dataclasses import dataclass

from ledger.rules.site.labels import Label

MARK_SHEET = "whistklub"  # hidden; its first word says that the workbook is one to type in
MARK = "entry"


@dataclass(frozen=True)
class EntryBook:
    """A club's workbook to type deals in.

    At most `players_at_table` play, and `chairs` sit at a table. `tricks` are those of a deal. A contract
    `has_partner` where one is called or named, and `has_tricks_of_each` where others than the declarer's side have
    tricks of their own.
    """

    club: str
    players_at_table: int
    chairs: int
    tricks: int
    players: Sequence[str]
    contracts: Sequence[Label]
    attachments: Sequence[Label]
    trumps: Sequence[Label]
    flags: Sequence[Label]
    has_partner: bool
    has_tricks_of_each: bool
