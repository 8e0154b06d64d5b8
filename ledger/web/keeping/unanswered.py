"""No page waits for ever for a PostgreSQL that is paused, on a machine that still takes what is sent.

The server's own limit for a statement does not pass there, and the network's do not either: its machine acknowledges.
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
    """From now on this process's connections to PostgreSQL give up on a server that does not answer."""
    connection_created.connect(_limit)


def _limit(connection: BaseDatabaseWrapper, **_: Any) -> None:
    if connection.vendor == "postgresql":
        link = connection.connection
        link.wait = partial(_wait, connection, link.pgconn, link.wait)


def _wait(
    connection: BaseDatabaseWrapper, pgconn: PGconn, wait: Callable[..., Any], *generator: Any, **options: Any
) -> Any:
    """As psycopg's own `wait`, with a limit.

    A connection that gave up is closed, or to take back what was begun through it would wait once more.
    """
    # Both are Django's; the stubs lack them.
    is_tried = connection.health_check_enabled and not connection.health_check_done  # type: ignore[attr-defined]
    limit = PROVES_ITSELF_WITHIN if is_tried else ANSWERS_WITHIN
    try:
        return wait(*generator, **{"timeout": limit, **options})
    except OperationalError:
        if pgconn.transaction_status == TransactionStatus.ACTIVE:
            pgconn.finish()
        raise
