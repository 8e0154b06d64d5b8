"""Backups: a copy of the database at one moment, audited before it counts, and the old ones cleared away."""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from django.db import Error, connection
from django.utils.timezone import localtime

from ledger.queries.site.engine import place_moved_to
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.keeping.backups.elsewhere import take_elsewhere
from ledger.services.keeping.backups.folder import (
    NEWEST_KEPT,
    backups_folder,
    clear_away,
    forget_failure,
    put_on_disk,
    remember_failure,
)
from ledger.services.keeping.dumping import NO_COPY, dump, dump_proved
from ledger.services.site.other_database import last_line, manage, own_url, require_clean_audit, sqlite_url

MOVED = gettext_noop("The book was moved to %(where)s: set DATABASE_URL, so that the book in use is what is backed up.")

log = logging.getLogger(__name__)


def back_up(*, now: datetime, keep: int = NEWEST_KEPT) -> Path:
    """Copy the database as of one moment, audit the copy, make it a backup, take it elsewhere, and return its path.

    No writer waits for it. Of the older backups the `keep` newest stay, and the last of each of the last twelve months.
    Raises Refusal if no copy can be made, its audit fails, or it cannot be taken elsewhere, OSError or django.db.Error
    if files or database fail; then nothing is cleared, and `failed_backup` says so until one succeeds.
    """
    try:
        target = _back_up(now)
        take_elsewhere(target, keep=keep)
    except (Refusal, OSError, Error) as error:
        remember_failure(str(error))
        raise
    # Older ones are cleared away only now that a newer one is proved.
    forget_failure()
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
        with closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True, timeout=20)) as database:
            database.execute("VACUUM INTO ?", [str(copy)])
    except sqlite3.Error as error:
        raise Refusal(NO_COPY, why=str(error)) from None


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
        remember_failure(last_line(outcome))  # also where it came to no refusal of its own
