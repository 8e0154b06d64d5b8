"""Closings of evenings and seasons: what the book said when it was approved. Rows are only ever added.

An evening's rows take turns: approved, reopened, approved ...; the last one says how it stands now. Each holds the
number and digest of the season's last entry at that moment, so that the audit can prove it for ever.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ledger.models.clubs.club import REASON_LENGTH, Player, Season, club_of_its_parent
from ledger.models.evenings.play import Evening


class EveningClosing(models.Model):
    """One approval or reopening of an evening.

    `entry_count` and `deals` count the evening's entries and standing deals, `season_entry_count` and
    `head` are the number and digest of the season's last entry.
    """

    class Kind(models.TextChoices):
        APPROVED = "approved", _("Approved")
        REOPENED = "reopened", _("Reopened")

    evening = models.ForeignKey(Evening, on_delete=models.PROTECT, related_name="closings")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, choices=Kind.choices)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    reason = models.CharField(max_length=REASON_LENGTH, blank=True)
    entry_count = models.PositiveIntegerField(db_column="lines")
    deals = models.PositiveIntegerField()
    season_entry_count = models.PositiveIntegerField(db_column="season_lines")
    head = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["evening", "number"], name="one_closing_per_number"),
            models.CheckConstraint(
                condition=Q(kind="approved") | (Q(kind="reopened") & ~Q(reason="")), name="reopening_has_a_reason"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.evening_id}: {self.kind}"


class SeasonClosing(models.Model):
    """The end of a season's book: its last entry and every player's balance. A closed season cannot be reopened."""

    season = models.OneToOneField(Season, on_delete=models.PROTECT, related_name="closing")
    club = club_of_its_parent()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    evenings = models.PositiveIntegerField()
    deals = models.PositiveIntegerField()
    entry_count = models.PositiveIntegerField(db_column="lines")
    head = models.CharField(max_length=64, blank=True)

    def __str__(self) -> str:
        return f"{self.season_id}: {self.head[:12]}"


class FormerHead(models.Model):
    """An entry's digest in the form of release 0.1.0, so that a fingerprint on paper can still be checked.

    Kept for entries whose fingerprint was shown: a season's last one, and those at which it was approved or closed.
    """

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="former_heads")
    sequence = models.PositiveIntegerField(db_column="line")
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["season", "sequence"], name="one_former_head_per_line")]

    def __str__(self) -> str:
        return f"{self.season_id}/{self.sequence}: {self.digest[:12]}"


class SeasonBalance(models.Model):
    """The balance of a player, or of the house (no player), when the season was closed, in its integer units."""

    closing = models.ForeignKey(SeasonClosing, on_delete=models.PROTECT, related_name="balances")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    evenings = models.PositiveIntegerField()
    deals = models.PositiveIntegerField()
    points = models.IntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["closing", "player"], name="one_balance_per_player")]

    def __str__(self) -> str:
        return f"{self.closing_id}/{self.player_id}: {self.points}"
