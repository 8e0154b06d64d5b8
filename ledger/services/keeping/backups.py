"""Backups: the database copied at one moment, proved before it counts, taken elsewhere, cleared away when old."""

import logging
import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Collection, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import takewhile
from pathlib import Path
from subprocess import PIPE, Popen
from tempfile import TemporaryDirectory, TemporaryFile
from threading import Thread

from django.conf import settings
from django.db import Error, connection
from django.db.backends.utils import CursorWrapper
from django.utils.timezone import localtime, make_aware
from django.utils.translation import gettext, ngettext
from psycopg.conninfo import make_conninfo

from ledger.queries.book.audit.audit import audit
from ledger.queries.site import one_moment, place_moved_to
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.site.other_database import (
    DOES_NOT_HOLD,
    last_line,
    libpq_settings,
    manage,
    own_url,
    require_clean_audit,
    sqlite_url,
    without_haste,
)

NEWEST_KEPT = 30  # a month of nights
MONTHS_KEPT = 12
OVERDUE = timedelta(hours=48)  # a night may be missed, two are a fault
FEW_HOURS = 72  # which are told one by one; from then on in days
LONGEST_SECONDS = 3600  # for a slow line; a command that waits for an answer would else wait for ever
FAILED = "backup_failed.txt"
BACKUP = re.compile(r"whistklub-(?P<at>(?P<month>\d{6})\d{2}-\d{6})\.(sqlite3|pgdump)")
MOVED = gettext_noop("The book was moved to %(where)s: set DATABASE_URL, so that the book in use is what is backed up.")
COMMAND_FAILED = gettext_noop("The command for backups failed: %(why)s")

log = logging.getLogger(__name__)


def back_up(*, now: datetime, keep: int = NEWEST_KEPT) -> Path:
    """Copy the database as of one moment, audit the copy, make it a backup, take it elsewhere, and return its path.

    No writer waits for it. Of the older backups the `keep` newest stay, and the last of each of the last twelve months.
    Raises Refusal if no copy can be made, its audit fails, or it cannot be taken elsewhere, OSError or django.db.Error
    if files or database fail; then nothing is cleared, and `failed_backup` says so until one succeeds.
    """
    try:
        if elsewhere := place_moved_to():
            raise Refusal(MOVED, where=elsewhere)
        with _named_when_whole("", now) as copy:
            if connection.vendor == "sqlite":
                copy_of_file(_file(), copy)
                require_clean_audit(sqlite_url(copy))
            else:
                dump_proved(copy)
        target = backups_folder() / copy.name
        take_elsewhere(target, keep=keep)
    except (Refusal, OSError, Error) as error:
        _remember_failure(str(error))
        raise
    # Older ones are cleared away only now that a newer one is proved.
    _failure().unlink(missing_ok=True)
    clear_away(backups_folder(), keep=keep)
    return target


def back_up_before_migrating(*, now: datetime) -> Path:
    """Copy the database into the backups, under a name that is never cleared away; returns the copy's path.

    The copy is not audited, since its book is of another release; restoring it migrates and audits it.
    Raises Refusal if no copy can be made.
    """
    with _named_when_whole("before-migrate-", now) as copy:
        if connection.vendor == "sqlite":
            copy_of_file(_file(), copy)
        else:
            dump(copy)
    return backups_folder() / copy.name


def back_up_soon() -> Thread:
    """Start a backup in a process of its own, without waiting for it: at the end of an evening.

    Returns the thread that waits for that process; a failure shows in the log and by `failed_backup`.
    """
    # The work is a process's, since an audit in a thread would hold up every page of this one.
    thread = Thread(target=_back_up_and_log, args=(own_url(),), name="backup", daemon=True)
    thread.start()
    return thread


def copy_of_file(source: Path, copy: Path) -> None:
    """Copy a SQLite database, including its write-ahead log, to one new file at `copy`, which must be empty.

    VACUUM INTO reads one moment and takes no write lock; erased content is not in the copy.
    Raises Refusal if SQLite cannot make the copy.
    """
    try:
        # Not "ro", by which SQLite 3.40 cannot copy a table that has generated columns and a CHECK. Neither makes a
        # file that is missing.
        with closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=rw", uri=True, timeout=20)) as database:
            database.execute("VACUUM INTO ?", [str(copy)])
    except sqlite3.Error as error:
        raise Refusal(NO_COPY, why=str(error)) from None


def take_elsewhere(backup: Path, *, keep: int) -> None:
    """Copy a proved backup to the second folder, thinned out like the first, and hand it to the club's own command.

    Does what the settings name, and nothing where they name nothing.
    Raises Refusal for a folder that is not there or a command that fails, OSError if the copy cannot be written.
    """
    if settings.BACKUP_FOLDER:
        _copy_to(Path(settings.BACKUP_FOLDER), backup)
        clear_away(Path(settings.BACKUP_FOLDER), keep=keep)
    if settings.BACKUP_COMMAND:
        _run_own_command(settings.BACKUP_COMMAND, backup)


def backups_folder() -> Path:
    """The folder of the backups, readable by its owner alone, since they hold names and password hashes."""
    folder = Path(settings.DATA_DIR) / "backups"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def backups() -> list[Path]:
    """All backups, the newest first, each proved when it was made. Makes no folder: a page may ask on any disk."""
    try:
        files = list((Path(settings.DATA_DIR) / "backups").iterdir())
    except OSError:
        return []
    return sorted((file for file in files if BACKUP.fullmatch(file.name)), reverse=True)


def newest_backup() -> Path | None:
    """The newest backup."""
    return next(iter(backups()), None)


def damage_notice() -> str:
    """A notice that the database is damaged and which backup leads back; not its path, as everybody may read this."""
    newest = newest_backup()
    backup = f" ({newest.name}), which was proved when it was made" if newest else "; there is none in backups/"
    return f"The database is damaged: stop the site and restore the newest backup{backup}."


def newest_made_at() -> datetime | None:
    """When the newest backup was made, by its name; None without one."""
    newest = newest_backup()
    named = BACKUP.fullmatch(newest.name) if newest else None
    try:
        return make_aware(datetime.strptime(named["at"], "%Y%m%d-%H%M%S")) if named else None  # noqa: DTZ007
    except ValueError:  # a name that somebody gave by hand, with a month of its own
        return None


def is_overdue(*, now: datetime) -> bool:
    """Whether the newest backup is too old, or an installation that old has none yet."""
    # An installation is as old as its secret key, and of an unknown age where that is not in the data folder.
    made_at = newest_made_at() or _file_time(Path(settings.DATA_DIR) / "secret_key")
    return made_at is not None and now - made_at > OVERDUE


def age_of_backups(*, now: datetime) -> str:
    """How old the newest backup is, as a sentence in the reader's language."""
    made_at = newest_made_at()
    if made_at is None:
        return gettext("There is no backup yet.")
    hours = int((now - made_at).total_seconds() // 3600)
    if hours < FEW_HOURS:
        told = ngettext("The newest backup is %(hours)s hour old.", "The newest backup is %(hours)s hours old.", hours)
        return told % {"hours": hours}
    return gettext("The newest backup is %(days)s days old.") % {"days": hours // 24}


def failed_backup() -> datetime | None:
    """When the last backup failed; None if it succeeded or none was ever made.

    Kept in a file beside the database, for every process of the site to see.
    """
    return _file_time(_failure())


def backups_to_keep(names: Collection[str], *, keep: int) -> set[str]:
    """The backups that stay: the `keep` newest, and the last of each of the last twelve months that have one."""
    newest_first = [backup for name in sorted(names, reverse=True) if (backup := BACKUP.fullmatch(name))]
    last_of_month: dict[str, str] = {}
    for backup in newest_first:
        last_of_month.setdefault(backup["month"], backup[0])
    return {*(backup[0] for backup in newest_first[:keep]), *list(last_of_month.values())[:MONTHS_KEPT]}


def clear_away(folder: Path, *, keep: int) -> None:
    """Delete the backups in a folder that `backups_to_keep` does not name."""
    there = {path.name for path in folder.iterdir() if BACKUP.fullmatch(path.name)}
    for name in there - backups_to_keep(there, keep=keep):
        (folder / name).unlink()


def put_on_disk(path: Path) -> None:
    """Wait until a file or folder is on the disk itself; for a folder only if the system can."""
    if path.is_dir() and os.name == "nt":
        return
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def whole_file(target: Path) -> Iterator[Path]:
    """An empty file, for its owner alone, that gets its name once the block has filled it and it is on the disk."""
    new = target.with_name(f".{target.name}.new")
    try:
        new.unlink(missing_ok=True)
        # Made first and anew, so that nobody else may read it while it grows.
        new.touch(mode=0o600, exist_ok=False)
        yield new
        # Or a power cut could leave the name with nothing behind it, and the older file gone.
        put_on_disk(new)
        new.replace(target)
        put_on_disk(target.parent)
    finally:
        new.unlink(missing_ok=True)


@contextmanager
def _named_when_whole(why: str, now: datetime) -> Iterator[Path]:
    """An empty file for a copy of the database, moved among the backups if the block succeeds."""
    folder, kind = backups_folder(), "sqlite3" if connection.vendor == "sqlite" else "pgdump"
    with TemporaryDirectory(dir=folder, prefix=".unproved-") as workshop:
        copy = Path(workshop) / f"whistklub-{why}{localtime(now):%Y%m%d-%H%M%S}.{kind}"
        # Made first, so that nobody else may read it while it grows; SQLite fills a file that is empty.
        copy.touch(mode=0o600)
        yield copy
        # First on the disk, then named: after a power cut whatever has a backup's name is whole.
        put_on_disk(copy)
        copy.replace(folder / copy.name)
    # The name too, before older backups are cleared away.
    put_on_disk(folder)


def _file() -> Path:
    """The site's SQLite database."""
    return Path(connection.settings_dict["NAME"])


def _back_up_and_log(url: str) -> None:
    outcome = manage(url, "backup")
    if outcome.returncode:
        log.error("The backup failed: %s", last_line(outcome))
        _remember_failure(last_line(outcome))  # also where it came to no refusal of its own


def _copy_to(folder: Path, backup: Path) -> None:
    """Copy a backup into a folder, where it gets its name once it is whole and on the disk."""
    if not folder.is_dir():  # not made here: it would lie on this disk where another one is missing
        raise Refusal(
            gettext_noop("There is no folder %(folder)s to copy the backup to: is its disk there?"), folder=folder
        )
    with whole_file(folder / backup.name) as copy:
        shutil.copyfile(backup, copy)


def _run_own_command(command: str, backup: Path) -> None:
    """Run the club's own command with the backup's path as "$1"."""
    try:
        outcome = subprocess.run(  # noqa: S603 - whoever runs the installation wrote it
            ["/bin/sh", "-c", command, "sh", str(backup)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=LONGEST_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Refusal(COMMAND_FAILED, why=f"no end after {LONGEST_SECONDS} s") from None
    if outcome.returncode:
        lines = outcome.stderr.decode(errors="replace").strip().splitlines()
        raise Refusal(COMMAND_FAILED, why=lines[-1] if lines else f"exit code {outcome.returncode}")


def _file_time(file: Path) -> datetime | None:
    """When a file was written, None if it is not there."""
    try:
        return datetime.fromtimestamp(file.stat().st_mtime, UTC)
    except OSError:
        return None


def _remember_failure(why: str) -> None:
    """Keep when a backup failed (the file's own time) and why. A full disk is reported elsewhere, by `/health` too."""
    with suppress(OSError):
        _failure().write_text(f"{why}\n", encoding="utf-8")


def _failure() -> Path:
    return Path(settings.DATA_DIR) / FAILED


# A proved dump of PostgreSQL: the audit and the dump read one moment, and are compared row by row.


NO_PG_DUMP = gettext_noop(
    "The program pg_dump is missing. Install PostgreSQL's client programs, or let the server itself be backed up."
)
THROUGH_A_POOLER = gettext_noop(
    "The way to the database leads through a pooler, which no dump may take: set WHISTKLUB_DUMP_SERVER to the host and "
    "port of PostgreSQL itself."
)
NO_COPY = gettext_noop("The database could not be copied: %(why)s")
ROWS_OF = re.compile(rb"COPY (\S+ \(.*\)) FROM stdin;\n")
# Its tables and functions one by one: the schema itself may be another role's.
EMPTY_THE_SCHEMA = b"""
DO $$ DECLARE thing record; BEGIN
    FOR thing IN SELECT oid::regclass AS name FROM pg_class
        WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
    LOOP EXECUTE format('DROP TABLE %s CASCADE', thing.name); END LOOP;
    FOR thing IN SELECT oid::regprocedure AS name FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
    LOOP EXECUTE format('DROP FUNCTION %s CASCADE', thing.name); END LOOP;
END $$;
"""
END_OF_ROWS = b"\\.\n"

Digest = tuple[int, int]  # how many rows, and the sum of their digests: whatever their order


def dump_proved(copy: Path) -> None:
    """Dump the database to the file `copy`, audit the book as of that moment, and prove that the dump holds just that.

    Raises Refusal when a program is missing or fails, the book does not hold, or the dump's rows differ.
    """
    with one_moment(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_export_snapshot()")
        (moment,) = cursor.fetchone()
        dump(copy, f"--snapshot={moment}")
        audited = audit()
        if audited.findings:
            raise Refusal(DOES_NOT_HOLD, why=str(audited.findings[0]))
        dumped = {heading: digest_of_rows(rows) for heading, rows in tables_in(copy)}
        require_the_same(dumped, cursor)


def dump(copy: Path, *options: str) -> None:
    """Write the database to a file by pg_dump, with all connection settings of DATABASE_URL.

    Raises Refusal if pg_dump fails.
    """
    if not settings.DUMP_SERVER and _is_through_a_pooler():
        raise Refusal(THROUGH_A_POOLER)
    server, surroundings = _way_to_the_server()
    command = [_program("pg_dump"), "--format=custom", f"--file={copy}", server, *options]
    outcome = subprocess.run(command, env=surroundings, capture_output=True, text=True, check=False)  # noqa: S603
    if outcome.returncode:
        raise Refusal(NO_COPY, why=_reason(outcome.stderr))


def put_dump_back(file: Path) -> None:
    """Put what a dump holds, with its roles' rights, in the place of everything that the database holds.

    It is one transaction: whatever goes wrong, the database stays as it is.
    Raises Refusal if a program is missing or fails.
    """
    read = [_program("pg_restore"), "--no-owner", "--file=-", str(file)]
    server, surroundings = _way_to_the_server()
    options = ["--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", "--output=/dev/null"]
    write = [_program("psql"), *options, server, "--file=-"]
    with TemporaryFile("w+b") as statements:
        statements.write(EMPTY_THE_SCHEMA)
        statements.flush()
        outcome = subprocess.run(read, env=surroundings, stdout=statements, stderr=PIPE, check=False)  # noqa: S603
        if not outcome.returncode:
            statements.seek(0)
            outcome = subprocess.run(write, env=surroundings, stdin=statements, stderr=PIPE, check=False)  # noqa: S603
    if outcome.returncode:
        raise Refusal(gettext_noop("The copy could not be put back: %(why)s"), why=_reason(outcome.stderr.decode()))


def _is_through_a_pooler() -> bool:
    """Whether a pooler answers for the server: the process that it claims to be is not the one it asks.

    pg_dump empties its session's search path before it begins its transaction. A pooler passes that session on to pages
    that then find no table, and the transaction may be of another session, whose dump cannot be restored.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (serves,) = cursor.fetchone()
    return bool(connection.connection.info.backend_pid != serves)


def rows_dumped(copy: Path, table: str) -> Iterator[dict[str, str]]:
    """The rows of one table in a dump, each by its columns, as PostgreSQL spells values.

    Raises Refusal if pg_restore cannot read the dump.
    """
    for heading, rows in tables_in(copy, f"--table={table}"):
        columns = heading.partition("(")[2].rstrip(")").replace('"', "").split(", ")
        for row in rows:
            yield dict(zip(columns, row.decode().rstrip("\n").split("\t"), strict=True))


def tables_in(copy: Path, *options: str) -> Iterator[tuple[str, Iterator[bytes]]]:
    """Each table in a dump, as it stands after COPY, with its rows, which are read before the next table is asked for.

    Raises Refusal if pg_restore cannot read the dump to its end.
    """
    command = [_program("pg_restore"), "--data-only", "--file=-", *options, str(copy)]
    # Errors go to a file: a pipe that nobody empties while the rows are read would stop the program.
    with TemporaryFile("w+") as errors, Popen(command, stdout=PIPE, stderr=errors, env=_surroundings()) as restore:  # noqa: S603
        lines = iter(restore.stdout or ())
        for line in lines:
            if table := ROWS_OF.fullmatch(line):
                yield table[1].decode(), takewhile(END_OF_ROWS.__ne__, lines)
        restore.wait()
        errors.seek(0)
        if restore.returncode:
            raise Refusal(NO_COPY, why=_reason(errors.read()))


def require_the_same(dumped: dict[str, Digest], cursor: CursorWrapper) -> None:
    """Raise Refusal if a dump lacks a table, or if any of its rows differs from the database's."""
    names = {table.partition(" ")[0].rpartition(".")[2].strip('"') for table in dumped}
    differ = sorted(set(connection.introspection.table_names(cursor)) - names)
    for table, rows in dumped.items():
        with cursor.copy(f"COPY {table} TO STDOUT") as stored:
            if digest_of_rows(bytes(row) for row in stored) != rows:
                differ.append(table.partition(" ")[0])
    if differ:
        raise Refusal(gettext_noop("The copy is not what the database held: %(tables)s."), tables=", ".join(differ))


def digest_of_rows(rows: Iterable[bytes]) -> Digest:
    count = total = 0
    for row in rows:
        count, total = count + 1, total + int.from_bytes(sha256(row).digest())
    return count, total


def _program(name: str) -> str:
    program = shutil.which(name)
    if program is None:
        raise Refusal(NO_PG_DUMP)
    return program


def _way_to_the_server() -> tuple[str, dict[str, str]]:
    """How PostgreSQL's programs reach the database: an option, and their environment, which has the password."""
    settled = libpq_settings() | settings.DUMP_SERVER
    password = settled.pop("password", "")  # not in the command, which everybody on the machine can read
    return f"--dbname={make_conninfo(**settled)}", _surroundings(PGPASSWORD=password)


def _surroundings(**more: str) -> dict[str, str]:
    """The environment of PostgreSQL's programs: times in UTC, like the site's own connection, and English messages."""
    return {**without_haste(), "PGTZ": "UTC", "LC_ALL": "C", **more}


def _reason(errors: str) -> str:
    """The first error that such a program printed: what follows only gives its context."""
    lines = errors.strip().splitlines() or ["?"]
    return next((line for line in lines if "error:" in line), lines[-1])
