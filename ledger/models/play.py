"""An evening of play and who sat where."""

from django.db import models
from django.db.models import Q

from ledger.models.club import Club, Player, Season
from ledger.models.tables import TableVersion


class Evening(models.Model):
    """One evening of a season, priced by one table version; numbered through the club's life."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="evenings")
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="evenings")
    number = models.PositiveIntegerField()
    date = models.DateField()
    place = models.CharField(max_length=80, blank=True)
    table_version = models.ForeignKey(TableVersion, on_delete=models.PROTECT, related_name="evenings")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "number"], name="one_evening_per_number")]

    def __str__(self) -> str:
        return f"{self.number}: {self.date}"


class Seat(models.Model):
    """A player's seat at a table of an evening, clockwise from 1; the first deals first."""

    evening = models.ForeignKey(Evening, on_delete=models.PROTECT, related_name="seats")
    table_number = models.PositiveSmallIntegerField(default=1)
    position = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["evening", "table_number", "position"], name="one_player_per_seat"),
            models.UniqueConstraint(fields=["evening", "player"], name="one_seat_per_player"),
            models.CheckConstraint(condition=Q(position__gte=1, position__lte=7), name="seats_1_to_7"),
        ]

    def __str__(self) -> str:
        return f"{self.evening_id}/{self.table_number}/{self.position}"
