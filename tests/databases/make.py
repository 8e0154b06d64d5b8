"""Make a release's stored databases with the release's own code. Run in its checkout, once its version is set:

    .venv/bin/python tests/databases/make.py 0.2.0 tests/databases

They hold a club of five with three evenings (every kind of deal, a correction, a void, a restored deal), and one whose
deals the house pays. PostgreSQL must be installed. Keys and times are fixed, so both engines hold the same digests.
"""

import gzip
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(Path.cwd()), str(HERE)]

from facts import facts  # noqa: E402 - found beside this file, whatever the release

from tests.support.postgres import cluster  # noqa: E402 - the release's own
from tests.support.programs import POSTGRESQL  # noqa: E402


def main() -> None:
    version, folder = sys.argv[1], Path(sys.argv[2]).resolve()
    with TemporaryDirectory() as data:
        database = Path(data, "whistklub.sqlite3")
        in_a_process_of_its_own(data, f"sqlite:///{database}")
        keep(folder / f"{version}.sqlite3.gz", compact(database))
        with closing(sqlite3.connect(database)) as connection:
            in_sqlite = facts(connection.cursor())
    in_postgresql = make_on_postgresql(folder / f"{version}.postgresql.sql.gz")
    assert in_sqlite == in_postgresql, "the two engines hold different books"


def in_a_process_of_its_own(data: str, url: str) -> None:
    settings = {"WHISTKLUB_DATA": data, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "whistklub.settings"}
    subprocess.run([sys.executable, str(HERE / "play.py")], env={**os.environ, **settings}, check=True)


def make_on_postgresql(file: Path) -> object:
    initdb = POSTGRESQL.find()
    with TemporaryDirectory() as data, cluster(initdb) as addresses:
        url = addresses.direct
        with psycopg.connect(f"{url.removesuffix('/whistklub')}/postgres", autocommit=True) as server:
            server.execute("CREATE DATABASE whistklub")
        in_a_process_of_its_own(data, url)
        dump = [str(Path(initdb).with_name("pg_dump")), "--inserts", "--no-owner", "--no-privileges", url]
        text = subprocess.run(dump, capture_output=True, check=True).stdout
        # psql's own commands are not SQL, and the tests send this without psql.
        keep(file, b"".join(line for line in text.splitlines(keepends=True) if not line.startswith(b"\\")))
        with psycopg.connect(url) as connection:
            return facts(connection.cursor())


def compact(database: Path) -> bytes:
    """The file without its free pages and its write-ahead log."""
    copy = database.with_suffix(".copy")
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("VACUUM INTO ?", [str(copy)])
    return copy.read_bytes()


def keep(file: Path, content: bytes) -> None:
    file.write_bytes(gzip.compress(content, mtime=0))


if __name__ == "__main__":
    main()
