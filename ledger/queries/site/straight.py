"""Kept questions asked of the engine itself, past the cursors around it, which take several times what asking takes.

Django's cursor, and psycopg's below it, are for any statement: at each they look for its placeholders, quote its values
and prepare for every type. A kept question has its text ready as the engine takes it.
"""

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.module_loading import import_string

Rows = list[tuple[Any, ...]]
Asking = Callable[[str, Sequence[int | str], Any], Rows]
"""What gives the rows of a statement for some values on a connection, and raises what Django's cursor raises."""


def may_ask(connection: Any) -> bool:
    """Whether a question can go past Django's cursor: unless somebody counts statements or stands around them."""
    return not (connection.queries_logged or connection.execute_wrappers)


def straight(sql: str, count: int, vendor: str) -> tuple[str, Asking]:
    """A statement of so many values as the engine takes it, in place of Django's placeholders, and what asks it."""
    if vendor != "postgresql":
        return sql % (("?",) * count), rows_of_sqlite
    # Loaded only now, since PostgreSQL's client takes 11 MB, which no command needs on SQLite.
    ask: Asking = import_string("ledger.queries.site.libpq.rows_of_postgresql")
    return sql % tuple(f"${place}" for place in range(1, count + 1)), ask


def rows_of_sqlite(statement: str, values: Sequence[int | str], connection: Any) -> Rows:
    """The rows of a statement on SQLite."""
    if connection.needs_rollback:
        connection.validate_no_broken_transaction()
    with connection.wrap_database_errors:
        connection.ensure_connection()
        rows: Rows = connection.connection.execute(statement, values).fetchall()
    return rows
