"""Backups: a copy of the database at one moment, audited before it counts, and the old ones cleared away."""

import logging
import os
import re
import sqlite3
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from django.conf import settings
from django.db import Error, connection
from django.utils.timezone import localtime

from ledger.queries.site.engine import place_moved_to
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.book.witness import BACKED_UP, witness_all_or_say
from ledger.services.keeping.dumping import NO_COPY, dump, dump_proved
from ledger.services.site.other_database import last_line, manage, own_url, require_clean_audit, sqlite_url

NEWEST_KEPT = 30  # a month of nights
MONTHS_KEPT = 12
FAILED = "backup_failed.txt"
BACKUP = re.compile(r"whistklub-(?P<month>\d{6})\d{2}-\d{6}\.(sqlite3|pgdump)")

MOVED = gettext_noop("The book was moved to %(where)s: set DATABASE_URL, so that the book in use is what is backed up.")

log = logging.getLogger(__name__)


def backups_folder() -> Path:
    """The folder of the backups, readable by its owner alone, since they hold names and password hashes."""
    folder = Path(settings.DATA_DIR) / "backups"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def backups() -> list[Path]:
    """All backups, the newest first."""
    return sorted((path for path in backups_folder().iterdir() if BACKUP.fullmatch(path.name)), reverse=True)


def newest_backup() -> Path | None:
    """The newest backup, which was proved when it was made. Makes no folder, so that a page may ask on any disk."""
    try:
        names = [path for path in (Path(settings.DATA_DIR) / "backups").iterdir() if BACKUP.fullmatch(path.name)]
    except OSError:
        return None
    return max(names, default=None)


def damage_notice() -> str:
    """A notice that the database is damaged and which backup leads back; not its path, as everybody may read this."""
    newest = newest_backup()
    backup = f" ({newest.name}), which was proved when it was made" if newest else "; there is none in backups/"
    return f"The database is damaged: stop the site and restore the newest backup{backup}."


def back_up(*, now: datetime, keep: int = NEWEST_KEPT) -> Path:
    """Copy the database as of one moment, audit the copy, then make it a backup and return its path.

    No writer waits for it. Of the older backups the `keep` newest stay, and the last of each of the last twelve months.
    Raises Refusal if no copy can be made or its audit fails, OSError or django.db.Error if files or database fail; then
    nothing is cleared, and `failed_backup` says so until one succeeds.
    """
    try:
        target = _back_up(now)
    except (Refusal, OSError, Error) as error:
        _remember_failure(str(error))
        raise
    # Older ones are cleared away only now that a newer one is proved.
    _failure().unlink(missing_ok=True)
    _clear_away(keep)
    witness_all_or_say(why=BACKED_UP, now=now)
    return target


def failed_backup() -> datetime | None:
    """When the last backup failed; None if it succeeded or none was ever made.

    Kept in a file beside the database, for every process of the site to see.
    """
    try:
        return datetime.fromtimestamp(_failure().stat().st_mtime, UTC)
    except FileNotFoundError:
        return None


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


def backups_to_keep(names: Collection[str], *, keep: int) -> set[str]:
    """The backups that stay: the `keep` newest, and the last of each of the last twelve months that have one."""
    newest_first = [backup for name in sorted(names, reverse=True) if (backup := BACKUP.fullmatch(name))]
    last_of_month: dict[str, str] = {}
    for backup in newest_first:
        last_of_month.setdefault(backup["month"], backup[0])
    return {*(backup[0] for backup in newest_first[:keep]), *list(last_of_month.values())[:MONTHS_KEPT]}


def copy_of_file(source: Path, copy: Path) -> None:
    """Copy a SQLite database, including its write-ahead log, to one new file at `copy`, which must be empty.

    VACUUM INTO reads one moment and takes no write lock; erased content is not in the copy.
    Raises Refusal if SQLite cannot make the copy.
    """
    try:
        with closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True, timeout=20)) as database:
            database.execute("VACUUM INTO ?", [str(copy)])
    except sqlite3.Error as error:
        raise Refusal(NO_COPY, why=str(error)) from None


def put_on_disk(path: Path) -> None:
    """Wait until a file or folder is on the disk itself; for a folder only if the system can."""
    if path.is_dir() and os.name == "nt":
        return
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _clear_away(keep: int) -> None:
    there = backups()
    stay = backups_to_keep([path.name for path in there], keep=keep)
    for path in there:
        if path.name not in stay:
            path.unlink()


def _back_up(now: datetime) -> Path:
    """Make and prove one copy, and name it."""
    if elsewhere := place_moved_to():
        raise Refusal(MOVED, where=elsewhere)
    with _named_when_whole("", now) as copy:
        if connection.vendor == "sqlite":
            copy_of_file(_file(), copy)
            require_clean_audit(sqlite_url(copy))
        else:
            dump_proved(copy)
    return backups_folder() / copy.name


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


def _remember_failure(why: str) -> None:
    """Keep when a backup failed (the file's own time) and why. A full disk is reported elsewhere, by `/health` too."""
    with suppress(OSError):
        _failure().write_text(f"{why}\n", encoding="utf-8")


def _failure() -> Path:
    return Path(settings.DATA_DIR) / FAILED
