"""What many tests begin with, worked out once: the statements that wrote it are run again.

A club and its evening cost twenty milliseconds through the services, and one when only what they write is written:
on SQLite, in a test's own transaction, where an empty database gives the same numbers every time.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from typing import Any, TypeVar

from django.db import connection, models
from django.db.backends.sqlite3.base import FORMAT_QMARK_REGEX

Made = TypeVar("Made", bound=models.Model | None)
Written = list[tuple[str, Any]]
GIVEN = "SELECT count(*) FROM sqlite_sequence WHERE seq > 0 AND (name LIKE 'ledger%' OR name = 'auth_user')"
NO_WRITING = ("SELECT", "SAVEPOINT", "RELEASE")

_numbers: dict[tuple[Any, ...], int] = {}  # of every call after other calls, that of those before it in front
_known: dict[int, tuple[Written, type[models.Model], Any]] = {}
_so_far = 0  # the number of the last call, if calls alone made what this test's database holds
_changes = -1  # how many rows the connection had changed after the last of them: one more, and it holds something else
_noted: list[Written] = []  # what the builders under way have written, the outermost first


def replayed(make: Callable[..., Made]) -> Callable[..., Made]:
    """A builder whose writes are remembered by its arguments and by what was built before in the same test."""
    name = f"{make.__module__}.{make.__qualname__}"

    @wraps(make)
    def made(*args: Any, **said: Any) -> Made:
        global _so_far, _changes
        if not _may_replay():
            return make(*args, **said)
        said_plainly = (_so_far, name, _plain(args), _plain(said))
        call = _numbers.setdefault(said_plainly, len(_numbers) + 1)
        found = _write_again(*_known[call]) if call in _known else _remember(call, partial(make, *args, **said))
        _so_far, _changes = call, _changed()
        return found

    return made


@contextmanager
def beside_the_book() -> Iterator[None]:
    """What is written in here, such as a visitor's session, is nothing that a builder reads."""
    global _changes
    before = _changed()
    yield
    if before == _changes:
        _changes = _changed()


def _changed() -> int:
    connection.ensure_connection()
    return getattr(connection.connection, "total_changes", -1)


def _may_replay() -> bool:
    """Whether the database holds just what the remembered calls made, or nothing yet."""
    global _so_far
    if connection.vendor != "sqlite" or not connection.in_atomic_block:
        return False
    if connection.connection.total_changes == _changes and _has_rows():
        return True
    _so_far = 0
    return not _has_rows()


def _has_rows() -> bool:
    """Whether any table has ever given a number in this test."""
    return bool(connection.connection.execute(GIVEN).fetchone()[0])


def _remember(call: int, make: Callable[[], Made]) -> Made:
    written: Written = []

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if not sql.startswith(NO_WRITING):
            statement = sql if params is None else FORMAT_QMARK_REGEX.sub("?", sql).replace("%%", "%")
            written.append((statement, params or ()))
        return execute(sql, params, many, context)

    _noted.append(written)
    try:
        with connection.execute_wrapper(note):
            found = make()
    finally:
        _noted.pop()
    if not any(sql.startswith("ROLLBACK") for sql, _ in written):
        _known[call] = (written, type(found), found and found.pk)
    return found


def _write_again(written: Written, model: type[Made], key: Any) -> Made:
    for sql, params in written:
        connection.connection.execute(sql, params)
    for outer in _noted:
        outer.extend(written)
    return None if key is None else model._default_manager.get(pk=key)


def _plain(value: Any) -> Any:
    """An argument as what it says: a row by its table and key."""
    if isinstance(value, models.Model):
        return type(value).__name__, value.pk
    if isinstance(value, dict):
        return tuple(sorted((key, _plain(each)) for key, each in value.items()))
    return tuple(map(_plain, value)) if isinstance(value, list | tuple) else value
