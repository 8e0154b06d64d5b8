"""Queries that pages make again and again, compiled once, since Django builds a queryset's SQL every time.

Building the SQL costs ten times what running it does. A question is a function that returns a queryset for its
arguments. On its first call it gets stand-ins for them, and the statement is kept; from then on only their places in it
are filled. The rows are turned into instances, related rows and values by Django itself.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from datetime import date, datetime
from functools import wraps
from inspect import signature
from typing import Any, NamedTuple, ParamSpec, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model, QuerySet, Value
from django.db.models.query import ValuesListIterable

By = ParamSpec("By")
ModelT = TypeVar("ModelT", bound=Model)
RowT = TypeVar("RowT")

KEPT_OF_A_QUERYSET = ("_iterable_class", "_fields", "_prefetch_related_lookups")
QUESTIONS: list[Callable[..., list[Any]]] = []
"""Every question that is put together once; `__wrapped__` gives its queryset."""


class StandIn(Value):
    """A stand-in for a value in a statement, filled in by name."""

    def as_sql(self, *_: Any, **__: Any) -> tuple[str, tuple[Any, ...]]:
        """A parameter that `_rows` recognises."""
        return "%s", (self,)


class Statement(NamedTuple):
    """A queryset of stand-ins, its statement, the compiler that made it, and the columns of its values."""

    queryset: Any
    compiler: Any
    sql: str
    params: Sequence[Any]
    columns: Sequence[Any]


def compiled_once(question: "Callable[By, QuerySet[ModelT, RowT]]") -> Callable[By, list[RowT]]:
    """Compile a question's statement once per process and engine; arguments are numbers, texts or days, by name.

    Raises TypeError for any other value: nothing would convert it for the engine, and None changes the statement.
    """
    names = tuple(signature(question).parameters)
    statements: dict[tuple[str, str | None], Statement] = {}

    @wraps(question)
    def ask(*_: By.args, **values: By.kwargs) -> list[RowT]:
        connection = connections[DEFAULT_DB_ALIAS]
        # What converts its columns is made for the engine and for the zone in which it gives moments.
        made_for = connection.vendor, connection.timezone_name
        if made_for not in statements:  # two threads may both make it: they make the same
            statements[made_for] = _statement(question, names, connection)
        return _rows(statements[made_for], connection, values)

    QUESTIONS.append(ask)
    return ask


def _statement(question: Callable[..., Any], names: Iterable[str], connection: Any) -> Statement:
    queryset = question(**{name: StandIn(name) for name in names})
    compiler = queryset.query.get_compiler(DEFAULT_DB_ALIAS)
    sql, params = compiler.as_sql()
    if connection.vendor == "postgresql":
        sql, params = _with_constants(sql, params, connection)
    columns = [column for column, *_ in compiler.select[: compiler.col_count]]
    return Statement(queryset, compiler, sql, params, columns)


def _with_constants(sql: str, params: Sequence[Any], connection: Any) -> tuple[str, Sequence[Any]]:
    """A statement with its constants in its text: PostgreSQL's client writes them there at every query otherwise."""
    literals = ["%s" if isinstance(param, StandIn) else _literal(param, connection) for param in params]
    return sql.replace("%%", "%%%%") % tuple(literals), [param for param in params if isinstance(param, StandIn)]


def _literal(constant: Any, connection: Any) -> str:
    literal: str = connection.ops.compose_sql("%s", (constant,))
    return literal.replace("%", "%%")


def _rows(statement: Statement, connection: Any, values: Mapping[str, Any]) -> list[Any]:
    for name, value in values.items():
        if not isinstance(value, int | str | date) or isinstance(value, datetime):
            raise TypeError(f"{name} is {value!r}")
    adapted = {name: str(value) if isinstance(value, date) else value for name, value in values.items()}
    params = tuple(adapted[param.value] if isinstance(param, StandIn) else param for param in statement.params)
    compiler = copy(statement.compiler)  # each time one of its own, as a connection is one thread's own
    compiler.connection = connection
    if statement.queryset._iterable_class is ValuesListIterable:
        return _tuples(statement, compiler, params)
    compiler.as_sql = lambda: (statement.sql, params)
    query = copy(statement.queryset.query)
    query.get_compiler = lambda *_, **__: compiler
    asked = type(statement.queryset)(statement.queryset.model, query=query, using=DEFAULT_DB_ALIAS)
    for name in KEPT_OF_A_QUERYSET:
        setattr(asked, name, getattr(statement.queryset, name))
    return list(asked)


def _tuples(statement: Statement, compiler: Any, params: Sequence[Any]) -> list[tuple[Any, ...]]:
    with compiler.connection.cursor() as cursor:
        cursor.execute(statement.sql, params)
        rows = cursor.fetchall()
    if compiler.has_extra_select:
        rows = [row[: compiler.col_count] for row in rows]
    # Made for every query: which names are shown depends on who asks.
    converters = compiler.get_converters(statement.columns)
    return [*map(tuple, compiler.apply_converters(rows, converters))] if converters else rows
