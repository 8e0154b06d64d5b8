"""The club's scoring tables, each in frozen, numbered versions."""

import hashlib
import json
from typing import Any

from django.conf import settings
from django.db import models

from ledger.models.club import Club
from ledger.rules.document import read_table
from ledger.rules.table import Table
from ledger.rules.tariff import Tariff, compile_tariff


def canonical_json(value: object) -> str:
    """The one spelling of a JSON value, for digests: sorted keys, no spaces, no escapes."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def digest_of(value: object) -> str:
    """The SHA-256 of a JSON value's canonical spelling, as 64 hexadecimal digits."""
    return hashlib.sha256(canonical_json(value).encode()).hexdigest()


class ScoringTable(models.Model):
    """A club's priced contracts under one name; the prices are in its versions."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tables")
    name = models.CharField(max_length=80)
    preset = models.SlugField(max_length=60)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="one_table_per_name")]

    def __str__(self) -> str:
        return self.name


class TableVersion(models.Model):
    """One published version of a table. The database refuses to change it: old deals stay priced as they were."""

    table = models.ForeignKey(ScoringTable, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveSmallIntegerField()
    document: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField()
    digest = models.CharField(max_length=64)
    published_at = models.DateTimeField()
    published_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_version_per_number")]

    def __str__(self) -> str:
        return f"{self.table_id}.{self.number}"

    def to_rules(self) -> Table:
        """The version as the rules read it."""
        return self.tariff().table

    def tariff(self) -> Tariff:
        """The version compiled to every payable outcome; compiled once per process."""
        if self.digest not in _compiled:
            _compiled[self.digest] = compile_tariff(read_table(self.document))
        return _compiled[self.digest]


_compiled: dict[str, Tariff] = {}  # by digest: a published version never changes
