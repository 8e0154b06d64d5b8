"""PostgreSQL asked through the library of its own, libpq, in a fifth of the time that a cursor takes."""

from collections.abc import Sequence
from typing import Any

from psycopg import DataError, Error
from psycopg.adapt import Transformer
from psycopg.errors import error_from_result
from psycopg.generators import execute
from psycopg.pq import ConnStatus, ExecStatus, TransactionStatus

from ledger.queries.site.straight import Rows

INT8, UNKNOWN = 20, 0  # PostgreSQL's numbers of types; what is unknown it tells from where the value stands


def rows_of_postgresql(statement: str, values: Sequence[int | str], connection: Any) -> Rows:
    """The rows of a statement on PostgreSQL; the first question of a request also tries the kept connection.

    Django would try it by a question of its own, which is one more wait. Where the server has gone, both make a new
    connection.
    """
    if connection.needs_rollback:
        connection.validate_no_broken_transaction()
    with connection.wrap_database_errors:
        if _is_untried(connection):
            pgconn = connection.connection.pgconn
            try:
                return _ask(statement, values, connection.connection)
            except Error:
                if pgconn.status == ConnStatus.OK:
                    raise  # the server is there, and says what is wrong with the question
                connection.close()
            finally:
                connection.health_check_done = True
        connection.ensure_connection()
        return _ask(statement, values, connection.connection)


def _is_untried(connection: Any) -> bool:
    return connection.connection is not None and connection.health_check_enabled and not connection.health_check_done


def _ask(statement: str, values: Sequence[int | str], link: Any) -> Rows:
    pgconn = link.pgconn
    with link.lock:
        if not link.autocommit and pgconn.transaction_status == TransactionStatus.IDLE:
            link.wait(link._start_query())  # begins the transaction, as psycopg does before its first statement
        pgconn.send_query_params(
            statement.encode(),
            [_text(value) for value in values],
            param_types=[INT8 if isinstance(value, int) else UNKNOWN for value in values],
        )
        (result,) = link.wait(execute(pgconn))
    if result.status != ExecStatus.TUPLES_OK:
        raise error_from_result(result, encoding=link.info.encoding)
    transformer = Transformer(link)
    transformer.set_pgresult(result)
    rows: Rows = transformer.load_rows(0, result.ntuples, tuple)
    return rows


def _text(value: int | str) -> bytes:
    """A value as it is sent.

    Raises DataError for one that holds a zero byte, at which libpq would take it to end.
    """
    text = str(value).encode()
    if b"\0" in text:
        raise DataError("a value with a zero byte")
    return text
