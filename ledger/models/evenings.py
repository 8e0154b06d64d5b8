"""An evening of play: who sat where, its approval, its paper sheets, the players' answers to it."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ledger.models.clubs.club import REASON_LENGTH, Club, Player, Season, club_of_its_parent, new_salt
from ledger.models.clubs.persons import ShownText
from ledger.models.scoring import ScoringTableVersion


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


class EveningClosing(models.Model):
    """One step of an evening's approval: approved, reopened, approved ...; the last one says how it stands now.

    Rows are only ever added. Each holds the number and digest of the season's last entry at that moment, so that the
    audit can prove it for ever: `entry_count` and `deals` count the evening's entries and standing deals,
    `season_entry_count` and `head` are the season's.
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

    @property
    def is_approval(self) -> bool:
        """Whether it approves the evening, and does not reopen it."""
        return self.kind == self.Kind.APPROVED


# Whether a sheet agrees with the book is never stored: a deal corrected later may make it agree, or no longer.


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


class PaperPoints(models.Model):
    """A player's total on the sheet, in the season's integer units, for clubs that keep points on paper too."""

    total = models.ForeignKey(PaperTotal, on_delete=models.PROTECT, related_name="points")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    points = models.IntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["total", "player"], name="one_paper_total_per_player")]


# A club setting, `Club.players_confirm`. Each player of an evening gets a link; whoever opens it speaks for that
# player. Answers and settlements are rows that are only added. What a player wrote lies apart, because it goes when
# the player is forgotten; everything else about an answer stays.


TOKEN_LENGTH = 43  # 256 bits, as secrets.token_urlsafe() spells them


class SheetLink(models.Model):
    """A player's own link to an evening's sheet. A new token replaces the old one, which then leads nowhere."""

    evening = models.ForeignKey(Evening, on_delete=models.PROTECT, related_name="links")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="links")
    token = models.CharField(max_length=TOKEN_LENGTH, unique=True)  # as it is, since the board shows it again
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["evening", "player"], name="one_link_per_player")]


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


class AnswerWords(models.Model):
    """What a player wrote with a complaint, others mentioned by number. Deleted when the player is forgotten."""

    answer = models.OneToOneField(SheetAnswer, on_delete=models.PROTECT, related_name="words")
    said = models.CharField(max_length=REASON_LENGTH)
    salt = models.CharField(max_length=32, editable=False)


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
