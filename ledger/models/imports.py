"""What came in from old books: each import, the evenings and deals it made, and the names that somebody confirmed."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from ledger.models.clubs.club import NAME_LENGTH, Club, Player, Season
from ledger.models.evenings import Evening

FILE_NAME_LENGTH = 120
EVENING_NAME_LENGTH = 20
DOUBT_LENGTH = 16


class BookDraft(models.Model):
    """An old book that is being brought in: what its file holds, and what has been said of it so far.

    `sheets` are the sheets as plain data, `map` says which column is what, `names` who is meant by the names in it, and
    `choices` what becomes of its rows. Deleted when the book has been brought in, and when it is left lying.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="book_drafts")
    file_name = models.CharField(max_length=FILE_NAME_LENGTH)
    digest = models.CharField(max_length=64)
    sheets = models.JSONField()
    map = models.JSONField(default=dict)
    names = models.JSONField(default=dict)
    choices = models.JSONField(default=dict)
    revision = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField()
    changed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "digest"], name="one_draft_of_a_file")]


class BookImport(models.Model):
    """One old book brought in: by whom, when, from which file, by which map. Only its undoing is ever added.

    `number` is the club's own, from 1. `digest` is the SHA-256 of the file, whose contents are not kept, and whose name
    is blanked if it holds that of a player who is forgotten. `map` says how its sheets were read, without the columns,
    where earlier releases have the players by their numbers. `deals` and `rows` count what was booked and what the file
    held.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="book_imports")
    number = models.PositiveIntegerField()
    file_name = models.CharField(max_length=FILE_NAME_LENGTH, blank=True)
    digest = models.CharField(max_length=64)
    map = models.JSONField()
    rows = models.PositiveIntegerField()
    deals = models.PositiveIntegerField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "number"], name="one_import_per_number"),
            models.UniqueConstraint(
                # A file that was taken out again may come in once more.
                fields=["club", "digest"],
                condition=Q(undone_at=None),
                name="a_file_is_brought_in_once",
            ),
        ]

    @property
    def is_typed(self) -> bool:
        """Whether it is of the site's own workbook to type in, whose sheets alone say their day in a cell."""
        return any(sheet and "cells" in sheet for sheet in self.map.get("sheets", {}).values())


class ImportedEvening(models.Model):
    """An evening that an import made: what the old book called it, and the day it was given if nobody knew it."""

    book_import = models.ForeignKey(BookImport, on_delete=models.PROTECT, related_name="evenings")
    evening = models.OneToOneField(Evening, on_delete=models.PROTECT, related_name="imported")
    name = models.CharField(max_length=EVENING_NAME_LENGTH, blank=True)
    guessed_day = models.DateField(null=True)


class ImportedDeal(models.Model):
    """A deal that an import booked: its sheet and row in the file, from 1, and the doubt about it if there was one."""

    book_import = models.ForeignKey(BookImport, on_delete=models.PROTECT, related_name="imported_deals")
    # Its entry says it too; here it serves the index of a season's doubts.
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="+")
    entry = models.OneToOneField("ledger.Entry", on_delete=models.PROTECT, related_name="imported")
    sheet = models.PositiveSmallIntegerField()
    row = models.PositiveIntegerField()
    doubt = models.CharField(max_length=DOUBT_LENGTH, blank=True)

    class Meta:
        indexes = [models.Index(fields=["season"], name="doubts_of_a_season", condition=~Q(doubt=""))]


class PlayerAlias(models.Model):
    """A name by which old books call a player, as somebody confirmed; deleted when the player is forgotten.

    Kept in small letters without full stops, as names are compared.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="player_aliases")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="aliases")
    name = models.CharField(max_length=NAME_LENGTH)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="an_alias_means_one_player")]
