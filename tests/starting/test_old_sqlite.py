"""A machine without a wheel of a newer SQLite: the system's serves, with a journal that it cannot damage."""

import sqlite3
import subprocess
from contextlib import closing

import pytest
from django.conf import settings

from tests.support.processes import run_at

SYSTEMS_OWN = "import sqlite3; print(sqlite3.sqlite_version)"
# What the start says, how the site is, and the commands that its secretary gives.
SERVED = """
import json, sys, whistklub.wsgi
from pathlib import Path
from django.core.management import call_command
from django.db import connection
from django.test import Client
answer = Client(headers={"host": "localhost"}).get("/health")
print(answer.status_code, json.dumps(answer.json()["wrong"]))
call_command("audit", stdout=sys.stderr)
call_command("backup")
connection.close()  # a database in use is not exchanged
(backup,) = Path(sys.argv[1]).glob("backups/*")
call_command("restore", str(backup))
"""


@pytest.fixture
def python(tmp_path):
    """Run Python with these arguments where that wheel cannot be had."""
    (forbidden := tmp_path / "elsewhere" / "pysqlite3").mkdir(parents=True)
    (forbidden / "__init__.py").write_text("raise ImportError('there is no wheel for this machine')")

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        outcome = run_at(tmp_path / "data", *arguments, PYTHONPATH=str(forbidden.parent))
        assert outcome.returncode == 0, outcome.stderr
        return outcome

    return run


@pytest.mark.only_on("sqlite")
@pytest.mark.django_db
def test_without_the_wheel_the_systems_sqlite_serves_soundly_and_that_is_said(prepared, python, tmp_path):
    version = python("-c", SYSTEMS_OWN).stdout.strip()
    is_old = tuple(int(part) for part in version.split(".")) < (3, 51, 3)
    data = prepared.migrate(tmp_path / "data")
    with closing(sqlite3.connect(data / "whistklub.sqlite3")) as opening_balances:
        assert opening_balances.execute("PRAGMA journal_mode=WAL").fetchone() == ("wal",)
    python("manage.py", "collectstatic", "--noinput", "-v0")

    served = python("-W", "ignore", "-c", SERVED, str(data))
    healthy, backup, *restored = served.stdout.splitlines()

    waits = "too old for a sound write-ahead log, so that readers and writers wait for each other, " if is_old else ""
    journal = "DELETE, synchronous EXTRA" if is_old else "WAL, synchronous FULL"
    assert served.stderr.startswith(f"Whistklub {settings.VERSION} runs on SQLite {version}, {waits}{journal}, ")
    assert healthy == "200 []"
    assert backup in "".join(restored)
