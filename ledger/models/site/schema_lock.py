"""A lock on the site's own SQLite connections: they may read and write rows, but not change the schema.

Code with a connection could drop a guard, or switch off the checks that guards rest on. SQLite asks an authorizer
before it prepares a statement; ours lets rows through and refuses the rest: DROP, ALTER, CREATE, ATTACH, and every
PRAGMA that sets something. Migrations open the lock, and whatever else must change the schema uses `unlocked`.
PostgreSQL has roles for this (docs/serving.md).
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

WITH_ROWS = ("SELECT", "READ", "INSERT", "UPDATE", "DELETE", "FUNCTION", "TRANSACTION", "SAVEPOINT", "RECURSIVE")
# The pragmas that only tell, though they take a word: of the schema (Django's introspection), and of its soundness.
TELLING = frozenset(
    {
        "foreign_key_check",
        "foreign_key_list",
        "index_info",
        "index_list",
        "index_xinfo",
        "integrity_check",
        "quick_check",
        "table_info",
        "table_list",
        "table_xinfo",
        "wal_checkpoint",  # tells nothing, but changes no row either: forgetting empties the log by it
    }
)

MARK = "schema_is_unlocked"  # kept on Django's wrapper, which outlives a lost connection


def authorizer(sqlite: Any) -> Callable[..., int]:
    """What answers SQLite before it prepares a statement; `sqlite` is the module that Django's connections are of.

    Not imported here, since PostgreSQL needs no SQLite.
    """
    with_rows = frozenset(getattr(sqlite, f"SQLITE_{action}") for action in WITH_ROWS)
    granted: int = sqlite.SQLITE_OK
    denied: int = sqlite.SQLITE_DENY
    pragma: int = sqlite.SQLITE_PRAGMA

    def authorize(action: int, first: str | None, second: str | None, *_: str | None) -> int:
        # A pragma comes with its name and the value it is given.
        is_granted = action in with_rows or (action == pragma and (second is None or str(first).lower() in TELLING))
        return granted if is_granted else denied

    return authorize


def lock(connection: Any, **_: Any) -> None:
    """Lock a new connection, unless it is opened inside `unlocked`; a signal handler."""
    if connection.vendor == "sqlite" and not getattr(connection, MARK, False):
        connection.connection.set_authorizer(authorizer(connection.Database))


def unlock(connection: BaseDatabaseWrapper) -> None:
    """Open the lock until `relock`, for a migration."""
    connection.ensure_connection()
    setattr(connection, MARK, True)
    if connection.vendor == "sqlite":
        connection.connection.set_authorizer(None)


def relock(connection: BaseDatabaseWrapper) -> None:
    """Lock a connection again."""
    setattr(connection, MARK, False)
    connection.ensure_connection()
    lock(connection)


@contextmanager
def unlocked(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Open the lock for the length of a block; a lock that was open before stays open."""
    was_open = getattr(connection, MARK, False)
    unlock(connection)
    try:
        yield
    finally:
        if not was_open:
            relock(connection)
