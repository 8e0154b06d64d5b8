"""What the site asks of its database as such.

The sentences are for whoever runs the server, so they are in English only, as Django's own are.
"""

import errno
import os
import re
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import Any

from django.conf import settings
from django.db import Error, InterfaceError, OperationalError, connection, transaction
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Exists, OuterRef, QuerySet

from ledger.models import Club, ReadingLink, Season
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
    if connection.vendor == "postgresql":
        role = roles.current_role(connection)
        if closed := roles.tables_without_rights(connection, role):
            advice = f"as their owner, run `python manage.py grant_role {role}`."
            faults.append(f"The role {role} lacks rights on tables ({_some(closed)}): {advice}")
    return tuple(faults)


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
    migrations = _migrations()
    unknown = set(applied) - {*migrations, *migrations[RELEASE_0_2_0].replaces}
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


# Kinds of database failure: busy, away, full, damaged, read-only, or moved.


class Failure(Enum):
    """Why the database did not do what it was asked; the gravest kind comes first."""

    DAMAGED = "damaged"
    GONE = "gone"
    DISK = "disk"
    READ_ONLY = "read_only"
    FULL = "full"
    AWAY = "away"
    BUSY = "busy"


# https://sqlite.org/rescode.html: 11 corrupt, 26 not a database, 10 I/O error, 8 read-only, 14 cannot be opened
OF_SQLITE = {
    5: Failure.BUSY,
    6: Failure.BUSY,
    8: Failure.READ_ONLY,
    10: Failure.DISK,
    11: Failure.DAMAGED,
    13: Failure.FULL,
    14: Failure.AWAY,
    26: Failure.DAMAGED,
}
# SQLITE_READONLY_DBMOVED: asked for whole, since its last byte alone says that the file is read-only.
DATABASE_FILE_MOVED = 1032
# https://www.postgresql.org/docs/current/errcodes-appendix.html
OF_POSTGRESQL = {
    "53100": Failure.FULL,
    "58030": Failure.DISK,
    "25006": Failure.READ_ONLY,
    "XX001": Failure.DAMAGED,
    "XX002": Failure.DAMAGED,
}
OF_SYSTEM = {errno.ENOSPC: Failure.FULL, errno.EROFS: Failure.READ_ONLY, errno.EIO: Failure.DISK}
# Django's functions that make values of what the database holds.
READING_A_ROW = {("django.db.models.sql.compiler", "apply_converters"), ("django.db.backends.sqlite3.base", "<lambda>")}


def failure_of(error: BaseException | None) -> Failure | None:
    """The gravest database failure among an error and its causes; None if there is none."""
    failures = {failure for cause in causes(error) if (failure := _failure_of_one(cause))}
    return next((failure for failure in Failure if failure in failures), None)


def will_pass(error: BaseException) -> bool:
    """Whether trying again may help: the database was busy, or its server was away."""
    is_of_a_file = any(isinstance(cause, sqlite3.Error) for cause in causes(error))
    return failure_of(error) in ({Failure.BUSY} if is_of_a_file else {Failure.BUSY, Failure.AWAY})


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error and its causes."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _failure_of_one(error: BaseException) -> Failure | None:
    if isinstance(error, Error):
        return _of_database(error)
    if isinstance(error, OSError):
        return OF_SYSTEM.get(error.errno or 0)
    return Failure.DAMAGED if isinstance(error, ValueError | TypeError) and _was_reading(error.__traceback__) else None


def _of_database(error: Error) -> Failure | None:
    engine = error.__cause__
    if isinstance(engine, sqlite3.Error):
        code = getattr(engine, "sqlite_errorcode", None)
        if code is None:  # Python's own words for a text that is none
            return Failure.DAMAGED if "decode" in str(engine) else None
        # The last byte of an extended code is the kind of failure.
        return Failure.GONE if code == DATABASE_FILE_MOVED else OF_SQLITE.get(code & 0xFF)
    lost = Failure.AWAY if isinstance(error, OperationalError | InterfaceError) else None
    return OF_POSTGRESQL.get(getattr(engine, "sqlstate", None) or "", lost)


def _was_reading(traceback: TracebackType | None) -> bool:
    """Whether an error was raised while a stored value was being read: then it is the value that is wrong."""
    while traceback is not None:
        frame = traceback.tb_frame
        if (frame.f_globals.get("__name__"), frame.f_code.co_name) in READING_A_ROW:
            return True
        traceback = traceback.tb_next
    return False


# One moment of the database for many queries, without blocking writers.


@contextmanager
def one_moment() -> Iterator[None]:
    """Read everything in a block as it was at the first query; within a transaction, as that sees it."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            # Transactions begin with the write lock here (whistklub/sqlite.py), so a reader begins its own.
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
    else:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


def apart() -> AbstractContextManager[object]:
    """Isolate a query inside one moment that may fail: on PostgreSQL its failure would fail all later ones."""
    return transaction.atomic() if connection.vendor == "postgresql" else nullcontext()


def in_pieces(rows: QuerySet[Any, Any], size: int) -> Iterator[Any]:
    """Rows fetched in chunks.

    A server-side cursor lives as long as its transaction: outside one, two cursors see two moments, and a pooler lends
    the connection to somebody else between two chunks.
    Raises RuntimeError outside a transaction.
    """
    # Of `one_moment` on SQLite Django itself knows nothing.
    opened = connection.connection if connection.vendor == "sqlite" else None
    if not (connection.in_atomic_block or (opened is not None and opened.in_transaction)):
        raise RuntimeError("Rows are read in pieces within `one_moment` or a transaction.")
    # As `iterator` does where the settings allow server-side cursors, which they do nowhere else.
    return iter(rows._iterator(True, size))  # type: ignore[attr-defined]


# The version of what a club's pages show: one small query that tells whether a kept page still holds, and for whom.


@dataclass(frozen=True)
class PageVersion:
    """A text that changes with every entry in any of a club's books and every change of its registers.

    `club` has what says who reads, and the language that it speaks to those who have chosen none; nothing else of it is
    loaded. `is_by_link` says that it is read by links, and that the visitor's is one of them.
    """

    text: str
    club: Club
    is_by_link: bool


def page_version(*, club_slug: str, link_digest: str) -> PageVersion | None:
    """The version a club's pages have now, or None when there is no such club; one query, one row per season.

    `link_digest` is that of the link by which the visitor came, if any.
    """
    # A club has a season from the start, so that its seasons find it.
    seasons = Season.objects.filter(club__slug=club_slug, club__removed_at=None).order_by("pk")
    has_link = Exists(ReadingLink.objects.filter(club=OuterRef("club"), token_digest=link_digest))
    rows = list(
        seasons.annotate(has_link=has_link).values_list(
            *("club_id", "club__language", "club__revision", "club__readers", "club__is_listed"),
            *("club__has_chosen_readers", "has_link", "pk", "entry_count", "head"),
        )
    )
    if not rows:
        return None
    pk, language, revision, readers, is_listed, has_chosen, is_by_link = rows[0][:7]
    # Twelve digits beside the count tell two states of a book apart, and keep the text short.
    books = "-".join(f"{season}.{count}.{head[:12]}" for *_, season, count, head in rows)
    club = Club(pk=pk, language=language, readers=readers, is_listed=is_listed, has_chosen_readers=has_chosen)
    return PageVersion(f"{revision}-{books}", club, is_by_link and readers == Club.Readers.LINK)
