"""One moment of the database for many questions, without keeping anybody from writing."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from django.db import connection, transaction


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
