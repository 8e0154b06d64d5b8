"""Builders whose work is done once: the statements that they wrote are run again for other tests.

A club and its evening cost twenty milliseconds through the services, and one if only their rows are written: in a
test's own transaction, where an empty database gives the same numbers every time. PostgreSQL does not roll its
sequences back with a transaction, so they are restarted.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from functools import partial, wraps
from typing import Any, TypeVar

from django.db import connection, models
from django.db.backends.sqlite3.base import FORMAT_QMARK_REGEX

Made = TypeVar("Made")
Written = list[tuple[str, Any]]
GIVEN = "SELECT count(*) FROM sqlite_sequence WHERE seq > 0 AND (name LIKE 'ledger%' OR name = 'auth_user')"
OURS = r"relnamespace = current_schema()::regnamespace AND (relname LIKE 'ledger\_%' OR relname LIKE 'auth\_user\_id%')"
# The transaction, how many rows were written, and how far the numbers are: those of a row that was refused are gone.
STATE = f"""
    SELECT pg_current_xact_id_if_assigned()::text, (
        SELECT sum(pg_stat_get_xact_tuples_inserted(oid) + pg_stat_get_xact_tuples_updated(oid)
            + pg_stat_get_xact_tuples_deleted(oid))
        FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace),
    (SELECT sum(pg_sequence_last_value(oid)) FROM pg_class WHERE relkind = 'S' AND {OURS})"""
HAS_NOTHING = """
    SELECT pg_current_xact_id_if_assigned() IS NULL
        AND NOT EXISTS (SELECT FROM ledger_club) AND NOT EXISTS (SELECT FROM auth_user)"""
BEGIN_ANEW = f"SELECT setval(oid::regclass, 1, false) FROM pg_class WHERE relkind = 'S' AND {OURS}"
NO_WRITING = ("SELECT", "SAVEPOINT", "RELEASE")

_numbers: dict[tuple[Any, ...], int] = {}  # of every call after other calls, that of those before it in front
_known: dict[int, tuple[Written, Any]] = {}
_so_far = 0  # the number of the last call, if calls alone made what this test's database holds
_changes: Any = -1  # what `_changed` gave after the last of them: anything else, and it holds something else
_noted: list[Written] = []  # what the builders under way have written, the outermost first


def replayed(make: Callable[..., Made]) -> Callable[..., Made]:
    """Remember what a builder writes, by its arguments and by what was built before it in the same test.

    The builder returns a row, or plain values such as the addresses of what it built.
    """
    name = f"{make.__module__}.{make.__qualname__}"

    @wraps(make)
    def make_or_replay(*args: Any, **options: Any) -> Made:
        global _so_far, _changes
        if not _may_replay():
            return make(*args, **options)
        said_plainly = (_so_far, name, _plain(args), _plain(options))
        call = _numbers.setdefault(said_plainly, len(_numbers) + 1)
        result = _write_again(*_known[call]) if call in _known else _remember(call, partial(make, *args, **options))
        _so_far, _changes = call, _state()
        return result

    return make_or_replay


@contextmanager
def beside_the_book() -> Iterator[None]:
    """Ignore what a block writes, such as a visitor's session, since no builder reads it."""
    global _changes
    before = _state()
    yield
    if before == _changes:
        _changes = _state()


def _state() -> Any:
    """A value that changes with every row that is written."""
    connection.ensure_connection()
    if connection.vendor == "sqlite":
        return connection.connection.total_changes
    return connection.connection.execute(STATE).fetchone() if connection.in_atomic_block else None


def _may_replay() -> bool:
    """Whether the database holds just what the remembered calls made, or nothing yet."""
    global _so_far
    if not connection.in_atomic_block:
        return False
    if _state() == _changes and not _has_nothing():
        return True
    _so_far = 0
    return _has_nothing()


def _has_nothing() -> bool:
    """Whether no table has given out an id in this test; on PostgreSQL ids then begin with 1."""
    if connection.vendor == "sqlite":
        return not connection.connection.execute(GIVEN).fetchone()[0]
    has_nothing = bool(connection.connection.execute(HAS_NOTHING).fetchone()[0])
    if has_nothing:
        connection.connection.execute(BEGIN_ANEW)
    return has_nothing


def _remember(call: int, make: Callable[[], Made]) -> Made:
    written: Written = []

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if not sql.startswith(NO_WRITING):
            written.extend(_plainly(sql, of_one) for of_one in (params if many else [params]))
        return execute(sql, params, many, context)

    _noted.append(written)
    try:
        with connection.execute_wrapper(note):
            result = make()
    finally:
        _noted.pop()
    if not any(sql.startswith("ROLLBACK") for sql, _ in written):
        _known[call] = written, (type(result), result.pk) if isinstance(result, models.Model) else result
    return result


def _plainly(sql: str, params: Any) -> tuple[str, Any]:
    """A statement as the database's own library takes it, on PostgreSQL with its values filled in."""
    if connection.vendor == "sqlite":
        return (sql if params is None else FORMAT_QMARK_REGEX.sub("?", sql).replace("%%", "%")), params or ()
    return (connection.connection.cursor().mogrify(sql, params) if params is not None else sql), ()


def _write_again(written: Written, made: Any) -> Any:
    if connection.vendor == "sqlite":
        for sql, params in written:
            connection.connection.execute(sql, params)
    elif written:
        connection.connection.execute("; ".join(sql for sql, _ in written))
    for outer in _noted:
        outer.extend(written)
    match made:
        case (type() as model, key) if issubclass(model, models.Model):
            return model._default_manager.get(pk=key)
        case _:
            return deepcopy(made)


def _plain(value: Any) -> Any:
    """An argument by value: a row by its table and key."""
    if isinstance(value, models.Model):
        return type(value).__name__, value.pk
    if isinstance(value, dict):
        return tuple(sorted((key, _plain(item)) for key, item in value.items()))
    return tuple(map(_plain, value)) if isinstance(value, list | tuple) else value
