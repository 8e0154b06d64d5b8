"""The log: every change in a club apart from the book, with what may join what is approved."""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from ledger.models.book.journal import OwnNumbers, spelt_moment
from ledger.models.clubs.club import NAME_LENGTH, Club, Player, Season, new_salt
from ledger.models.clubs.persons import ShownName
from ledger.models.evenings import Evening, EveningClosing, Settlement, SheetAnswer
from ledger.models.scoring import ScoringTableVersion, digest_of
from ledger.models.seasons import PrizeWon, RankingVersion, SeasonBalance, SeasonClosing

# What is still logged of a club that has moved to another installation: where to, and what is withdrawn or forgotten.
LOGGED_AFTER_A_MOVE = (
    *("club_moved", "player_forgotten", "writer_forgotten", "place_changed", "player_changed"),
    *("readers_chosen", "link_withdrawn", "uninvited", "member_ended"),
)
SAID_LENGTH = 300  # of what an entry says was before, and is after


class LoggedChange(models.Model):
    """One change apart from the book's entries; never updated or deleted. A club's changes form a chain.

    `before` and `after` are codes, days, or names of clubs and seasons, never of players: whom and what it is about is
    told by reference, so that a player who is forgotten is forgotten here too. `covers` is the digest of the row that
    the entry tells of (queries/book/covered.py), empty where it tells of none, and `leaves` has the digests of what the
    entry changed, as it then was, by the names of queries/book/covered.py. `by` is None for what a player did, or
    this program.
    """

    class Kind(models.TextChoices):
        CLUB_STARTED = "club_started", _("Club started")
        CLUB_RENAMED = "club_renamed", _("Club renamed")
        CLUB_LANGUAGE = "club_language", _("Club's language changed")
        POINTS_WRITTEN = "points_written", _("How points are written changed")
        MEMBER_ADDED = "member_added", _("Member of the board added")
        LINK_MADE = "link_made", _("Link to choose a password made")
        INVITED = "invited", _("Invitation to the board made")
        UNINVITED = "uninvited", _("Invitation to the board withdrawn")
        MEMBER_ENDED = "member_ended", _("Membership of the board ended")
        MEMBER_RENAMED = "member_renamed", _("User name changed")
        WRITER_NAMED = "writer_named", _("Name of a board member changed")
        WRITER_FORGOTTEN = "writer_forgotten", _("Board member anonymised")
        WINDOW_CHANGED = "window_changed", _("Correction window changed")
        CONFIRMING = "confirming", _("The players confirm the sheets")
        READERS_CHOSEN = "readers_chosen", _("Who reads was chosen")
        READING_LINK = "reading_link", _("The club's link made")
        LINK_WITHDRAWN = "link_withdrawn", _("The club's link withdrawn")
        PLAYER_ADDED = "player_added", _("Player added")
        PLAYER_RENAMED = "player_renamed", _("Player renamed")
        PLAYER_CHANGED = "player_changed", _("Player's standing changed")
        PLAYER_JOINED = "player_joined", _("Two players made one")
        PLAYER_SEPARATED = "player_separated", _("Two players separated again")
        PLAYER_FORGOTTEN = "player_forgotten", _("Player anonymised")
        TABLE_PUBLISHED = "table_published", _("Prices published")
        SEASON_STARTED = "season_started", _("Season started")
        SEASON_RENAMED = "season_renamed", _("Season renamed")
        SEASON_MOVED = "season_moved", _("Season's first day changed")
        SEASON_CLOSED = "season_closed", _("Season closed")
        RANKING_CHOSEN = "ranking_chosen", _("Ranking rule chosen")
        EVENING_STARTED = "evening_started", _("Evening started")
        EVENING_MOVED = "evening_moved", _("Evening's date changed")
        PLACE_CHANGED = "place_changed", _("Evening's place changed")
        EVENING_REMOVED = "evening_removed", _("Evening removed")
        EVENING_PRICED = "evening_priced", _("Evening's prices changed")
        SEATS_CHANGED = "seats_changed", _("Seats changed")
        ATTENDANCE = "attendance", _("Attendance changed")
        ORDER_DRAWN = "order_drawn", _("Order of the attachments drawn")
        PAPER_TOTAL = "paper_total", _("Total of the paper sheet typed")
        PAPER_WITHDRAWN = "paper_withdrawn", _("Total of the paper sheet withdrawn")
        SHEET_LINKS = "sheet_links", _("Links to the sheet made")
        ANSWERED = "answered", _("Sheet answered by the player")
        SETTLED = "settled", _("Complaint answered")
        EVENING_APPROVED = "evening_approved", _("Evening approved")
        EVENING_REOPENED = "evening_reopened", _("Evening reopened")
        BOOK_IMPORTED = "book_imported", _("Old book brought in")
        IMPORT_UNDONE = "import_undone", _("Old book taken out again")
        CHAINED = "chained", _("Taken into the chain of the log")
        CLUB_MOVED = "club_moved", _("Club moved to another address")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="log")
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    member = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    season = models.ForeignKey(Season, on_delete=models.PROTECT, null=True, related_name="+")
    evening = models.ForeignKey(Evening, on_delete=models.PROTECT, null=True, related_name="+")
    version = models.ForeignKey(ScoringTableVersion, on_delete=models.PROTECT, null=True, related_name="+")
    closing = models.ForeignKey(EveningClosing, on_delete=models.PROTECT, null=True, related_name="+")
    before = models.CharField(max_length=SAID_LENGTH, blank=True)
    after = models.CharField(max_length=SAID_LENGTH, blank=True)
    sequence = models.PositiveIntegerField()
    covers = models.CharField(max_length=64, blank=True)
    leaves = models.JSONField(blank=True, default=dict)
    previous_digest = models.CharField(max_length=64, blank=True)
    digest = models.CharField(max_length=64)

    class Meta:
        db_table = "ledger_logline"
        constraints = [models.UniqueConstraint(fields=["club", "sequence"], name="one_line_per_place_in_the_log")]
        indexes = [models.Index(fields=["club", "-at", "-id"], name="log_of_a_club")]

    def digest_by(self, numbers: OwnNumbers) -> str:
        """The digest this entry must carry: of all it says in the club's own numbers, and of the entry before it."""
        content: dict[str, Any] = {
            "sequence": self.sequence,
            "at": spelt_moment(self.at),
            "by": numbers.writers[self.by_id],
            "kind": self.kind,
            "player": numbers.players[self.player_id],
            "member": numbers.writers[self.member_id],
            "season": numbers.seasons[self.season_id],
            "evening": numbers.evenings[self.evening_id],
            "before": self.before,
            "after": self.after,
            "covers": self.covers,
            "previous_digest": self.previous_digest,
        }
        # Left out where there are none, so that digests from before a change had parts are what they were.
        if self.leaves:
            content["leaves"] = self.leaves
        return digest_of(content)


class NameChange(models.Model):
    """The names in a logged renaming: the only part of the log that is deleted when a player is forgotten."""

    change = models.OneToOneField(LoggedChange, on_delete=models.PROTECT, related_name="names", db_column="line_id")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="name_changes")
    before = ShownName(max_length=NAME_LENGTH)
    after = ShownName(max_length=NAME_LENGTH)
    salt = models.CharField(max_length=32, default=new_salt, editable=False)


class UsedForm(models.Model):
    """A used form: its key, a digest of its contents, and the address that answered it; kept for ever."""

    key = models.UUIDField(primary_key=True, editable=False)
    # By which whoever stored the row knows that it was theirs: run_once of services/site/form_keys.py.
    claim = models.UUIDField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    content = models.CharField(max_length=64)
    answer = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()

    class Meta:
        db_table = "ledger_deed"


# What may join the approvals, closings, ranking rules and answers, as the guards on their tables refuse the rest.
# Closings are written before the season is marked as closed; from then on nothing of it changes.
SEALS: dict[type[models.Model], dict[str, str]] = {
    EveningClosing: {
        "an evening is approved and reopened in turn": """
            NEW.number <> 1 + (SELECT count(*) FROM ledger_eveningclosing WHERE evening_id = NEW.evening_id)
            OR (NEW.kind = 'approved') <> (NEW.number % 2 = 1)""",
        "the evenings of a closed season stay closed": """
            EXISTS (SELECT 1 FROM ledger_season season JOIN ledger_evening evening ON evening.season_id = season.id
                    WHERE evening.id = NEW.evening_id AND season.closed_at IS NOT NULL)""",
        "the evenings of a club that has moved stay as they are": """
            EXISTS (SELECT 1 FROM ledger_evening evening JOIN ledger_club club ON club.id = evening.club_id
                    WHERE evening.id = NEW.evening_id AND club.moved_to <> '')""",
    },
    SeasonClosing: {
        "a season is closed once, with its last entry": """
            NOT EXISTS (SELECT 1 FROM ledger_season WHERE id = NEW.season_id AND closed_at IS NULL
                        AND head = NEW.head AND lines = NEW.lines)""",
        "a closing is of the club of its season": """
            NOT EXISTS (SELECT 1 FROM ledger_season WHERE id = NEW.season_id AND club_id = NEW.club_id)""",
        "the seasons of a club that has moved stay as they are": """
            EXISTS (SELECT 1 FROM ledger_club WHERE id = NEW.club_id AND moved_to <> '')""",
    },
    SeasonBalance: {
        "the balances of a closed season stand": """
            EXISTS (SELECT 1 FROM ledger_seasonclosing closing
                    JOIN ledger_season season ON season.id = closing.season_id
                    WHERE closing.id = NEW.closing_id AND season.closed_at IS NOT NULL)""",
    },
    RankingVersion: {
        "the ranking of a closed season stands": """
            EXISTS (SELECT 1 FROM ledger_season season JOIN ledger_evening evening ON evening.season_id = season.id
                    WHERE season.club_id = NEW.club_id AND season.closed_at IS NOT NULL
                    AND evening.removed_at IS NULL AND evening.date >= NEW.in_force_from)""",
    },
    PrizeWon: {
        "the prizes of a closed season stand": """
            EXISTS (SELECT 1 FROM ledger_seasonclosing closing
                    JOIN ledger_season season ON season.id = closing.season_id
                    WHERE closing.id = NEW.closing_id AND season.closed_at IS NOT NULL)""",
    },
    SheetAnswer: {
        "an answer is about what its evening has": """
            NEW.lines > (SELECT count(*) FROM ledger_entry entry JOIN ledger_sheetlink link
                         ON link.evening_id = entry.evening_id WHERE link.id = NEW.link_id)
            OR (NEW.number IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM ledger_entry entry JOIN ledger_sheetlink link ON link.evening_id = entry.evening_id
                WHERE link.id = NEW.link_id AND entry.number = NEW.number))""",
        "an answer is of the club of its evening": """
            NOT EXISTS (SELECT 1 FROM ledger_sheetlink link JOIN ledger_evening evening ON evening.id = link.evening_id
                        WHERE link.id = NEW.link_id AND evening.club_id = NEW.club_id)""",
    },
    Settlement: {
        "only a complaint is settled, by a change of its deal": """
            NOT EXISTS (SELECT 1 FROM ledger_sheetanswer WHERE id = NEW.answer_id AND kind = 'complains')
            OR (NEW.entry_id IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM ledger_entry entry JOIN ledger_sheetlink link ON link.evening_id = entry.evening_id
                JOIN ledger_sheetanswer answer ON answer.link_id = link.id AND answer.number = entry.number
                WHERE entry.key = NEW.entry_id AND answer.id = NEW.answer_id
                AND (entry.reverses_id IS NOT NULL OR entry.replaces_id IS NOT NULL)))""",
    },
}
