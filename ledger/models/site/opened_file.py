"""Detects that SQLite's file was moved or replaced, by its number in the file system.

SQLite goes on writing to the file it has open, whatever its name is now, and if there is no file it makes an empty one.
Either would take deals that nobody finds again.
"""

from pathlib import Path
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

Identity = tuple[int, int]

_first_opened: dict[str, Identity] = {}  # by name: the file that this process opened first


def remember(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Remember the file of a new connection; a signal handler."""
    file = file_of(connection)
    present = file and identity(file)
    if file and present:
        _first_opened.setdefault(str(file), present)


def is_still_there(connection: BaseDatabaseWrapper) -> bool:
    """Whether the database's path still leads to the file that this process opened first; asks the file system once."""
    file = file_of(connection)
    opened = _first_opened.get(str(file))
    return file is None or opened is None or identity(file) == opened


def file_of(connection: BaseDatabaseWrapper) -> Path | None:
    """SQLite's file, if the database is one."""
    name = str(connection.settings_dict["NAME"])
    return Path(name) if connection.vendor == "sqlite" and not name.startswith((":memory:", "file:")) else None


def identity(file: Path) -> Identity | None:
    """A file's number in the file system, None if there is no file."""
    try:
        state = file.stat()
    except OSError:
        return None
    return state.st_dev, state.st_ino
