"""Totals at the foot of a table's paper sheet. Rows are only ever added; a table's latest one counts.

Whether a sheet agrees with the book is never stored: a deal corrected later may make it agree, or no longer.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q

from ledger.models.clubs.club import REASON_LENGTH, Player
from ledger.models.evenings.play import Evening


class PaperTotal(models.Model):
    """The control sums of one table's sheet as typed or, with a reason, their withdrawal."""

    evening = models.ForeignKey(Evening, on_delete=models.PROTECT, related_name="paper_totals")
    table_number = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    is_withdrawn = models.BooleanField(default=False)
    reason = models.CharField(max_length=REASON_LENGTH, blank=True)
    deals = models.PositiveIntegerField()
    tricks = models.PositiveIntegerField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["evening", "table_number", "number"], name="one_paper_total_per_number"),
            models.CheckConstraint(
                condition=Q(is_withdrawn=False) | ~Q(reason=""), name="withdrawing_a_paper_total_has_a_reason"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.evening_id}/{self.table_number}: {self.deals}, {self.tricks}"


class PaperPoints(models.Model):
    """A player's total on the sheet, in the season's integer units, for clubs that keep points on paper too."""

    total = models.ForeignKey(PaperTotal, on_delete=models.PROTECT, related_name="points")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    points = models.IntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["total", "player"], name="one_paper_total_per_player")]

    def __str__(self) -> str:
        return f"{self.total_id}/{self.player_id}: {self.points}"
