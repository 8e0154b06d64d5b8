"""Put the tests' database back as it was before the first test, after one that really committed.

Django would empty every table and treat the site as newly migrated, and make rights, content types and guards again.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

from django.core.management import call_command
from django.db import ProgrammingError, connection, transaction

from ledger.models.book import guards

LEFT_ALONE = {"auth_permission", "django_content_type", "django_migrations"}  # written by migrations alone


def take_back(kept: Path | None) -> None:
    """Put the database back, on SQLite from the copy that was kept of its file, on PostgreSQL by deleting every row."""
    if kept is not None:
        connection.ensure_connection()
        with closing(sqlite3.connect(kept)) as before:
            before.backup(connection.connection)
        return
    try:
        _delete_past_the_guards()
    except ProgrammingError:  # a server that was given, where the tests are nobody special
        guards.drop(connection)
        call_command("flush", interactive=False, verbosity=0)
    guards.install(connection)


def _delete_past_the_guards() -> None:
    """Delete every row with the triggers off. Raises ProgrammingError where they cannot be turned off."""
    tables = [
        connection.ops.quote_name(table) for table in connection.introspection.table_names() if table not in LEFT_ALONE
    ]
    statements = [f"DELETE FROM {table}" for table in tables]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("; ".join(["SET LOCAL session_replication_role = replica", *statements]))
