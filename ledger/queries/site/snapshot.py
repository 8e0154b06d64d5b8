"""One moment of the database for many queries, without blocking writers."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet


@contextmanager
def one_moment() -> Iterator[None]:
    """Read everything in a block as it was at the first query; within a transaction, as that sees it."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            # Transactions begin with the write lock here (whistklub/sqlite.py), so a reader begins its own.
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
    """Isolate a query inside one moment that may fail: on PostgreSQL its failure would fail all later ones."""
    return transaction.atomic() if connection.vendor == "postgresql" else nullcontext()


def in_pieces(rows: QuerySet[Any, Any], size: int) -> Iterator[Any]:
    """Rows fetched in chunks.

    A server-side cursor lives as long as its transaction: outside one, two cursors see two moments, and a pooler lends
    the connection to somebody else between two chunks.
    Raises RuntimeError outside a transaction.
    """
    # Of `one_moment` on SQLite Django itself knows nothing.
    opened = connection.connection if connection.vendor == "sqlite" else None
    if not (connection.in_atomic_block or (opened is not None and opened.in_transaction)):
        raise RuntimeError("Rows are read in pieces within `one_moment` or a transaction.")
    # As `iterator` does where the settings allow server-side cursors, which they do nowhere else.
    return iter(rows._iterator(True, size))  # type: ignore[attr-defined]
