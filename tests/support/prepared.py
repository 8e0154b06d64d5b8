"""The tests' database as it was before the first test, and data folders as the site makes them: made once per run."""

import fcntl
import json
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from django.core.management import call_command
from django.db import ProgrammingError, connection, transaction

import dev
from ledger.models.book import guards
from ledger.services.site.other_database import sqlite_url
from tests.support.processes import run_python

LEFT_ALONE = {"auth_permission", "django_content_type", "django_migrations"}  # written by migrations alone
RUN_COMMANDS = """
import json, sys, django
from django.core.management import call_command
django.setup()
for command in json.load(sys.stdin):
    call_command(*command)
"""


def keep_it(folder: Path) -> Path:
    """A copy of the tests' SQLite database, in this folder."""
    kept = folder / "whistklub.sqlite3"
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as made, closing(sqlite3.connect(kept)) as copy:
        made.backup(copy)
    kept.chmod(0o600)
    return kept


def take_back(kept: Path | None) -> None:
    """Put the database back after a test that really committed: from the copy, on PostgreSQL by deleting every row.

    Django would treat the site as newly migrated, and make rights, content types and guards again.
    """
    if kept is not None:
        connection.ensure_connection()
        with closing(sqlite3.connect(kept)) as before:
            before.backup(connection.connection)
        return
    tables = set(connection.introspection.table_names()) - LEFT_ALONE
    delete = "; ".join(f"DELETE FROM {connection.ops.quote_name(table)}" for table in tables)
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL session_replication_role = replica; {delete}")
    except ProgrammingError:  # a server that was given, where the tests are nobody special
        guards.drop(connection)
        call_command("flush", interactive=False, verbosity=0)
    guards.install(connection)


class Prepared:
    """A folder with a migrated database, and one on which `dev.py run` has started: the sample club and its logins."""

    def __init__(self, migrated: Path, folder: Path) -> None:
        self._migrated, self._started = migrated, folder / "started"
        self._lock = folder / "started.lock"

    def migrate(self, data: Path) -> Path:
        """Put a migrated database without rows of its own into a data folder."""
        data.mkdir(parents=True, exist_ok=True)
        shutil.copy(self._migrated, data / "whistklub.sqlite3")
        return data

    def start(self, data: Path) -> Path:
        """Fill a data folder, which may exist already, with all that a first start leaves in one."""
        with self._lock.open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # the other workers of -n wait for it rather than make one each
            if not self._started.exists():
                half_made = self.migrate(self._started.with_suffix(".new"))
                run_commands(half_made, dev.FIRST_STEPS)
                half_made.rename(self._started)
        shutil.copytree(self._started, data, dirs_exist_ok=True)
        return data


def run_commands(data: Path, commands: list[list[str]]) -> None:
    """Run commands of `manage.py` on a data folder, one after the other in one process."""
    place = {"WHISTKLUB_DATA": str(data), "DATABASE_URL": sqlite_url(data / "whistklub.sqlite3")}
    environment = {**os.environ, **place, "DJANGO_SETTINGS_MODULE": "whistklub.settings"}
    run_python("-c", RUN_COMMANDS, env=environment, input=json.dumps(commands)).check_returncode()
