"""A club moves to another database and back, by the commands a club is told to use, and is the same all the way."""

import gzip
import json
import os
import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from ledger.services.site.other_database import sqlite_url
from tests.support.processes import run_python


def manage(data: Path, *arguments: str, url: str = "") -> str:
    place = {"WHISTKLUB_DATA": str(data), "DATABASE_URL": url or sqlite_url(data / "whistklub.sqlite3")}
    outcome = run_python("manage.py", *arguments, env={**os.environ, **place})
    assert outcome.returncode == 0, outcome.stderr
    return outcome.stdout


@contextmanager
def new_home(folder: Path):
    """The URL of an empty database: on PostgreSQL when the tests run there, or else in another file."""
    if connection.vendor == "sqlite":
        yield sqlite_url(folder / "new home.sqlite3")
        return
    known = connection.get_connection_params()
    server = {"host": known["host"], "user": known["user"], "dbname": "postgres"}
    with psycopg.connect(**server, autocommit=True) as session:
        session.execute("CREATE DATABASE whistklub_moved")
        try:
            yield f"postgres://{known['user']}@{known['host'].replace('/', '%2F')}/whistklub_moved"
        finally:
            session.execute("DROP DATABASE whistklub_moved WITH (FORCE)")


def everything_in(data: Path, club: str, *, url: str = "") -> list[str]:
    """A club's export but for when it was made and what that makes of its digest."""
    file = data / "export.jsonl.gz"
    manage(data, "export_club", club, str(file), url=url)
    first, *rows, end = gzip.decompress(file.read_bytes()).decode().splitlines()
    return [json.loads(first)["columns"], *rows, json.loads(end)["rows"]]


def passwords(database: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(database)) as book:
        return book.execute("SELECT username, password FROM auth_user ORDER BY id").fetchall()


@pytest.mark.direct("databases and roles of its own are made beside the tests'")
@pytest.mark.long
@pytest.mark.only_on("postgres")
@pytest.mark.django_db
def test_a_club_moves_and_comes_back_with_its_book_and_its_logins(tmp_path):
    manage(tmp_path, "migrate", "-v0")
    manage(tmp_path, "load_sample_club")
    with closing(sqlite3.connect(tmp_path / "whistklub.sqlite3")) as book:
        (club,) = book.execute("SELECT slug FROM ledger_club").fetchone()
    at_first = everything_in(tmp_path, club)

    with new_home(tmp_path) as url:
        output = manage(tmp_path, "move_to_postgres", url)
        manage(tmp_path, "move_to_postgres", sqlite_url(tmp_path / "back.sqlite3"), url=url)
    came_back = everything_in(tmp_path, club, url=sqlite_url(tmp_path / "back.sqlite3"))

    assert "DATABASE_URL" in output
    assert came_back == at_first
    assert passwords(tmp_path / "back.sqlite3") == passwords(tmp_path / "whistklub.sqlite3") != []
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
