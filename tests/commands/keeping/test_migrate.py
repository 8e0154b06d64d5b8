"""A database is dumped before it is migrated; one that a newer release made is left as it is, guards and all.

That a copy of SQLite's is kept, a former release's database is asked in tests/databases.
"""

import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from ledger.models.book import guards
from tests.support.processes import manage

OPEN_TO_ALL = 0o000


def rights(path: Path) -> int:
    return path.stat().st_mode & 0o777


@pytest.mark.only_on("sqlite")
def test_what_the_site_keeps_is_its_own_users_alone_under_any_umask(db, tmp_path):
    data = tmp_path / "new" / "data"

    assert manage(data, "migrate", "sessions", "-v0", umask=OPEN_TO_ALL).returncode == 0

    live, beside = data / "whistklub.sqlite3", [data / f"whistklub.sqlite3-{end}" for end in ("wal", "shm")]
    with closing(sqlite3.connect(live)) as somebody:
        somebody.execute("DELETE FROM django_session")  # opens the files that lie beside a database in use
        for path in (live, *beside):
            path.chmod(0o644)
        data.chmod(0o755)
        assert manage(data, "showmigrations", "sessions", umask=OPEN_TO_ALL).returncode == 0
        assert {path.name: rights(path) for path in (data, live, *beside)} == {
            "data": 0o700,
            "whistklub.sqlite3": 0o600,
            "whistklub.sqlite3-wal": 0o600,
            "whistklub.sqlite3-shm": 0o600,
        }


def test_a_newer_releases_database_is_not_migrated_and_keeps_its_guards(db, own_data):
    MigrationRecorder(connection).record_applied("ledger", "9999_later")

    with pytest.raises(CommandError, match=r"newer release \(ledger\.9999_later; this is"):
        call_command("migrate", verbosity=0)

    assert guards.missing(connection) == []
    assert list(own_data.iterdir()) == []


@pytest.mark.only_on("postgres")
def test_postgresql_is_dumped_before_it_is_migrated(real_commits, own_data, capsys):
    (last,) = MigrationLoader(connection).graph.leaf_nodes("ledger")
    MigrationRecorder(connection).record_unapplied(*last)

    call_command("migrate", "ledger", fake=True, verbosity=0)

    (kept,) = (own_data / "backups").iterdir()
    assert capsys.readouterr().out == f"Before migrating, the database was kept as {kept}\n"
    listed = subprocess.run(["pg_restore", "--list", kept], capture_output=True, text=True, check=True).stdout
    assert "TABLE DATA public ledger_entry" in listed


@pytest.mark.only_on("postgres")
def test_postgresql_without_its_programs_is_migrated_and_that_is_said(db, own_data, capsys, monkeypatch):
    monkeypatch.setenv("PATH", str(own_data))

    call_command("migrate", "sessions", "0001", verbosity=0)

    output = capsys.readouterr().out
    assert output.startswith("The database is migrated without a backup: The program pg_dump is missing.")
