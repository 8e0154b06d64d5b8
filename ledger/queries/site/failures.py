"""Kinds of database failure: busy, away, full, damaged, read-only, or moved."""

import errno
import sqlite3
from collections.abc import Iterator
from enum import Enum
from types import TracebackType

from django.db import Error, InterfaceError, OperationalError


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
