"""What the book does not tell: every other change in a club, the names that players had, and the forms already used."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from ledger.models.closing import EveningClosing
from ledger.models.club import NAME_LENGTH, Club, Player, Season
from ledger.models.play import Evening
from ledger.models.tables import TableVersion


class LogLine(models.Model):
    """One change apart from the book's own lines; never updated or deleted.

    `before` and `after` are codes or numbers, never names: whom and what it is about is told by reference, so that
    a player who is forgotten is forgotten here too.
    """

    class Kind(models.TextChoices):
        CLUB_STARTED = "club_started", _("Club started")
        MEMBER_ADDED = "member_added", _("Member of the board added")
        LINK_MADE = "link_made", _("Link to choose a password made")
        INVITED = "invited", _("Invitation to the board made")
        UNINVITED = "uninvited", _("Invitation to the board withdrawn")
        MEMBER_ENDED = "member_ended", _("Membership of the board ended")
        WINDOW_CHANGED = "window_changed", _("Correction window changed")
        CONFIRMING = "confirming", _("The players confirm the sheets")
        PLAYER_ADDED = "player_added", _("Player added")
        PLAYER_RENAMED = "player_renamed", _("Player renamed")
        PLAYER_CHANGED = "player_changed", _("Player's standing changed")
        PLAYER_FORGOTTEN = "player_forgotten", _("Player anonymised")
        TABLE_PUBLISHED = "table_published", _("Prices published")
        SEASON_STARTED = "season_started", _("Season started")
        SEASON_CLOSED = "season_closed", _("Season closed")
        EVENING_STARTED = "evening_started", _("Evening started")
        SEATS_CHANGED = "seats_changed", _("Seats changed")
        ATTENDANCE = "attendance", _("Attendance changed")
        ORDER_DRAWN = "order_drawn", _("Order of the attachments drawn")
        PAPER_TOTAL = "paper_total", _("Total of the paper sheet typed")
        PAPER_WITHDRAWN = "paper_withdrawn", _("Total of the paper sheet withdrawn")
        SHEET_LINKS = "sheet_links", _("Links to the sheet made")
        SETTLED = "settled", _("Complaint answered")
        EVENING_APPROVED = "evening_approved", _("Evening approved")
        EVENING_REOPENED = "evening_reopened", _("Evening reopened")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="log")
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    member = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    season = models.ForeignKey(Season, on_delete=models.PROTECT, null=True, related_name="+")
    evening = models.ForeignKey(Evening, on_delete=models.PROTECT, null=True, related_name="+")
    version = models.ForeignKey(TableVersion, on_delete=models.PROTECT, null=True, related_name="+")
    closing = models.ForeignKey(EveningClosing, on_delete=models.PROTECT, null=True, related_name="+")
    before = models.CharField(max_length=20, blank=True)
    after = models.CharField(max_length=20, blank=True)

    class Meta:
        indexes = [models.Index(fields=["club", "-at", "-id"], name="log_of_a_club")]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.kind}"


class NameChange(models.Model):
    """The names in a log line about a renaming. The one part of the log that is deleted when a player is forgotten."""

    line = models.OneToOneField(LogLine, on_delete=models.PROTECT, related_name="names")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="name_changes")
    before = models.CharField(max_length=NAME_LENGTH)
    after = models.CharField(max_length=NAME_LENGTH)

    def __str__(self) -> str:
        return f"{self.player_id}"


class Deed(models.Model):
    """A form that was used: its key, a digest of what it said, and the address that answered it; kept for ever."""

    key = models.UUIDField(primary_key=True, editable=False)
    claim = models.UUIDField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    content = models.CharField(max_length=64)
    answer = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.key)
