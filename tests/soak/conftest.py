"""Fixtures for tests that load, kill or starve an installation, each one of its own."""

import shutil
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest
from django.conf import settings

from ledger.services.site.other_database import sqlite_url
from tests.soak.installation import Installation, found_installation
from tests.soak.secretary import Secretary
from tests.support.prepared import Prepared
from tests.support.programs import STRACE

Copied = Callable[..., Installation]


def pytest_itemcollected(item: pytest.Item) -> None:
    """Reach the server itself, since an installation copies a database to which no pooler may be connected."""
    item.add_marker(pytest.mark.direct("a pooler stays connected to the pattern of the copies"))


@pytest.fixture(scope="package")
def pattern(tmp_path_factory: pytest.TempPathFactory, prepared: Prepared) -> Iterator[Installation]:
    """The installation that the others are copied from, on the tests' engine and never served itself."""
    data = tmp_path_factory.mktemp("pattern")
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        yield found_installation(prepared.migrate(data))
        return
    with new_database("") as url:
        yield found_installation(data, url)


@contextmanager
def new_database(options: str) -> Iterator[str]:
    """The URL of a database on the tests' own PostgreSQL server, dropped afterwards."""
    name = f"soak_{uuid.uuid4().hex}"
    with psycopg.connect(**server(), autocommit=True) as session:
        session.execute(f"CREATE DATABASE {name} {options}")
        try:
            yield f"{server_url()}/{name}"
        finally:
            session.execute(f"DROP DATABASE {name} WITH (FORCE)")


def server() -> dict[str, str]:
    """A connection to the tests' own PostgreSQL server, in no database of theirs."""
    known = settings.DATABASES["default"]
    reached = {"host": known["HOST"], "port": known["PORT"], "user": known["USER"], "password": known["PASSWORD"]}
    return {name: value for name, value in reached.items() if value} | {"dbname": "postgres"}


def server_url() -> str:
    """The address of that server, as the first part of a DATABASE_URL."""
    known = {name: quote(str(value), safe="") for name, value in server().items()}
    password = f":{known['password']}" if "password" in known else ""
    port = f":{known['port']}" if "port" in known else ""
    return f"postgres://{known['user']}{password}@{known['host']}{port}"


@pytest.fixture(scope="module")
def copy_pattern(pattern: Installation, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Copied]:
    """Make copies of the pattern that are not served yet, in a given folder if there is one; ends their servers."""
    made: list[Installation] = []
    with ExitStack() as databases:

        def copy_pattern(folder: Path | None = None, options: str = "") -> Installation:
            data = (folder or tmp_path_factory.mktemp("site")) / "data"
            shutil.copytree(pattern.data, data)
            url = sqlite_url(data / "whistklub.sqlite3")
            if not pattern.url.startswith("sqlite"):
                template = pattern.url.rpartition("/")[2]
                url = databases.enter_context(new_database(f"TEMPLATE {template} {options}"))
            made.append(Installation(data, url, pattern.club))
            return made[-1]

        yield copy_pattern
        for installation in made:
            installation.end()


@pytest.fixture(scope="session")
def strace() -> str | None:
    """The path of strace; tests that ask for it are skipped without one."""
    return STRACE.find()


@pytest.fixture(scope="module")
def installation(copy_pattern: Copied) -> Iterator[Installation]:
    """A running installation, whose server must not report anything unexpected."""
    installation = copy_pattern()
    installation.start()
    yield installation
    installation.end()
    assert "Traceback" not in installation.log


@pytest.fixture(scope="module")
def secretary(installation: Installation) -> Secretary:
    """A signed-in phone that may save deals."""
    return Secretary(installation.port, installation.club).sign_in()
