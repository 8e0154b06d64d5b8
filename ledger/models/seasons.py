"""What ends a season: its closing, its ranking rules, its prizes. Rows are only ever added."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ledger.models.clubs.club import REASON_LENGTH, Club, Player, Season, club_of_its_parent
from ledger.rules.seasons import (
    AVERAGE,
    BEST_EVENING,
    FIRST,
    FIXED,
    LAST,
    LOWEST,
    NOTHING,
    SECOND,
    SOLS,
    THIRD,
    RankingRule,
)


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


class FormerHead(models.Model):
    """An entry's digest in the form of release 0.1.0, so that a fingerprint on paper can still be checked.

    Kept for entries whose fingerprint was shown: a season's last one, and those at which it was approved or closed.
    """

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="former_heads")
    sequence = models.PositiveIntegerField(db_column="line")
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["season", "sequence"], name="one_former_head_per_line")]


class SeasonBalance(models.Model):
    """The balance of a player, or of the house (no player), when the season was closed, in its integer units."""

    closing = models.ForeignKey(SeasonClosing, on_delete=models.PROTECT, related_name="balances")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    evenings = models.PositiveIntegerField()
    deals = models.PositiveIntegerField()
    points = models.IntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["closing", "player"], name="one_balance_per_player")]


class RankingVersion(models.Model):
    """A ranking rule as a board chose it: a season is ranked by the one in force on its last evening.

    On a day the rule is the latest one whose `in_force_from` has come. `best` is None where all evenings count.
    """

    class Absence(models.TextChoices):
        NOTHING = NOTHING, _("It does not count")
        AVERAGE = AVERAGE, _("The player's own average of an evening")
        LOWEST = LOWEST, _("The lowest result of that evening")
        FIXED = FIXED, _("A fixed number of points")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="ranking_versions")
    number = models.PositiveSmallIntegerField()
    in_force_from = models.DateField()
    minimum_evenings = models.PositiveSmallIntegerField()
    best = models.PositiveSmallIntegerField(null=True)
    drop_worst = models.PositiveSmallIntegerField()
    absence = models.CharField(max_length=8, choices=Absence.choices)
    absence_points = models.IntegerField()
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "number"], name="one_ranking_version_per_number"),
            models.CheckConstraint(
                condition=Q(best=None) | (Q(best__gt=0) & Q(drop_worst=0)), name="the_best_or_all_but_the_worst"
            ),
            models.CheckConstraint(condition=Q(absence="fixed") | Q(absence_points=0), name="points_where_fixed"),
        ]

    def to_rule(self) -> RankingRule:
        """The version as a typed rule."""
        return RankingRule(
            minimum_evenings=self.minimum_evenings,
            best=self.best,
            drop_worst=self.drop_worst,
            absence=self.absence,
            absence_points=self.absence_points,
        )


class Prize(models.Model):
    """What a club gives by a version of its ranking rule: a title or a gift in its own words, players by number."""

    class Kind(models.TextChoices):
        FIRST = FIRST, _("First place")
        SECOND = SECOND, _("Second place")
        THIRD = THIRD, _("Third place")
        LAST = LAST, _("Comfort prize")
        BEST_EVENING = BEST_EVENING, _("Best evening")
        SOLS = SOLS, _("Most sols")

    version = models.ForeignKey(RankingVersion, on_delete=models.PROTECT, related_name="prizes")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    title = models.CharField(max_length=REASON_LENGTH, blank=True)
    gift = models.CharField(max_length=REASON_LENGTH, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["version", "kind"], name="one_prize_per_kind"),
            models.CheckConstraint(condition=~Q(title="") | ~Q(gift=""), name="a_prize_is_something"),
        ]


class PrizeWon(models.Model):
    """A prize that a player had won when the season was closed."""

    closing = models.ForeignKey(SeasonClosing, on_delete=models.PROTECT, related_name="prizes_won")
    prize = models.ForeignKey(Prize, on_delete=models.PROTECT, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["closing", "prize", "player"], name="won_once")]
