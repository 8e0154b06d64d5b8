"""Facts and their constraints; the one import path for every model."""

from ledger.models.book.journal import Entry, EveningTotal, Posting
from ledger.models.book.log import Deed, LogLine, NameChange
from ledger.models.clubs.club import Club, FormerAddress, Invitation, Membership, Player, Season, Writer
from ledger.models.evenings.confirming import AnswerWords, Settlement, SheetAnswer, SheetLink
from ledger.models.evenings.paper import PaperPoints, PaperTotal
from ledger.models.evenings.play import Attendance, Evening, Seat
from ledger.models.scoring.scoring_tables import ScoringTable, TableDraft, TableVersion
from ledger.models.seasons.closing import EveningClosing, FormerHead, SeasonBalance, SeasonClosing

__all__ = [
    "AnswerWords",
    "Attendance",
    "Club",
    "Deed",
    "Entry",
    "Evening",
    "EveningClosing",
    "EveningTotal",
    "FormerAddress",
    "FormerHead",
    "Invitation",
    "LogLine",
    "Membership",
    "NameChange",
    "PaperPoints",
    "PaperTotal",
    "Player",
    "Posting",
    "ScoringTable",
    "Season",
    "SeasonBalance",
    "SeasonClosing",
    "Seat",
    "Settlement",
    "SheetAnswer",
    "SheetLink",
    "TableDraft",
    "TableVersion",
    "Writer",
]
