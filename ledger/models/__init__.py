"""Facts and their constraints; the one import path for every model."""

from ledger.models.club import Club, Membership, Player, Season
from ledger.models.journal import Entry, EveningTotal, Posting
from ledger.models.play import Evening, Seat
from ledger.models.tables import ScoringTable, TableDraft, TableVersion

__all__ = [
    "Club",
    "Entry",
    "Evening",
    "EveningTotal",
    "Membership",
    "Player",
    "Posting",
    "ScoringTable",
    "Season",
    "Seat",
    "TableDraft",
    "TableVersion",
]
