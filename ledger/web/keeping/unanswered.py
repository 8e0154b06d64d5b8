"""Time limits for a PostgreSQL that is paused while its machine still accepts what is sent.

A paused server does not enforce its own limit for a statement, and the network's limits do not apply, because the
machine still acknowledges.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from psycopg import OperationalError
from psycopg.pq import TransactionStatus
from psycopg.pq.abc import PGconn

ANSWERS_WITHIN = 22  # seconds: after the server's own limit for a statement
PROVES_ITSELF_WITHIN = 5  # seconds, for a kept connection that is tried at the start of a request


def give_up_in_time() -> None:
    """Make this process's connections to PostgreSQL give up on a server that does not answer."""
    connection_created.connect(_limit)


def _limit(connection: BaseDatabaseWrapper, **_: Any) -> None:
    if connection.vendor == "postgresql":
        link = connection.connection
        link.wait = partial(_wait, connection, link.pgconn, link.wait)


def _wait(
    connection: BaseDatabaseWrapper, pgconn: PGconn, wait: Callable[..., Any], *generator: Any, **options: Any
) -> Any:
    """Wait as psycopg itself does, but with a time limit."""
    # Both are Django's; the stubs lack them.
    is_tried = connection.health_check_enabled and not connection.health_check_done  # type: ignore[attr-defined]
    limit = PROVES_ITSELF_WITHIN if is_tried else ANSWERS_WITHIN
    try:
        return wait(*generator, **{"timeout": limit, **options})
    except OperationalError:
        # Closed, because rolling back through this connection would wait once more.
        if pgconn.transaction_status == TransactionStatus.ACTIVE:
            pgconn.finish()
        raise
