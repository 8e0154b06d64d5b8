"""An old book that is being booked, or taken out again, and the parts of it that are still to be booked."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models

from ledger.models.clubs.club import Club
from ledger.models.imports.book_import import BookImport

WITHOUT_A_SIGN = timedelta(seconds=20)  # a part takes less than one


class ImportUnderWay(models.Model):
    """An import of which parts are still to be booked, or to be taken out; a club has one at most.

    `done` of its `deals` are through. `worked_at` is when the last part was: whoever was at it may have been stopped.
    `ids` are those of the players and seasons by what the parts call them.
    Deleted with the last part.
    """

    club = models.OneToOneField(Club, on_delete=models.PROTECT, primary_key=True, related_name="import_under_way")
    book_import = models.OneToOneField(BookImport, on_delete=models.PROTECT, related_name="under_way")
    is_undoing = models.BooleanField(default=False)
    ids = models.JSONField(default=dict)
    deals = models.PositiveIntegerField()
    done = models.PositiveIntegerField(default=0)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    worked_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.club_id}: {self.done}/{self.deals}"

    def is_undoing_of(self, book_import: BookImport) -> bool:
        """Whether it takes this import out."""
        return self.is_undoing and self.book_import_id == book_import.pk

    def is_left_lying(self, *, now: datetime) -> bool:
        """Whether nobody seems to be at it any more."""
        return now - self.worked_at > WITHOUT_A_SIGN


class ImportPart(models.Model):
    """Evenings with their deals that are booked in one transaction, as services/imports/parts.py spells them.

    Deleted when it is booked.
    """

    book_import = models.ForeignKey(BookImport, on_delete=models.PROTECT, related_name="parts")
    number = models.PositiveIntegerField()
    evenings = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["book_import", "number"], name="one_part_per_number")]

    def __str__(self) -> str:
        return f"{self.book_import_id}: {self.number}"
