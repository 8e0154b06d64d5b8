"""A PostgreSQL of the tests' own, in a temporary folder, reached by a socket there and gone with the test run."""

import os
import pwd
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from urllib.parse import quote
from uuid import uuid4

import psycopg

START_SECONDS = 30
# Nothing here has to survive a power cut or grow old, and nobody may knock from outside.
HASTE = [
    *("fsync=off", "synchronous_commit=off", "full_page_writes=off", "listen_addresses="),
    *("autovacuum=off", "checkpoint_timeout=1h", "jit=off"),
]
# Two connections at least, lent in turn: what leans on the session of the transaction before fails even when alone.
POOL = """
[databases]
* = host={folder} auth_user=whistklub
[pgbouncer]
listen_addr =
unix_socket_dir = {pool}
auth_type = trust
auth_file = {pool}/users
pool_mode = transaction
min_pool_size = 2
default_pool_size = 2
server_round_robin = 1
max_client_conn = 200
ignore_startup_parameters = options
"""


class Addresses(NamedTuple):
    """The server's database URLs: through the pooler in front of it, and past it; the same if there is none."""

    pooled: str
    direct: str


@contextmanager
def cluster(initdb: str, pgbouncer: str | None = None) -> Iterator[Addresses]:
    """A server that runs as long as the context, behind a pooler if its program is given.

    The pooler lends a connection for one transaction, as in docs/serving.md, so what needs a session fails there.
    """
    # Not TMPDIR: the server's user must be able to reach the folder, and a socket's path holds 107 bytes at most.
    with TemporaryDirectory(prefix="whistklub-", dir="/tmp") as name:
        folder = Path(name)
        prefix = as_its_own_user(folder)
        make(initdb, folder, prefix)
        server = start(Path(initdb).with_name("postgres"), folder, prefix)
        try:
            wait_until_it_answers(server, folder)
            direct = f"postgres://whistklub@{quote(name, safe='')}/whistklub"
            if pgbouncer is None:
                yield Addresses(direct, direct)
            else:
                with pooled(pgbouncer, folder, prefix) as pool:
                    yield Addresses(f"postgres://whistklub@{quote(str(pool), safe='')}:6432/whistklub", direct)
        finally:
            server.send_signal(signal.SIGINT)  # a fast shutdown: open sessions are cut off
            server.wait()


def server_url() -> str:
    """The address of the tests' own server, without a database."""
    return os.environ["DATABASE_URL"].rpartition("/")[0]


@contextmanager
def new_database(options: str = "") -> Iterator[str]:
    """The address of a database on the tests' own server, dropped afterwards."""
    name = f"tests_{uuid4().hex}"
    with psycopg.connect(f"{server_url()}/postgres", autocommit=True) as owner:
        owner.execute(f"CREATE DATABASE {name} {options}")
        try:
            yield f"{server_url()}/{name}"
        finally:
            owner.execute(f"DROP DATABASE {name} WITH (FORCE)")


def as_its_own_user(folder: Path) -> list[str]:
    """The prefix of a command for PostgreSQL, which refuses to run as root and must end with the tests."""
    tied = ["setpriv", "--pdeathsig", "INT"] if shutil.which("setpriv") else []
    if os.geteuid() != 0:
        return tied
    owner = pwd.getpwnam("postgres")
    os.chown(folder, owner.pw_uid, owner.pw_gid)
    return [*tied, f"--reuid={owner.pw_uid}", f"--regid={owner.pw_gid}", "--clear-groups"]


def make(initdb: str, folder: Path, prefix: list[str]) -> None:
    settings = ["--username=whistklub", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"]
    command = [*prefix, initdb, f"--pgdata={folder / 'data'}", *settings]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)


def start(postgres: Path, folder: Path, prefix: list[str]) -> subprocess.Popen[bytes]:
    settings = [argument for setting in HASTE for argument in ("-c", setting)]
    command = [*prefix, str(postgres), "-D", str(folder / "data"), "-k", str(folder), *settings]
    with (folder / "log").open("wb") as log:
        # A session of its own, or Ctrl-C would stop the server before the tests have tidied up.
        return subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, start_new_session=True)


@contextmanager
def pooled(pgbouncer: str, folder: Path, prefix: list[str]) -> Iterator[Path]:
    """The folder with the socket of a pooler in front of the server of `folder`."""
    pool, settings = folder / "pool", folder / "pool.ini"
    pool.mkdir()
    (pool / "users").write_text('"whistklub" ""\n')
    settings.write_text(POOL.format(folder=folder, pool=pool))
    if os.geteuid() == 0:  # whose files, once the site's settings are read, are nobody else's to read
        for path in (pool, pool / "users", settings):
            shutil.chown(path, "postgres")
    with (pool / "log").open("wb") as log:
        command = [*prefix, pgbouncer, "--quiet", str(settings)]
        server = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, start_new_session=True)
    try:
        wait_until_it_answers(server, pool, port=6432)
        yield pool
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()


def wait_until_it_answers(server: subprocess.Popen[bytes], folder: Path, port: int = 5432) -> None:
    for _ in range(START_SECONDS * 10):
        try:
            psycopg.connect(host=str(folder), port=port, user="whistklub", dbname="postgres").close()
        except psycopg.OperationalError:
            if server.poll() is not None:
                break
            time.sleep(0.1)
        else:
            return
    raise RuntimeError(f"{folder}:{port} did not start:\n{(folder / 'log').read_text()}")
