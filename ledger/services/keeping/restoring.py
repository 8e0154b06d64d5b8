"""Restoring a backup: proved first, then put in the database's place, with the former one kept beside it."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from secrets import token_urlsafe
from tempfile import TemporaryDirectory

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.utils.timezone import localtime
from django_otp.plugins.otp_totp.models import TOTPDevice

from ledger.models import Club, Invitation, RecoveryCode, SheetLink
from ledger.queries.site import BEFORE_0_2_0, is_before_0_2_0, unknown_migrations, versions
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.book.log import Kind, note
from ledger.services.clubs.addresses import Readers, choose_readers
from ledger.services.keeping.backups import put_dump_back, put_on_disk
from ledger.services.site.other_database import last_line, manage, require_clean_audit, sqlite_url

NOT_A_BOOK = gettext_noop("%(file)s is not a backup of this site: %(why)s")
NEWER = gettext_noop(
    "%(file)s was made by a newer release (%(newer)s; this is %(version)s): bring the site up to date first."
)
IN_USE = gettext_noop("The site is in use: stop it first, then restore.")
ONLY_FILES = gettext_noop(
    "This site keeps its book in PostgreSQL: restore its backup with pg_restore, then run manage.py audit."
)
BESIDE = ("-wal", "-shm")  # what SQLite keeps beside a database


def restore(*, file: Path, now: datetime) -> Path | None:
    """Put a backup in the place of the site's SQLite database; returns the path of the former one, if there was one.

    A copy of the file is brought up to date and audited; the file itself is only read.
    Raises Refusal, with nothing changed, for a file that is no database or fails the audit, and while anybody has the
    database open.
    """
    if connection.vendor != "sqlite":
        raise Refusal(ONLY_FILES)
    live = Path(connection.settings_dict["NAME"])
    # Our own connection would count as somebody who has the database open.
    connection.close()
    with _copied(file) as copy:
        _require_a_book(file, copy)
        _bring_up_to_date(file, copy)
        require_clean_audit(sqlite_url(copy))
        put_on_disk(copy)
        if live.exists():
            with _shut(live):
                # While it is held, or somebody could begin to write to the file that is on its way out.
                kept = _keep(live, now)
                copy.replace(live)
        else:
            copy.replace(live)
            kept = None
    put_on_disk(live.parent)
    return kept


def put_back(*, file: Path) -> None:
    """Put a copy that was made before migrating back in the database's place, as it was: the way back of an upgrade.

    It is of another release, so it is neither brought up to date nor audited, and the database that it takes the place
    of, which is migrated in part or whole, is not kept. On PostgreSQL the connection must be the tables' owner's.
    Raises Refusal, with nothing changed, where there is no such file, where it cannot be put back, and on SQLite while
    anybody has the database open.
    """
    _require_file(file)
    if connection.vendor != "sqlite":
        put_dump_back(file)
        return
    live = Path(connection.settings_dict["NAME"])
    connection.close()
    with _copied(file) as copy:
        put_on_disk(copy)
        with _shut(live):
            for suffix in BESIDE:
                Path(f"{live}{suffix}").unlink(missing_ok=True)
            copy.replace(live)
    put_on_disk(live.parent)


@contextmanager
def _copied(file: Path) -> Iterator[Path]:
    """A copy of a file for as long as the block takes, with its write-ahead log if that was copied along."""
    _require_file(file)
    with TemporaryDirectory(dir=settings.DATA_DIR, prefix=".restoring-") as workshop:
        copy = Path(workshop) / "book.sqlite3"
        # Made first, so that nobody else may read it while it is copied.
        copy.touch(mode=0o600)
        for suffix in ("", "-wal"):
            beside = Path(f"{file}{suffix}")
            if beside.exists():
                shutil.copyfile(beside, f"{copy}{suffix}")
        yield copy


def _require_file(file: Path) -> None:
    if not file.is_file():
        raise Refusal(gettext_noop("There is no file %(file)s."), file=file)


def _require_a_book(file: Path, copy: Path) -> None:
    """Raise Refusal for what is no database of this site, or one that this release cannot bring up to date."""
    try:
        with closing(sqlite3.connect(copy)) as database:
            applied = database.execute("SELECT app, name FROM django_migrations").fetchall()
    except sqlite3.Error as error:
        raise Refusal(NOT_A_BOOK, file=file, why=str(error)) from None
    if is_before_0_2_0(applied):
        raise Refusal(BEFORE_0_2_0)
    if unknown := unknown_migrations(applied):
        raise Refusal(NEWER, file=file, **versions(applied, unknown))


def _bring_up_to_date(file: Path, copy: Path) -> None:
    """Migrate a backup's copy; forget in it who was forgotten since, and let nobody in by it.

    Raises Refusal if that fails.
    """
    for step in (["migrate", "-v0", "--no-backup", "--skip-checks"], ["forget_again", "--restored"]):
        outcome = manage(sqlite_url(copy), *step)
        if outcome.returncode:
            raise Refusal(NOT_A_BOOK, file=file, why=last_line(outcome))


@contextmanager
def _shut(live: Path) -> Iterator[None]:
    """Hold the database so that nobody else has it open.

    A write-ahead log is only given up to the last one who has the database open: that is the question asked here, and
    with the answer the file is whole without its log. A file too damaged to be asked counts as free.
    Raises Refusal if somebody has.
    """
    with closing(sqlite3.connect(live, timeout=0, isolation_level=None)) as database:
        try:
            database.execute("PRAGMA locking_mode = EXCLUSIVE")
            (mode,) = database.execute("PRAGMA journal_mode = DELETE").fetchone()
            if mode != "delete":
                raise Refusal(IN_USE)
            database.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise Refusal(IN_USE) from None
        except sqlite3.DatabaseError:
            pass
        yield


def _keep(live: Path, now: datetime) -> Path:
    """Give the former database a second name before it loses its first, so that there is always one."""
    kept = live.with_name(f"{live.stem}-before-restore-{localtime(now):%Y%m%d-%H%M%S}{live.suffix}")
    try:
        # FAT and some network drives know no second name, and get a copy.
        os.link(live, kept)
    except OSError:
        shutil.copyfile(live, kept)
    for suffix in BESIDE:
        beside = Path(f"{live}{suffix}")
        if beside.exists():
            beside.replace(f"{kept}{suffix}")
    return kept


# After a restore nobody is let in by what is older than it.


LET_IN = gettext_noop(
    "No password, link or sign-in from before works any more, and every club is read by its board alone. "
    "`manage.py password_link NAME` lets a club's first administrator in."
)


@transaction.atomic
def close_every_door(*, now: datetime) -> None:
    """End every session, link, password and second factor, and let each club be read by its board alone.

    Addresses go too: by one that was changed since the backup, whoever has it would be sent a link.
    """
    Session.objects.all().delete()
    TOTPDevice.objects.all().delete()
    RecoveryCode.objects.all().delete()
    for account in User.objects.order_by("pk"):
        account.set_unusable_password()  # which ends the links to choose one
        account.email = ""
        # Or whoever has the club's file could claim it, as one whose board never had a password.
        account.last_login = account.last_login or now
        account.save(update_fields=["password", "email", "last_login"])
    for link in SheetLink.objects.order_by("pk"):
        link.token = token_urlsafe()
        link.save(update_fields=["token"])
    for invitation in Invitation.objects.select_related("club").order_by("pk"):
        note(club=invitation.club, kind=Kind.UNINVITED, author=None, now=now, before=invitation.role)
        invitation.delete()
    for club in Club.objects.order_by("pk"):
        choose_readers(club=club, readers=Readers.BOARD, is_listed=False, has_chosen=False, author=None, now=now)
