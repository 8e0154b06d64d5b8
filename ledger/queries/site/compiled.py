"""Queries that pages make again and again, compiled once, since Django builds a queryset's SQL every time.

Building the SQL costs ten times what running it does. A question is a function that returns a queryset for its
arguments. On its first call it gets stand-ins for them, and the statement is kept; from then on only their places in it
are filled. The rows are turned into instances, related rows and values by Django itself.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime
from functools import wraps
from inspect import signature
from typing import Any, NamedTuple, ParamSpec, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model, QuerySet, Value
from django.db.models.query import ValuesListIterable
from django.db.transaction import TransactionManagementError

from ledger.models.clubs.persons import ReadAsShown
from ledger.models.clubs.shown_names import is_as_stored, shown_by
from ledger.queries.site.straight import Asking, may_ask, straight

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
    """A queryset of stand-ins, the compiler of its statement, that statement for Django's cursor, and its parameters.

    `straight` is the same for the engine itself, and what asks it. `converters` are those of its columns by their
    places where all is shown as it is stored; what converts the columns of `names` depends on who asks.
    """

    queryset: Any
    compiler: Any
    sql: str
    params: Sequence[Any]
    straight: tuple[str, Asking]
    converters: Mapping[int, Any]
    names: Sequence[Any]


def compiled_once(question: "Callable[By, QuerySet[ModelT, RowT]]") -> Callable[By, list[RowT]]:
    """Compile a question's statement once per process and engine.

    Arguments are numbers, texts, days or moments, by name.
    Raises TypeError for any other value: nothing would convert it for the engine, and None changes the statement.
    Raises TransactionManagementError for a question that locks rows, outside of a transaction.
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
    sql, params = _with_constants(sql, params, connection)
    columns = [column for column, *_ in compiler.select[: compiler.col_count]]
    of_names = [column if isinstance(column.output_field, ReadAsShown) else None for column in columns]
    with shown_by(None):
        converters = compiler.get_converters(columns)
    return Statement(
        queryset=queryset,
        compiler=compiler,
        sql=sql,
        params=params,
        straight=straight(sql, len(params), connection.vendor),
        converters=converters,
        names=of_names if any(of_names) else (),
    )


def _with_constants(sql: str, params: Sequence[Any], connection: Any) -> tuple[str, Sequence[Any]]:
    """A statement with its constants in its text, where neither engine looks at them again at every query.

    PostgreSQL's client would write them there each time. SQLite would plan a statement anew each time that it is given
    a constant which may let it use a partial index.
    """
    literals = ["%s" if isinstance(param, StandIn) else _literal(param, connection) for param in params]
    return sql.replace("%%", "%%%%") % tuple(literals), [param for param in params if isinstance(param, StandIn)]


def _literal(constant: Any, connection: Any) -> str:
    literal: str
    if connection.vendor == "postgresql":
        literal = connection.ops.compose_sql("%s", (constant,))
    else:
        connection.ensure_connection()
        (literal,) = connection.connection.execute("SELECT quote(?)", (constant,)).fetchone()
    return literal.replace("%", "%%")


def _rows(statement: Statement, connection: Any, values: Mapping[str, Any]) -> list[Any]:
    rows = _ask(statement, connection, values)
    is_plain = statement.queryset._iterable_class is ValuesListIterable
    is_stored = is_as_stored() or not statement.names
    if not rows or (is_plain and not statement.converters and is_stored):
        return rows
    compiler = _with(statement.compiler, connection=connection)  # each time its own, as a connection is one thread's
    # Those of names are made for every query: which are shown depends on who asks.
    instead = {} if is_stored else compiler.get_converters(statement.names)
    converters = {**statement.converters, **instead}
    if is_plain:
        return [*map(tuple, compiler.apply_converters(rows, converters))] if converters else rows
    compiler.execute_sql, compiler.get_converters = lambda *_, **__: [rows], lambda _: converters
    query = _with(statement.queryset.query, get_compiler=lambda *_, **__: compiler)
    asked = type(statement.queryset)(statement.queryset.model, query=query, using=DEFAULT_DB_ALIAS)
    for name in KEPT_OF_A_QUERYSET:
        setattr(asked, name, getattr(statement.queryset, name))
    return list(asked)


def _with(original: Any, **attributes: Any) -> Any:
    """A copy with other attributes, for which `copy` takes ten times as long."""
    copied = object.__new__(type(original))
    vars(copied).update(vars(original), **attributes)
    return copied


def _ask(statement: Statement, connection: Any, values: Mapping[str, Any]) -> list[Any]:
    """The rows of a statement as the engine gives them.

    Raises as `compiled_once`.
    """
    if statement.queryset.query.select_for_update and not connection.in_atomic_block:
        raise TransactionManagementError("rows are locked until a transaction ends")
    sent = {name: _as_sent(name, value, connection) for name, value in values.items()}
    params = tuple(sent[param.value] if isinstance(param, StandIn) else param for param in statement.params)
    if may_ask(connection):
        text, ask = statement.straight
        rows = ask(text, params, connection)
    else:
        with connection.cursor() as cursor:
            cursor.execute(statement.sql, params)
            rows = cursor.fetchall()
    count = statement.compiler.col_count
    return [row[:count] for row in rows] if statement.compiler.has_extra_select else rows


def _as_sent(name: str, value: Any, connection: Any) -> int | str:
    """A value as the engine takes it from somebody who does not say its type."""
    if isinstance(value, int | str):
        return value
    if isinstance(value, datetime):
        return str(connection.ops.adapt_datetimefield_value(value))
    if isinstance(value, date):
        return str(value)
    raise TypeError(f"{name} is {value!r}")
