"""A backup's second place: another folder, and whatever a command of the club's own does with it."""

import shutil
import subprocess
from pathlib import Path

from django.conf import settings

from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.keeping.backups.folder import clear_away, put_on_disk

LONGEST_SECONDS = 3600  # for a slow line; a command that waits for an answer would else wait for ever
NO_FOLDER = gettext_noop("There is no folder %(folder)s to copy the backup to: is its disk there?")
COMMAND_FAILED = gettext_noop("The command for backups failed: %(why)s")


def take_elsewhere(backup: Path, *, keep: int) -> None:
    """Copy a proved backup to the second folder, thinned out like the first, and hand it to the club's own command.

    Does what the settings name, and nothing where they name nothing.
    Raises Refusal for a folder that is not there or a command that fails, OSError if the copy cannot be written.
    """
    if settings.BACKUP_FOLDER:
        _copy_to(Path(settings.BACKUP_FOLDER), backup)
        clear_away(Path(settings.BACKUP_FOLDER), keep=keep)
    if settings.BACKUP_COMMAND:
        _hand_to(settings.BACKUP_COMMAND, backup)


def _copy_to(folder: Path, backup: Path) -> None:
    """Copy a backup into a folder, where it gets its name once it is whole and on the disk."""
    if not folder.is_dir():  # not made here: it would lie on this disk where another one is missing
        raise Refusal(NO_FOLDER, folder=folder)
    part = folder / f".{backup.name}.part"
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)
    shutil.copyfile(backup, part)
    put_on_disk(part)
    part.replace(folder / backup.name)
    put_on_disk(folder)


def _hand_to(command: str, backup: Path) -> None:
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
