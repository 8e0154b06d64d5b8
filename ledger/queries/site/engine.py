"""What the site's database runs on, whether the site may serve, and what should be mended.

The sentences are for whoever runs the server, so they are in English only, as Django's own are.
"""

import os
import re
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from ledger.models.book import guards, roles
from ledger.models.site import schema
from ledger.models.site.schema import file_of
from ledger.rules.site.refusal import gettext_noop

# In the order of the numbers that the pragma gives for them.
SYNCHRONOUS = ("OFF", "NORMAL", "FULL", "EXTRA")
FULL = 2
SHOWN = 3
TOO_OLD = "too old for a sound write-ahead log, so that readers and writers wait for each other"
LEAST_FREE = 100 * 2**20  # bytes: some thousand deals, and a backup of a club's book
LEAST_FILES = 100
MOVED = "The book was moved to %s and goes on there: set DATABASE_URL, or remove the file that says so."
RELEASE_0_2_0 = ("ledger", "0001_release_0_2_0")
BEFORE_0_2_0 = gettext_noop("This database is of release 0.1.0: bring it up to 0.2.0 first, with that release.")
NEWER = (
    "The database was made by a newer release (%(newer)s; this is %(version)s): "
    "run that release, or restore a backup from before it."
)
# Among the migrations of a database `migrate` notes under this name which releases it was brought up to date by.
RELEASES = "whistklub"


def faults() -> tuple[str, ...]:
    """Reasons why the site must not serve, a sentence each with what to do; none if the book is guarded.

    Three or four small queries.
    Raises django.db.Error when the database cannot be reached.
    """
    if elsewhere := place_moved_to():
        return (MOVED % elsewhere,)
    applied = MigrationRecorder(connection).applied_migrations()
    if is_before_0_2_0(applied):
        return (BEFORE_0_2_0,)
    if unknown := unknown_migrations(applied):
        return (NEWER % versions(applied, unknown),)
    waiting = [".".join(name) for name in sorted(_migrations().keys() - applied.keys())]
    if waiting:
        return (f"Migrations are not applied ({_some(waiting)}): run `python manage.py migrate`.",)
    lacking = guards.missing(connection)
    faults = [f"The database lacks guards ({_some(lacking)}): run `python manage.py migrate`."] if lacking else []
    return (*faults, *_closed_tables())


def place_moved_to() -> str | None:
    """Where the book of this SQLite database continues, as `move_to_postgres` noted beside it, and the note's path."""
    file = file_of(connection)
    if file is None:
        return None
    note = note_of_move(file)
    return f"{note.read_text(encoding='utf-8').strip()} ({note})" if note.exists() else None


def note_of_move(file: Path) -> Path:
    """The path of the note beside a SQLite database that its book was moved."""
    return file.with_name(f"{file.name}.moved")


def is_before_0_2_0(applied: Iterable[tuple[str, str]]) -> bool:
    """Whether some of these applied migrations, given as application and name, but not all are release 0.2.0's own."""
    replaced = set(_migrations()[RELEASE_0_2_0].replaces)
    lacking = replaced.difference(applied)
    return bool(lacking) and lacking != replaced


def unknown_migrations(applied: Iterable[tuple[str, str]]) -> list[str]:
    """Those of some applied migrations, given as application and name, that this release lacks: "ledger.0099_x".

    A database with such a migration may hold guards and tables that this release would not maintain.
    """
    known = {*_migrations(), *_migrations()[RELEASE_0_2_0].replaces}
    unknown = set(applied) - known
    return sorted(f"{app}.{name}" for app, name in unknown if app != RELEASES)


def versions(applied: Iterable[tuple[str, str]], unknown: Sequence[str]) -> dict[str, str]:
    """Which release made a database that has unknown migrations, as `newer`, and the `version` of this one."""
    newest = max((name for app, name in applied if app == RELEASES), key=_in_order, default=settings.VERSION)
    # Between two releases only the migration tells.
    newer = newest if _in_order(newest) > _in_order(settings.VERSION) else unknown[-1]
    return {"newer": newer, "version": settings.VERSION}


def _in_order(version: str) -> list[int]:
    """A version by its numbers, of which a later one has greater ones."""
    return [int(number) for number in re.findall(r"\d+", version)]


def risks() -> tuple[str, ...]:
    """Faults that do not stop the site but should be mended, a sentence each."""
    risks = [*disk_risks()]
    if connection.vendor != "sqlite":
        return tuple(risks)
    is_old, journal = _is_old(), _pragma("journal_mode")
    if is_old and journal == "wal":
        risks.append(f"SQLite {sqlite3.sqlite_version} can damage its write-ahead log: use 3.51.3 or newer.")
    if not is_old and journal != "wal":
        risks.append(f"SQLite keeps its journal as {journal}, not as WAL.")
    if int(_pragma("synchronous")) < FULL:
        risks.append("SQLite does not wait for the disk (synchronous is below FULL): a power cut can lose deals.")
    if _pragma("foreign_keys") != "1":
        risks.append("SQLite does not check foreign keys on this connection.")
    return tuple(risks)


def schema_risks() -> tuple[str, ...]:
    """Differences between the database's schema and what the migrations make, guards apart; at most two queries."""
    risks = []
    if unlike := schema.differences(connection):
        risks.append(f"The database's schema is not what the migrations make ({_some(unlike)}).")
    if connection.vendor == "postgresql" and (opened := roles.excess_rights(connection)):
        risks.append(f"The book is open to others than its owner ({_some(opened)}): revoke it.")
    return tuple(risks)


def disk_risks() -> tuple[str, ...]:
    """Warnings about the space left for the data folder and for SQLite's file; no query."""
    file = file_of(connection)
    folders = {Path(settings.DATA_DIR), *([file.parent] if file else [])}
    return tuple(dict.fromkeys(risk for folder in sorted(folders) for risk in _risks_of(folder)))


def runs_on() -> str:
    """The database in one line, such as "SQLite 3.53.4, WAL, synchronous FULL, 104 guards"."""
    count = f"{len(guards.GUARDS[connection.vendor])} guards"
    if connection.vendor == "sqlite":
        journal, synchronous = _pragma("journal_mode").upper(), SYNCHRONOUS[int(_pragma("synchronous"))]
        waits = f"{TOO_OLD}, " if _is_old() and journal != "WAL" else ""
        return f"SQLite {sqlite3.sqlite_version}, {waits}{journal}, synchronous {synchronous}, {count}"
    version = ".".join(str(part) for part in connection.get_database_version())
    role = roles.current_role(connection)
    right = "may change the book" if roles.may_change_the_book(connection, role) else "may only add to the book"
    return f"PostgreSQL {version}, {count}, as {role}, who {right}"


def _risks_of(folder: Path) -> Iterator[str]:
    try:
        free = shutil.disk_usage(folder).free
        files = os.statvfs(folder).f_favail if hasattr(os, "statvfs") else LEAST_FILES
        # Some file systems make room for files as they come, and say that they have none.
        counts_files = hasattr(os, "statvfs") and os.statvfs(folder).f_files > 0
    except OSError as error:
        yield f"The folder that holds the book cannot be read: {error.strerror}."
        return
    if free < LEAST_FREE:
        yield f"The disk is nearly full: {free // 2**20} MB are free where the book is kept."
    if counts_files and files < LEAST_FILES:
        yield f"The disk takes nearly no more files: {files} are free where the book is kept."
    if not os.access(folder, os.W_OK):
        yield "The folder that holds the book cannot be written to: nothing can be saved."


def _closed_tables() -> list[str]:
    if connection.vendor != "postgresql":
        return []
    role = roles.current_role(connection)
    closed = roles.tables_without_rights(connection, role)
    advice = f"as their owner, run `python manage.py grant_role {role}`."
    return [f"The role {role} lacks rights on tables ({_some(closed)}): {advice}"] if closed else []


@cache
def _migrations() -> dict[tuple[str, str], Migration]:
    """Every migration of this release, by application and name."""
    return MigrationLoader(None).disk_migrations or {}


def _some(names: Sequence[str]) -> str:
    """The first few names, and the number of the others."""
    rest = len(names) - SHOWN
    return ", ".join(names[:SHOWN]) + (f" and {rest} more" if rest > 0 else "")


def _is_old() -> bool:
    """Whether this SQLite's write-ahead log is not to be trusted (whistklub/settings.py says why)."""
    return sqlite3.sqlite_version_info < settings.FIRST_SOUND_SQLITE


def _pragma(name: str) -> str:
    with connection.cursor() as cursor:
        return str(cursor.execute(f"PRAGMA {name}").fetchone()[0])
