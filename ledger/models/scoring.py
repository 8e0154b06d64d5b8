"""The club's scoring tables, each in frozen, numbered versions, and the drafts of versions to come."""

import hashlib
import json
from typing import Any

from django.conf import settings
from django.db import models

from ledger.models.clubs.club import Club
from ledger.rules.scoring.document import read_scoring_table
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.scoring.tariff import Tariff, compile_tariff

# No NaN or infinity, which Python would spell in words that are no JSON.
canonical_json = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode
"""The one spelling of a JSON value, for digests: sorted keys, no spaces, no escapes."""


def digest_of(value: object) -> str:
    """The SHA-256 of a JSON value's canonical spelling, as 64 hexadecimal digits."""
    return hashlib.sha256(canonical_json(value).encode()).hexdigest()


class ScoringTable(models.Model):
    """A club's priced contracts under one name; the prices are in its versions."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="scoring_tables")
    name = models.CharField(max_length=80)
    preset = models.SlugField(max_length=60)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="one_table_per_name")]

    def __str__(self) -> str:
        return self.name


class ScoringTableVersion(models.Model):
    """One published version of a scoring table. The database refuses to change it: old deals stay priced as they were.

    On a given day a scoring table is played by its latest version whose `in_force_from` has come.
    """

    scoring_table = models.ForeignKey(
        ScoringTable, on_delete=models.PROTECT, related_name="versions", db_column="table_id"
    )
    number = models.PositiveSmallIntegerField()
    document: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField()
    digest = models.CharField(max_length=64)
    in_force_from = models.DateField()
    published_at = models.DateTimeField()
    published_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        db_table = "ledger_tableversion"
        constraints = [models.UniqueConstraint(fields=["scoring_table", "number"], name="one_version_per_number")]

    def __str__(self) -> str:
        return f"{self.scoring_table_id}.{self.number}"

    def to_rules(self) -> ScoringRules:
        """The version as typed ScoringRules."""
        return self.tariff().scoring_table

    def tariff(self) -> Tariff:
        """The version compiled to every payable outcome; compiled once per process."""
        # Without a lock: two threads that both compile it make the same.
        if self.digest not in _compiled:
            _compiled[self.digest] = compile_tariff(read_scoring_table(self.document))
        return _compiled[self.digest]


class ScoringTableDraft(models.Model):
    """A draft of a version: nothing is priced by it, and everything in it may change.

    Its document need not be readable: a cell that cannot be a price keeps the text that was typed. `scoring_table` is
    None for one the club does not have yet; `revision` counts the savings, so that two people see each other's.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="drafts")
    scoring_table = models.OneToOneField(
        ScoringTable, on_delete=models.CASCADE, null=True, related_name="draft", db_column="table_id"
    )
    name = models.CharField(max_length=80)
    preset = models.SlugField(max_length=60, blank=True)
    document: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField()
    revision = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField()
    changed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        db_table = "ledger_tabledraft"

    def __str__(self) -> str:
        return self.name


_compiled: dict[str, Tariff] = {}  # by digest: a published version never changes
