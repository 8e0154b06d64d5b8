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

from ledger.queries.site.engine import moved_to
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.book.witness import BACKED_UP, witness_all_or_say
from ledger.services.keeping.dumping import NO_COPY, dump, dump_proved
from ledger.services.site.other_database import last_line, manage, own_url, require_clean_audit, sqlite_url

NEWEST_KEPT = 30
MONTHS_KEPT = 12
FAILED = "backup_failed.txt"
BACKUP = re.compile(r"whistklub-(?P<month>\d{6})\d{2}-\d{6}\.(sqlite3|pgdump)")

MOVED = gettext_noop("The book was moved to %(where)s: set DATABASE_URL, so that the book in use is what is backed up.")

log = logging.getLogger(__name__)


def backups_folder() -> Path:
    """Where backups lie; they hold names and password hashes, so the folder is its owner's alone."""
    folder = Path(settings.DATA_DIR) / "backups"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def backups() -> list[Path]:
    """The backups there are, the newest first."""
    return sorted((path for path in backups_folder().iterdir() if BACKUP.fullmatch(path.name)), reverse=True)


def newest_backup() -> Path | None:
    """The newest backup; each was proved when it was made. Makes no folder, so that a page may ask on any disk."""
    try:
        names = [path for path in (Path(settings.DATA_DIR) / "backups").iterdir() if BACKUP.fullmatch(path.name)]
    except OSError:
        return None
    return max(names, default=None)


def damage_notice() -> str:
    """That the database is damaged, and which backup is the way back; not where, since everybody may read this."""
    newest = newest_backup()
    backup = f" ({newest.name}), which was proved when it was made" if newest else "; there is none in backups/"
    return f"The database is damaged: stop the site and restore the newest backup{backup}."


def back_up(*, now: datetime, keep: int = NEWEST_KEPT) -> Path:
    """Copy the database as it is at one moment, prove the copy's books, then name it as a backup and give its path.

    Nobody who writes waits for it. Of the older backups the `keep` newest stay, and the last of each of the last
    twelve months. Raises Refusal when there is no copy to be had or its book does not hold, OSError or django.db.Error
    when files or database give way; then nothing is cleared, and `failed_backup` says so until one succeeds.
    """
    try:
        target = _back_up(now)
    except (Refusal, OSError, Error) as error:
        _remember_failure(str(error))
        raise
    _failure().unlink(missing_ok=True)
    _clear_away(keep)
    witness_all_or_say(why=BACKED_UP, now=now)
    return target


def failed_backup() -> datetime | None:
    """When the last backup failed; None when it did not, or none was ever tried.

    Kept in a file beside the database, where every process of the site sees it, whoever made the backup.
    """
    try:
        return datetime.fromtimestamp(_failure().stat().st_mtime, UTC)
    except FileNotFoundError:
        return None


def back_up_before_migrating(*, now: datetime) -> Path:
    """Copy the database as it is into the backups, under a name that is never cleared away; gives the copy's path.

    It is not audited, since the book in it is of another release than this code; restoring it migrates and audits it.
    Raises Refusal when there is no copy to be had.
    """
    with _named_when_whole("before-migrate-", now) as copy:
        if connection.vendor == "sqlite":
            copy_of_file(_file(), copy)
        else:
            dump(copy)
    return backups_folder() / copy.name


def back_up_soon() -> Thread:
    """Make a backup in a process of its own, without waiting for it: for the end of an evening.

    Gives the thread that waits for that process; a backup that fails is said in the log and by `failed_backup`.
    """
    thread = Thread(target=_back_up_and_log, args=(own_url(),), name="backup", daemon=True)
    thread.start()
    return thread


def backups_to_keep(names: Collection[str], *, keep: int) -> set[str]:
    """Which backups stay: the `keep` newest, and the last of each of the last twelve months that have one."""
    newest_first = [backup for name in sorted(names, reverse=True) if (backup := BACKUP.fullmatch(name))]
    last_of_month: dict[str, str] = {}
    for backup in newest_first:
        last_of_month.setdefault(backup["month"], backup[0])
    return {*(backup[0] for backup in newest_first[:keep]), *list(last_of_month.values())[:MONTHS_KEPT]}


def copy_of_file(source: Path, copy: Path) -> None:
    """A SQLite database, with what its write-ahead log holds, as one new file at `copy`, which must be empty.

    VACUUM INTO reads one moment and takes no write lock; what was erased is not in the copy. Raises Refusal.
    """
    try:
        with closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True, timeout=20)) as database:
            database.execute("VACUUM INTO ?", [str(copy)])
    except sqlite3.Error as error:
        raise Refusal(NO_COPY, why=str(error)) from None


def put_on_disk(path: Path) -> None:
    """Wait until a file or folder is on the disk itself; a folder only where the system can."""
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
    """Make and prove one copy, and give it its name."""
    if elsewhere := moved_to():
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
    """An empty file for a copy of the database, which comes to lie among the backups when the block ends well."""
    folder, kind = backups_folder(), "sqlite3" if connection.vendor == "sqlite" else "pgdump"
    with TemporaryDirectory(dir=folder, prefix=".unproved-") as workshop:
        copy = Path(workshop) / f"whistklub-{why}{localtime(now):%Y%m%d-%H%M%S}.{kind}"
        copy.touch(mode=0o600)
        yield copy
        put_on_disk(copy)
        copy.replace(folder / copy.name)
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
    """Keep when (the file's own time) and why. A disk that takes no more is said elsewhere, by `/health` too."""
    with suppress(OSError):
        _failure().write_text(f"{why}\n", encoding="utf-8")


def _failure() -> Path:
    return Path(settings.DATA_DIR) / FAILED
