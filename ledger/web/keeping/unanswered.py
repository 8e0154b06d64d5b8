"""Time limits for a PostgreSQL that does not answer, so that each request is answered within six seconds.

All that a request waits for counts: a thread, a connection and every statement. A server that is paused does not
enforce its own limit for a statement, and the network's limits do not apply: its machine still acknowledges.
"""

import time
from collections.abc import Callable
from functools import partial
from threading import local
from typing import Any

from django.core.signals import request_finished, request_started
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from psycopg import OperationalError
from psycopg.pq import TransactionStatus
from psycopg.pq.abc import PGconn

from ledger.services.site.turns import LONG_PAGES

REQUEST_WAITS = 4  # seconds, from when it is there whole
OWN_WAITS = 1  # second at least of its own: a request that waited for a thread is not refused for that
STATEMENT_WAITS = 0.25  # seconds at least, where a slow processor and not the database has used up the rest
CONNECTION_WAITS = 2  # seconds at least, as psycopg has it
TRIED_WITH = 1  # second left at least, while others here have waited in vain: else their number would add up
IN_VAIN_FOR = 5  # seconds
LONG_STATEMENT_WAITS = 22  # seconds, where many are expected: after the server's own limit for a statement

_request = local()
_in_vain = {"at": float("-inf")}  # when a thread of this process waited in vain for the last time


def give_up_in_time() -> None:
    """Make this process's connections to PostgreSQL give up on a server that does not answer."""
    if connection.vendor == "postgresql":
        request_started.connect(_begin)
        request_finished.connect(_end)
        connection_created.connect(_limit)


def _begin(**_: Any) -> None:
    """Note until when the request that begins in this thread may wait, and bind its connection to that."""
    now = time.monotonic()
    _request.until, _request.own_until = now + REQUEST_WAITS, now + OWN_WAITS
    wrapper: Any = connections[DEFAULT_DB_ALIAS]  # this thread's
    if "get_new_connection" not in vars(wrapper):
        wrapper.get_new_connection = partial(_connect, wrapper.get_new_connection)


def _end(**_: Any) -> None:
    _request.until = None


def _seconds_left() -> float | None:
    """The seconds that this thread's request may still wait, maybe less than none; None where nothing limits them."""
    until: float | None = getattr(_request, "until", None)
    return None if until is None or LONG_PAGES.is_taken_here else until - time.monotonic()


def _statement_waits() -> float:
    """The seconds that a statement in this thread may take.

    All statements of a request together have what is left, or its own second: were it one for each, a database that
    comes back slowly would keep a reader waiting for as many as the page has statements.
    """
    left = _seconds_left()
    if left is None:
        return LONG_STATEMENT_WAITS
    of_its_second: float = _request.own_until - time.monotonic()
    return max(left, of_its_second, STATEMENT_WAITS)


def _connect(connect: Callable[[dict[str, Any]], Any], parameters: dict[str, Any]) -> Any:
    """A new connection, which may take as long as is left.

    Raises OperationalError, also where none is tried because a request has waited for too long.
    """
    left = _seconds_left()
    if left is not None:
        if left < TRIED_WITH and time.monotonic() - _in_vain["at"] < IN_VAIN_FOR:
            raise OperationalError("the database has not answered in time")
        seconds = max(CONNECTION_WAITS, min(int(parameters["connect_timeout"]), int(left)))
        parameters = parameters | {"connect_timeout": seconds}
    try:
        return connect(parameters)
    except OperationalError:
        _in_vain["at"] = time.monotonic()
        raise


def _limit(connection: BaseDatabaseWrapper, **_: Any) -> None:
    link = connection.connection
    link.wait = partial(_wait, link.pgconn, link.wait)


def _wait(pgconn: PGconn, wait: Callable[..., Any], *generator: Any, **options: Any) -> Any:
    """Wait as psycopg itself does, but with a time limit."""
    try:
        return wait(*generator, **{"timeout": _statement_waits(), **options})
    except OperationalError:
        _in_vain["at"] = time.monotonic()
        # Closed, because rolling back through this connection would wait once more.
        if pgconn.transaction_status == TransactionStatus.ACTIVE:
            pgconn.finish()
        raise
