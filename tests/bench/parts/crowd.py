"""Many other clubs in bulk, for measuring and testing beside them: copies of all that is stored at one moment.

The engine copies the rows under ids, keys and addresses of their own. A copy keeps the digests of its original, so no
audit of it holds; its rows are as many, as long and as connected as a real club's.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.core.management.base import CommandParser
from django.db import connection, models, transaction

from ledger.models.book import guards
from ledger.models.site.schema_lock import unlocked
from tests.bench.parts.long_season import long_season

FAR = 1_000_000  # further than any number that the rows themselves have
FAR_OF_USERS = 100_000  # whose numbers have 32 bits
AT_ONCE = 100
PLACES = "WITH RECURSIVE place(n) AS (SELECT {first} UNION ALL SELECT n + 1 FROM place WHERE n < {last})"
Prepare = Callable[[Any, range], None]
Values = Mapping[type[models.Model], Mapping[str, str]]
KEY = {  # the first 32 bits of a key say the place
    "sqlite": "printf('%08x', n) || substr({name}, 9)",
    "postgresql": "(lpad(to_hex(n), 8, '0') || substr({name}::text, 9))::uuid",
}


def add_crowd(parser: CommandParser) -> None:
    """Add the options of a command that can measure beside many other clubs."""
    parser.add_argument("--beside", type=int, default=0, metavar="N", help="measure again beside so many other clubs")
    parser.add_argument(
        "--each", type=int, default=100, dest="deals_each", help="the deals of each of these (default: 100)"
    )


def found_crowd(times: int, *, deals_each: int) -> None:
    """Found so many other clubs in a database without any, for a measurement that is made beside them alone."""
    if times:
        first_of_crowd(deals_each=deals_each)
        copy_often(times=times - 1)


def first_of_crowd(*, deals_each: int) -> None:
    """Found the club that the others will be copied from, in a database without any; `copy_often` adds them."""
    long_season(name="Another club", deals=deals_each)
    set_aside()


def set_aside() -> None:
    """Copy everything stored now, for as long as the connection lasts; `copy_often` stores it again."""
    with unlocked(connection), connection.cursor() as cursor:
        for table in (model._meta.db_table for model in _models()):
            cursor.execute(f"CREATE TEMPORARY TABLE {aside(table)} AS SELECT * FROM {table}")


def copy_often(*, times: int) -> None:
    """Store what was set aside so many times more, past the guards, with everything that a row refers to."""
    copy_to(range(1, times + 1))


def copy_to(places: range, *, prepare: Prepare | None = None, values: Values | None = None) -> None:
    """Store what was set aside at each of these places, which count from 1.

    `prepare` is called within each transaction with the places that it stores, and `values` are SQL for columns of
    models that a copy has otherwise.
    """
    with without_guards():
        for begin in range(0, len(places), AT_ONCE):
            stored = places[begin : begin + AT_ONCE]
            with on_trust() as cursor:
                if prepare:
                    prepare(cursor, stored)
                for model in _models():
                    cursor.execute(_copying(model, stored[0], stored[-1], (values or {}).get(model, {})))


@contextmanager
def without_guards() -> Iterator[None]:
    """A block that writes many rows past the guards; afterwards the engine knows how many there are."""
    guards.drop(connection)
    yield
    guards.install(connection)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            # Which the server does by itself, some minutes later.
            cursor.execute("ANALYZE" if connection.in_atomic_block else "VACUUM ANALYZE")


@contextmanager
def on_trust() -> Iterator[Any]:
    """A transaction that takes rows as a replica does, with references that nobody looks up; gives its cursor."""
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL session_replication_role = replica")
        yield cursor
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL session_replication_role = origin")


def _models() -> Iterator[type[models.Model]]:
    yield User
    yield from apps.get_app_config("ledger").get_models()


def aside(table: str) -> str:
    """The name of the table that holds the rows of another while the connection lasts."""
    return f"aside_{table}"


def _copying(model: type[models.Model], first: int, last: int, values: Mapping[str, str]) -> str:
    """The statement that stores a model's rows at places `first` to `last`."""
    table, fields = model._meta.db_table, [field for field in model._meta.concrete_fields if not field.generated]
    names = ", ".join(f'"{field.column}"' for field in fields)
    moved = ", ".join(values.get(field.name) or _elsewhere(field) for field in fields)
    places = PLACES.format(first=first, last=last)
    return f"INSERT INTO {table} ({names}) {places} SELECT {moved} FROM place CROSS JOIN {aside(table)}"


def _elsewhere(field: "models.Field[Any, Any]") -> str:
    """A column's value at place n: another id or key, and another text where it must be unique."""
    name, kind = f'"{field.column}"', _kind(field)
    if isinstance(kind, models.UUIDField):
        return KEY[connection.vendor].format(name=name)
    if isinstance(field, models.CharField) and field.unique:
        assert field.max_length
        return f"substr({name}, 1, {field.max_length - 8}) || '-' || n"
    if field.is_relation or field.primary_key:
        far = f"CAST({FAR} AS bigint)" if isinstance(kind, models.BigIntegerField) else FAR_OF_USERS
        return f"{name} + n * {far}"
    return name


def _kind(field: Any) -> Any:
    """A column's own type, for a reference that of its target."""
    while field.is_relation:
        field = field.target_field
    return field
