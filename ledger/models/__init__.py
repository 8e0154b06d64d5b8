"""Facts and their constraints; the one import path for every model."""

from ledger.models.book.journal import Entry, EveningTotal, Posting, SeasonTotal
from ledger.models.book.log import LoggedChange, NameChange, UsedForm
from ledger.models.clubs.club import Club, FormerAddress, Invitation, Membership, Player, Season, Writer
from ledger.models.clubs.joined import JoinedPlayer
from ledger.models.clubs.link_tokens import LatestPasswordLink
from ledger.models.clubs.reading import ReadingLink
from ledger.models.clubs.second_factor import RecoveryCode
from ledger.models.evenings.confirming import AnswerWords, Settlement, SheetAnswer, SheetLink
from ledger.models.evenings.paper import PaperPoints, PaperTotal
from ledger.models.evenings.play import Attendance, Evening, Seat
from ledger.models.imports.book_import import BookDraft, BookImport, ImportedDeal, ImportedEvening, PlayerAlias
from ledger.models.scoring.scoring_tables import ScoringTable, ScoringTableDraft, ScoringTableVersion
from ledger.models.seasons.closing import EveningClosing, FormerHead, SeasonBalance, SeasonClosing
from ledger.models.seasons.ranking import Prize, PrizeWon, RankingVersion
from ledger.models.site.slowing import WrongTries

__all__ = [
    "AnswerWords",
    "Attendance",
    "BookDraft",
    "BookImport",
    "Club",
    "Entry",
    "Evening",
    "EveningClosing",
    "EveningTotal",
    "FormerAddress",
    "FormerHead",
    "ImportedDeal",
    "ImportedEvening",
    "Invitation",
    "JoinedPlayer",
    "LatestPasswordLink",
    "LoggedChange",
    "Membership",
    "NameChange",
    "PaperPoints",
    "PaperTotal",
    "Player",
    "PlayerAlias",
    "Posting",
    "Prize",
    "PrizeWon",
    "RankingVersion",
    "ReadingLink",
    "RecoveryCode",
    "ScoringTable",
    "ScoringTableDraft",
    "ScoringTableVersion",
    "Season",
    "SeasonBalance",
    "SeasonClosing",
    "SeasonTotal",
    "Seat",
    "Settlement",
    "SheetAnswer",
    "SheetLink",
    "UsedForm",
    "Writer",
    "WrongTries",
]
