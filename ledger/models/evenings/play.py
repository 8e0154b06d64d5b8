"""An evening of play, who sat where, and who came without playing."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ledger.models.clubs.club import Club, Player, Season, new_salt
from ledger.models.clubs.shown_names import ShownText
from ledger.models.scoring.scoring_tables import ScoringTableVersion


class StandingEvenings(models.Manager["Evening"]):
    """Evenings without those that were opened by mistake."""

    def get_queryset(self) -> models.QuerySet["Evening"]:
        return super().get_queryset().filter(removed_at=None)


class CountedEvenings(StandingEvenings):
    """What counts as an evening: the day of opening balances does not."""

    def get_queryset(self) -> models.QuerySet["Evening"]:
        return super().get_queryset().filter(is_opening=False)


class Evening(models.Model):
    """One evening of a season, priced by one version, and numbered through the club's life.

    One that was opened by mistake and has no entry is removed: it keeps its row and its number, which the log refers
    to, and is left out of everything else. The day of opening balances has a row since an entry needs one, and is no
    evening: whatever asks for evenings leaves it out, unless it asks `with_openings`. Nobody sits there.

    `rotation` says who sits out with the dealer if more are at a table than play, `drawn` are the attachments, lowest
    first, whose order was drawn for the evening (codes separated by a space). `salt` changes with the place, which may
    tell whose home it is: the log has the place as a digest of both.
    """

    class Rotation(models.TextChoices):
        DEALER = "dealer", _("The dealer and the next ones clockwise")
        EVEN = "even", _("The dealer, and the others so that all play equally often")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="evenings")
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="evenings")
    number = models.PositiveIntegerField()
    date = models.DateField()
    place = ShownText(max_length=80, blank=True)
    salt = models.CharField(max_length=32, default=new_salt, editable=False)
    table_version = models.ForeignKey(ScoringTableVersion, on_delete=models.PROTECT, related_name="evenings")
    rotation = models.CharField(max_length=6, choices=Rotation.choices, default=Rotation.DEALER)
    deals_per_round = models.PositiveSmallIntegerField(null=True, blank=True)
    drawn = models.CharField(max_length=200, blank=True)
    removed_at = models.DateTimeField(null=True, blank=True)
    is_opening = models.BooleanField(default=False, editable=False)

    objects = CountedEvenings()
    with_openings = StandingEvenings()
    everything = models.Manager["Evening"]()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "number"], name="one_evening_per_number")]
        # Which was the last, and which are on a late page of a list? Nobody asks it of a removed one.
        indexes = [
            models.Index(
                fields=["season", "date", "number"], name="evenings_by_date", condition=Q(removed_at__isnull=True)
            ),
            models.Index(
                fields=["club", "date", "number"], name="evenings_of_a_club", condition=Q(removed_at__isnull=True)
            ),
            models.Index(fields=["season"], name="openings_of_a_season", condition=Q(is_opening=True)),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.date}"


class Seat(models.Model):
    """A player's seat at a table of an evening, clockwise from 1; the first deals first.

    Rows are only ever added: `seating` numbers the evening's seatings, each with everybody at every table; the highest
    is the present one.
    """

    evening = models.ForeignKey(Evening, on_delete=models.PROTECT, related_name="seats")
    table_number = models.PositiveSmallIntegerField(default=1)
    seating = models.PositiveSmallIntegerField(default=1)
    position = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["evening", "table_number", "seating", "position"], name="one_player_per_seat"
            ),
            models.UniqueConstraint(fields=["evening", "seating", "player"], name="one_seat_per_player"),
            models.CheckConstraint(condition=Q(position__gte=1, position__lte=7), name="seats_1_to_7"),
        ]

    def __str__(self) -> str:
        return f"{self.evening_id}/{self.table_number}.{self.seating}/{self.position}"


class Attendance(models.Model):
    """Somebody who belongs to an evening without playing: a spectator, or somebody who sent apologies."""

    class Kind(models.TextChoices):
        WATCHED = "watched", _("Watched")
        CANCELLED = "cancelled", _("Sent word")

    evening = models.ForeignKey(Evening, on_delete=models.PROTECT, related_name="attendance")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="attendance")
    kind = models.CharField(max_length=9, choices=Kind.choices)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["evening", "player"], name="one_attendance_per_player")]

    def __str__(self) -> str:
        return f"{self.evening_id}/{self.player_id}: {self.kind}"
