"""What many tests begin with, worked out once: the statements that wrote it are run again.

A club and its evening cost twenty milliseconds through the services, and two when only what they write is written:
on SQLite, in a test's own transaction, where an empty database gives the same numbers every time.
"""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any, TypeVar

from django.db import connection, models

Made = TypeVar("Made", bound=models.Model)
Written = list[tuple[str, Any]]
GIVEN = "SELECT count(*) FROM sqlite_sequence WHERE seq > 0 AND (name LIKE 'ledger%' OR name = 'auth_user')"

_known: dict[tuple[Any, ...], tuple[Written, type[models.Model], Any]] = {}
_so_far: tuple[Any, ...] = ()  # the calls that made what this test's database holds
_changes = -1  # how many rows the connection had changed after the last of them: one more, and it holds something else


def replayed(make: Callable[..., Made]) -> Callable[..., Made]:
    """A builder whose writes are remembered by its arguments and by what was built before in the same test."""

    @wraps(make)
    def made(*args: Any, **said: Any) -> Made:
        global _so_far, _changes
        if not _may_replay():
            return make(*args, **said)
        call = (*_so_far, (make.__name__, _plain(args), _plain(sorted(said.items()))))
        build = partial(make, *args, **said)
        found = _write_again(*_known[call]) if call in _known else _remember(call, build)
        _so_far, _changes = call, connection.connection.total_changes
        return found

    return made


def _may_replay() -> bool:
    """Whether the database holds just what the remembered calls made, or nothing yet."""
    global _so_far
    if connection.vendor != "sqlite" or not connection.in_atomic_block:
        return False
    if connection.connection.total_changes == _changes and _has_rows():
        return True
    _so_far = ()
    return not _has_rows()


def _has_rows() -> bool:
    """Whether any table has ever given a number in this test."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM sqlite_sequence WHERE seq > 0 AND (name LIKE 'ledger%' OR name = 'auth_user')"
        )
        return bool(cursor.fetchone()[0])


def _remember(call: tuple[Any, ...], make: Callable[[], Made]) -> Made:
    written: Written = []

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if not sql.startswith(("SELECT", "SAVEPOINT", "RELEASE")):
            written.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        found = make()
    _known[call] = (written, type(found), found.pk)
    return found


def _write_again(written: Written, model: type[Made], key: Any) -> Made:
    with connection.cursor() as cursor:
        for sql, params in written:
            cursor.execute(sql, params)
    return model._default_manager.get(pk=key)


def _plain(value: Any) -> Any:
    """An argument as what it says: a row by its table and key."""
    if isinstance(value, models.Model):
        return type(value).__name__, value.pk
    if isinstance(value, dict):
        return tuple(sorted((key, _plain(each)) for key, each in value.items()))
    return tuple(map(_plain, value)) if isinstance(value, list | tuple) else value
