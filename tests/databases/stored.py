"""A former release's stored database, unpacked for a test."""

import gzip
import os
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
from django.db import connection

from tests.plugin import PAST_THE_POOLER
from tests.support.postgres import new_database
from tests.support.processes import run_at

HERE = Path(__file__).parent
STORED = sorted(path.name.removesuffix(".sqlite3.gz") for path in HERE.glob("*.sqlite3.gz"))
TOO_OLD = "0.1.0"
OPENED = [name for name in STORED if name != TOO_OLD]


@dataclass(frozen=True)
class Stored:
    """A stored database, unpacked: where it is, and how a stranger connects to it."""

    url: str
    data: Path

    @property
    def url_past_the_pooler(self) -> str:
        server, _, _ = os.environ.get(PAST_THE_POOLER, os.environ["DATABASE_URL"]).rpartition("/")
        return f"{server}/{self.url.rpartition('/')[2]}"

    def run(self, *command: str, umask: int = -1) -> subprocess.CompletedProcess[str]:
        """Python with these arguments, as whoever runs the site would."""
        return run_at(self.data, *command, umask=umask, DATABASE_URL=self.url)

    def connect(self) -> "closing[sqlite3.Connection] | psycopg.Connection":
        """A connection with none of the site's settings: on SQLite, foreign keys are not even checked."""
        if connection.vendor == "sqlite":
            return closing(sqlite3.connect(self.url.removeprefix("sqlite:///"), isolation_level=None))
        return psycopg.connect(self.url, autocommit=True, prepare_threshold=None)


@contextmanager
def empty(folder: Path) -> Iterator[Stored]:
    """A database without tables."""
    if connection.vendor == "sqlite":
        yield Stored(f"sqlite:///{folder / 'whistklub.sqlite3'}", folder)
        return
    with new_database() as url:
        yield Stored(url, folder)


@contextmanager
def unpacked(name: str, folder: Path) -> Iterator[Stored]:
    with empty(folder) as database:
        if connection.vendor == "sqlite":
            unpack_file(name, folder / "whistklub.sqlite3")
        else:
            # A dump sets its session's search path, which the pooler would lend on.
            with psycopg.connect(database.url_past_the_pooler) as connected:
                connected.execute(gzip.decompress((HERE / f"{name}.postgresql.sql.gz").read_bytes()))
        yield database


def unpack_file(name: str, file: Path) -> None:
    file.write_bytes(gzip.decompress((HERE / f"{name}.sqlite3.gz").read_bytes()))


def migrations_in(database: Stored) -> set[str]:
    with database.connect() as connected:
        names = connected.cursor().execute("SELECT name FROM django_migrations WHERE app = 'ledger'").fetchall()
    return {name for (name,) in names}
