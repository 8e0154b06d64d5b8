"""A database made by any release migrates to today's with its book untouched, guarded again, and only then serves."""

import gzip
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from ledger.web.starting import REFUSED
from tests.databases.facts import facts
from tests.models.attacks import RAW, new_line

pytestmark = pytest.mark.django_db  # so that each engine's run tries its own

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
RELEASES = sorted(path.stem for path in HERE.glob("*.json"))
SERVE = ["-W", "ignore", "-c", "import whistklub.wsgi"]
AUDIT = "from django.core.management import call_command; call_command('audit', '--json')"
SERVE_AND_AUDIT = [*SERVE[:-1], f"{SERVE[-1]}; {AUDIT}"]
MIGRATE = ["manage.py", "migrate", "--verbosity", "0"]
CUT_OFF_AFTER_ONE_MIGRATION = """
import os, signal, django
from django.core.management import call_command
from django.db.migrations.executor import MigrationExecutor
apply = MigrationExecutor.apply_migration
def apply_and_die(*arguments, **options):
    apply(*arguments, **options)
    os.kill(os.getpid(), signal.SIGKILL)
MigrationExecutor.apply_migration = apply_and_die
django.setup()
call_command("migrate", verbosity=0)
"""


@dataclass(frozen=True)
class Stored:
    """A stored database, unpacked: where it is, and how a stranger connects to it."""

    url: str
    data: Path

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Python with these arguments, as whoever runs the site would."""
        settings = {"WHISTKLUB_DATA": str(self.data), "DATABASE_URL": self.url}
        environment = {**os.environ, **settings, "DJANGO_SETTINGS_MODULE": "whistklub.settings"}
        return subprocess.run([sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True)

    def connect(self) -> "closing[sqlite3.Connection] | psycopg.Connection":
        """A connection with none of the site's settings: on SQLite, foreign keys are not even checked."""
        if connection.vendor == "sqlite":
            return closing(sqlite3.connect(self.url.removeprefix("sqlite:///"), isolation_level=None))
        return psycopg.connect(self.url, autocommit=True)


@contextmanager
def unpacked(release: str, folder: Path) -> Iterator[Stored]:
    if connection.vendor == "sqlite":
        file = folder / "whistklub.sqlite3"
        file.write_bytes(gzip.decompress((HERE / f"{release}.sqlite3.gz").read_bytes()))
        yield Stored(f"sqlite:///{file}", folder)
        return
    name = f"stored_{release.replace('.', '_')}_{os.getpid()}"
    server, _, _ = os.environ["DATABASE_URL"].rpartition("/")
    with psycopg.connect(f"{server}/postgres", autocommit=True) as owner:
        owner.execute(f"CREATE DATABASE {name}")
        with psycopg.connect(f"{server}/{name}") as database:
            database.execute(gzip.decompress((HERE / f"{release}.postgresql.sql.gz").read_bytes()))
        yield Stored(f"{server}/{name}", folder)
        owner.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=RELEASES)
def stored(request, tmp_path):
    with unpacked(request.param, tmp_path) as database:
        yield request.param, database


def refused(cursor, statements):
    """Whether the database itself refuses these; nothing stays of them either way."""
    cursor.execute("BEGIN")
    try:
        for statement in statements:
            cursor.execute(statement)
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    except (sqlite3.IntegrityError, psycopg.IntegrityError, psycopg.DataError):
        return True
    finally:
        cursor.execute("ROLLBACK")
    return False


def test_every_release_has_its_stored_databases():
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")

    assert sorted(re.findall(r"^## (\d+\.\d+\.\d+)", changes, re.MULTILINE)) == RELEASES


def test_a_stored_database_migrates_with_its_book_untouched_and_guarded(stored):
    release, database = stored
    migrated = database.run(*MIGRATE)
    served = database.run(*SERVE_AND_AUDIT)

    assert migrated.returncode == 0, migrated.stderr
    assert (served.returncode, served.stderr.count("\n")) == (0, 1), served.stderr
    audited = json.loads(served.stdout)
    assert (audited["findings"], audited["sum"]) == ([], 0)
    with database.connect() as connected:
        cursor = connected.cursor()
        assert facts(cursor) == json.loads((HERE / f"{release}.json").read_text("utf-8"))
        assert not refused(cursor, new_line())
        attacks = RAW[connection.vendor].items()
        assert [name for name, statements in attacks if not refused(cursor, statements)] == []


def test_a_database_not_migrated_or_cut_off_in_the_middle_is_not_served(tmp_path):
    with unpacked(RELEASES[0], tmp_path) as database:
        unmigrated = database.run(*SERVE)
        cut_off = database.run("-c", CUT_OFF_AFTER_ONE_MIGRATION)
        half_migrated = database.run(*SERVE)

    assert cut_off.returncode == -signal.SIGKILL
    for outcome in (unmigrated, half_migrated):
        assert outcome.returncode == REFUSED
        assert "run `python manage.py migrate`" in outcome.stderr
