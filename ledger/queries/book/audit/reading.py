"""Reading a database that may be damaged: unreadable rows are named, and the reading goes on.

A damaged page of a file, or an invalid byte in a text, can make the engine, its driver or Django raise almost
anything; all of it is caught here, row by row.
"""

from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from typing import Any

from django.db import models

from ledger.queries.book.audit.findings import Finding
from ledger.queries.site.failures import will_pass
from ledger.queries.site.snapshot import apart
from ledger.rules.site.refusal import gettext_noop

ROWS_AT_A_TIME = 1000
ROW_UNREADABLE = gettext_noop("Row %(row)s of the database's table %(table)s cannot be read: %(error)s")
UNREADABLE = gettext_noop("The database's table %(table)s cannot be read: %(error)s")


def unreadable_rows(rows: "models.QuerySet[Any]") -> Iterator[Finding]:
    """A finding for every row that cannot be read; memory does not grow with the table."""
    try:
        for keys in _keys(rows):
            yield from _unreadable_of(rows, keys)
    except Exception as error:
        yield damage(UNREADABLE, error, table=rows.model._meta.db_table)


def readable(rows: "models.QuerySet[Any]") -> list[Any]:
    """All readable rows of a small table, in key order."""
    try:
        with apart():
            return list(rows.order_by("pk"))
    except Exception:
        return _one_by_one(rows)


def damage(message: str, error: Exception, **params: object) -> Finding:
    """A finding about a failed query; it is no damage if the database was only busy or away."""
    return Finding(message, {**params, "error": error_words(error)}, is_damage=not will_pass(error))


def error_words(error: Exception) -> str:
    """An error's own words on one line, or its name where it has none."""
    return " ".join(str(error).split())[:200] or type(error).__name__


def _keys(rows: "models.QuerySet[Any]") -> Iterator[list[Any]]:
    """The keys of a table's rows, a thousand at a time."""
    after = rows.order_by("pk")
    while True:
        with apart():
            keys = list(after.values_list("pk", flat=True)[:ROWS_AT_A_TIME])
        if not keys:
            return
        yield keys
        after = rows.filter(pk__gt=keys[-1]).order_by("pk")


def _unreadable_of(rows: "models.QuerySet[Any]", keys: list[Any]) -> Iterator[Finding]:
    table = rows.model._meta.db_table
    try:
        with apart():
            _require_whole(rows.filter(pk__gte=keys[0], pk__lte=keys[-1]), len(keys))
    except Exception:
        for key in keys:
            try:
                with apart():
                    _require_whole(rows.filter(pk=key), 1)
            except Exception as error:
                yield damage(ROW_UNREADABLE, error, table=table, row=key)


def _one_by_one(rows: "models.QuerySet[Any]") -> list[Any]:
    whole = []
    with suppress(Exception):  # `unreadable_rows` says which
        for key in chain.from_iterable(_keys(rows)):
            with suppress(Exception), apart():
                whole.append(rows.get(pk=key))
    return whole


def _require_whole(rows: "models.QuerySet[Any]", count: int) -> None:
    """Read every column of so many rows, as values: only what is not whole is worth making rows of.

    Raises ValueError if there are others than so many, or if a column that is never null is: Django gives None for a
    moment it cannot read.
    """
    columns = rows.model._meta.concrete_fields
    values = list(rows.values_list(*(column.attname for column in columns)))
    if len(values) != count:
        raise ValueError("a row is not where its key is")
    for column, values_of_column in zip(columns, zip(*values, strict=True), strict=True):
        if not column.null and None in values_of_column:
            raise ValueError(f"{column.column} is not readable")
