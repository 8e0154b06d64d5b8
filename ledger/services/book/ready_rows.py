"""Rows whose values are made before anything is locked: making one takes longer than inserting it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import Model
from django.db.models.sql import InsertQuery


@dataclass(frozen=True)
class ReadyRows:
    """Rows of one table as one statement, and the values of each; a key that the database gives is left to it."""

    insert: str
    values: Sequence[Sequence[Any]]

    def insert_all(self) -> None:
        """Insert the rows, by one call of the database's client."""
        if self.values:
            with connection.cursor() as cursor:
                cursor.executemany(self.insert, self.values)


@contextmanager
def statements_sent_ahead() -> Iterator[None]:
    """Statements whose results nobody reads, sent without waiting for the one before where the database's client can.

    Raises IntegrityError at the end for any of them.
    """
    if connection.vendor != "postgresql":
        yield
        return
    connection.ensure_connection()
    with connection.wrap_database_errors, connection.connection.pipeline():
        yield


def ready_rows(instances: Sequence[Model]) -> ReadyRows:
    """The rows of unsaved instances of one model, in their order."""
    if not instances:
        return ReadyRows("", ())
    first = instances[0]
    fields = [field for field in first._meta.local_concrete_fields if not field.generated]
    fields = [field for field in fields if not field.primary_key or first.pk is not None]
    query = InsertQuery(type(first))
    query.insert_values(fields, [first])
    [(insert, _)] = query.get_compiler(connection=connection).as_sql()
    values = [
        [field.get_db_prep_save(field.pre_save(instance, add=True), connection) for field in fields]
        for instance in instances
    ]
    return ReadyRows(insert, values)
