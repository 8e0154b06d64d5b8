"""A restore drill: a backup is restored beside the book in use, brought up to date and audited, and nothing is kept."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import dj_database_url
import psycopg
from django.conf import settings
from django.db import connection

from ledger.models import Entry
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.keeping.backups.folder import newest_backup
from ledger.services.keeping.dumping import EMPTY_THE_SCHEMA
from ledger.services.keeping.restoring import NOT_HERE, bring_up_to_date, proved_copy
from ledger.services.site.other_database import last_line, manage, require_clean_audit

NO_BACKUP = gettext_noop("There is no backup yet: run manage.py backup.")
NO_SCRATCH = gettext_noop(
    "On PostgreSQL a backup is restored into a database beside the book's: set WHISTKLUB_SCRATCH_URL to an empty one "
    "that is the site's role's own, and whose name ends in _scratch."
)
NOT_RESTORED = gettext_noop("%(file)s cannot be restored: %(why)s")


@dataclass(frozen=True)
class Rehearsal:
    """What a restore drill restored and proved; `later` is how many entries more the book in use has by now."""

    file: Path
    evenings: int
    deals: int
    entries: int
    later: int


def rehearse(file: Path | None) -> Rehearsal:
    """Restore a backup, the newest if none is named, as if the book in use were lost; that one is only counted.

    Raises Refusal if there is none, it cannot be restored, or its book does not hold.
    """
    backup = file or newest_backup()
    if backup is None:
        raise Refusal(NO_BACKUP)
    audited = _audit_of_file(backup) if connection.vendor == "sqlite" else prove_by_restoring(backup)
    counts = {name: int(audited[name]) for name in ("evenings", "deals")}
    entries = int(audited["lines"])
    return Rehearsal(backup, entries=entries, later=Entry.objects.count() - entries, **counts)


def prove_by_restoring(dump: Path) -> dict[str, Any]:
    """Restore a dump of PostgreSQL into the scratch database, bring it up to date there, and audit it; returns that.

    The scratch database is emptied before and after.
    Raises Refusal if there is none, or if any of it fails.
    """
    if not dump.is_file():
        raise Refusal(NOT_HERE, file=dump)
    url = _scratch()
    try:
        outcome = manage(url, "restore", "--as-it-was", str(dump))
        if outcome.returncode:
            raise Refusal(NOT_RESTORED, file=dump, why=last_line(outcome))
        bring_up_to_date(dump, url)
        return require_clean_audit(url)
    finally:
        with psycopg.connect(url) as scratch:
            scratch.execute(EMPTY_THE_SCHEMA)


def _audit_of_file(backup: Path) -> dict[str, Any]:
    with proved_copy(backup) as proved:
        return proved.audited


def _scratch() -> str:
    """The URL of the scratch database, told by its name from one that somebody may miss.

    Raises Refusal without one.
    """
    url = settings.SCRATCH_URL
    if not url or not str(dj_database_url.parse(url)["NAME"]).endswith("_scratch"):
        raise Refusal(NO_SCRATCH)
    return str(url)
