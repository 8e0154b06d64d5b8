"""Facts and their constraints; the one import path for every model."""

from ledger.models.closing import EveningClosing, FormerHead, SeasonBalance, SeasonClosing
from ledger.models.club import Club, FormerAddress, Invitation, Membership, Player, Season, Writer
from ledger.models.confirming import AnswerWords, Settlement, SheetAnswer, SheetLink
from ledger.models.journal import Entry, EveningTotal, Posting
from ledger.models.log import Deed, LogLine, NameChange
from ledger.models.paper import PaperPoints, PaperTotal
from ledger.models.play import Attendance, Evening, Seat
from ledger.models.tables import ScoringTable, TableDraft, TableVersion

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
