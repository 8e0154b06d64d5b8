"""Players' answers to an evening's sheet (it is right, or something is wrong), and how complaints were settled.

A club setting, `Club.players_confirm`. Each player of an evening gets a link; whoever opens it speaks for that player.
Answers and settlements are rows that are only added. What a player wrote lies apart, because it goes when the player
is forgotten; everything else about an answer stays.
"""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ledger.models.clubs.club import REASON_LENGTH, Player, club_of_its_parent
from ledger.models.evenings.play import Evening

TOKEN_LENGTH = 43  # 256 bits, as secrets.token_urlsafe spells them


class SheetLink(models.Model):
    """A player's own link to an evening's sheet. A new token replaces the old one, which then leads nowhere."""

    evening = models.ForeignKey(Evening, on_delete=models.PROTECT, related_name="links")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="links")
    token = models.CharField(max_length=TOKEN_LENGTH, unique=True)  # as it is, since the board shows it again
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["evening", "player"], name="one_link_per_player")]

    def __str__(self) -> str:
        return f"{self.evening_id}/{self.player_id}"

    @staticmethod
    def new_token() -> str:
        """A token for a link."""
        return secrets.token_urlsafe()


class SheetAnswer(models.Model):
    """An answer by a link: `entry_count` is the number of entries that the player saw, `number` a deal's or None.

    `words_digest` is the digest of the words written with it, and stays when they go; empty if there are none.
    """

    class Kind(models.TextChoices):
        AGREES = "agrees", _("It is right")
        COMPLAINS = "complains", _("Something is wrong")

    link = models.ForeignKey(SheetLink, on_delete=models.PROTECT, related_name="answers")
    club = club_of_its_parent()
    kind = models.CharField(max_length=9, choices=Kind.choices)
    number = models.PositiveIntegerField(null=True)
    entry_count = models.PositiveIntegerField(db_column="lines")
    at = models.DateTimeField()
    words_digest = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="complains") | Q(kind="agrees", number__isnull=True),
                name="only_a_complaint_is_about_a_deal",
            )
        ]

    def __str__(self) -> str:
        return f"{self.link_id}: {self.kind}"


class AnswerWords(models.Model):
    """What a player wrote with a complaint, others mentioned by number. Deleted when the player is forgotten."""

    answer = models.OneToOneField(SheetAnswer, on_delete=models.PROTECT, related_name="words")
    said = models.CharField(max_length=REASON_LENGTH)
    salt = models.CharField(max_length=32, editable=False)

    def __str__(self) -> str:
        return f"{self.answer_id}"


class Settlement(models.Model):
    """The end of a complaint: the entry that changed its deal, or the board's answer in words."""

    answer = models.OneToOneField(SheetAnswer, on_delete=models.PROTECT, related_name="settlement")
    entry = models.ForeignKey("ledger.Entry", on_delete=models.PROTECT, null=True, related_name="settles")
    said = models.CharField(max_length=REASON_LENGTH, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(entry__isnull=False, said="") | (Q(entry__isnull=True) & ~Q(said="")),
                name="settled_by_a_line_or_in_words",
            )
        ]

    def __str__(self) -> str:
        return f"{self.answer_id}: {self.entry_id or self.said}"
