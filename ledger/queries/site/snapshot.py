"""One moment of the database for many questions, without keeping anybody from writing."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet


@contextmanager
def one_moment() -> Iterator[None]:
    """Let everything read inside be as it was at the first question; within a transaction, as that sees it.

    SQLite's transactions are begun with the write lock here (settings.SQLITE_OPTIONS), so that a reader begins its
    own.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
    else:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


def apart() -> AbstractContextManager[object]:
    """For a question inside one moment that may fail: on PostgreSQL a failure would take all later ones with it."""
    return transaction.atomic() if connection.vendor == "postgresql" else nullcontext()


def in_pieces(rows: QuerySet[Any, Any], size: int) -> Iterator[Any]:
    """The rows, fetched so many at a time. Raises RuntimeError outside a transaction.

    A cursor of the server's lives as long as its transaction: outside one, two cursors see two moments, and a pooler
    hands the connection to somebody else between two pieces.
    """
    if not (connection.in_atomic_block or _is_begun()):
        raise RuntimeError("Rows are read in pieces within `one_moment` or a transaction.")
    return rows.iterator(chunk_size=size)


def _is_begun() -> bool:
    """Whether `one_moment` is on; it tells Django nothing of SQLite's transaction."""
    return connection.vendor == "sqlite" and connection.connection is not None and connection.connection.in_transaction
