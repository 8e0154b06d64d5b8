"""The backups that there are, how old the newest one is, and whether the last one failed."""

import os
import re
from collections.abc import Collection
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.utils.timezone import make_aware
from django.utils.translation import gettext, ngettext

NEWEST_KEPT = 30  # a month of nights
MONTHS_KEPT = 12
OVERDUE = timedelta(hours=48)  # a night may be missed, two are a fault
FEW_HOURS = 72  # which are told one by one; from then on in days
FAILED = "backup_failed.txt"
BACKUP = re.compile(r"whistklub-(?P<at>(?P<month>\d{6})\d{2}-\d{6})\.(sqlite3|pgdump)")


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
    made_at = newest_made_at() or _beginning_of_installation()
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
    try:
        return datetime.fromtimestamp(_failure().stat().st_mtime, UTC)
    except FileNotFoundError:
        return None


def remember_failure(why: str) -> None:
    """Keep when a backup failed (the file's own time) and why. A full disk is reported elsewhere, by `/health` too."""
    with suppress(OSError):
        _failure().write_text(f"{why}\n", encoding="utf-8")


def forget_failure() -> None:
    """Take the note of a failed backup away: one has succeeded."""
    _failure().unlink(missing_ok=True)


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


def _beginning_of_installation() -> datetime | None:
    """When the installation began, by its secret key; None where the key is not in the data folder."""
    try:
        return datetime.fromtimestamp((Path(settings.DATA_DIR) / "secret_key").stat().st_mtime, UTC)
    except OSError:
        return None


def _failure() -> Path:
    return Path(settings.DATA_DIR) / FAILED
