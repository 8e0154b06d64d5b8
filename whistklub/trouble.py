"""What the machine may refuse a command, in one sentence: a folder closed to it, a full disk, a database out of reach.

For whoever runs the server, so in English, as Django's own words are. `--traceback` shows where it happened.
"""

import errno
import getpass

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, OperationalError, ProgrammingError

FULL = {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)}
CLOSED = {errno.EACCES, errno.EPERM, errno.EROFS}
FULL_IN_WORDS = ("disk is full", "No space left", "could not extend file", "disk full")
CLOSED_IN_WORDS = ("readonly database", "unable to open database file")


def in_one_sentence(error: Exception) -> str | None:
    """What went wrong and what to do; None for what is no trouble of the machine's, whose traceback is wanted."""
    if isinstance(error, OSError) and error.errno in FULL:
        return _full(str(error))
    if isinstance(error, OSError) and error.errno in CLOSED:
        return _no_right(f"{error.filename}: {error.strerror}")
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename}: {error.strerror}"
    if isinstance(error, ImproperlyConfigured):
        return str(error)
    # SQLite calls a damaged file by the bare base class; what is below it, but for these two, is a fault of ours.
    if isinstance(error, OperationalError | ProgrammingError) or type(error) is DatabaseError:
        return _of_the_database(" ".join(str(error).split()))
    return None


def _of_the_database(reason: str) -> str:
    if any(words in reason for words in FULL_IN_WORDS):
        return _full(reason)
    if any(words in reason for words in CLOSED_IN_WORDS):
        return _no_right(f"{settings.DATABASES['default']['NAME']}: {reason}")
    return f"The database cannot be used: {reason} (is `manage.py migrate` done? --traceback says more)."


def _full(reason: str) -> str:
    return f"The disk is full: make room, then run the command again ({reason})."


def _no_right(reason: str) -> str:
    return f"The user {getpass.getuser()} has no right to this: run the command as the site's user ({reason})."
