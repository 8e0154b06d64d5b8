"""An installation of its own for each test that loads, kills or starves one."""

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
from tests.prepared import Prepared
from tests.programs import STRACE
from tests.soak.installation import Installation, found_installation
from tests.soak.secretary import Secretary

Copied = Callable[..., Installation]


def pytest_itemcollected(item: pytest.Item) -> None:
    """An installation is a copy of a database that nobody may be connected to, and a pooler stays so."""
    item.add_marker(pytest.mark.direct("a pooler stays connected to the pattern of the copies"))


@pytest.fixture(scope="package")
def pattern(tmp_path_factory: pytest.TempPathFactory, prepared: Prepared) -> Iterator[Installation]:
    """What the other installations are copies of: on the engine that the tests run on, never served itself."""
    data = tmp_path_factory.mktemp("pattern")
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        yield found_installation(prepared.migrate(data))
        return
    with new_database("") as url:
        yield found_installation(data, url)


@contextmanager
def new_database(options: str) -> Iterator[str]:
    """The URL of a database on the tests' own PostgreSQL server, gone afterwards."""
    name = f"soak_{uuid.uuid4().hex}"
    with psycopg.connect(**server(), autocommit=True) as session:
        session.execute(f"CREATE DATABASE {name} {options}")
        try:
            yield f"{server_url()}/{name}"
        finally:
            session.execute(f"DROP DATABASE {name} WITH (FORCE)")


def server() -> dict[str, str]:
    """How to reach the tests' own PostgreSQL server, in no database of theirs."""
    known = settings.DATABASES["default"]
    reached = {"host": known["HOST"], "port": known["PORT"], "user": known["USER"], "password": known["PASSWORD"]}
    return {name: value for name, value in reached.items() if value} | {"dbname": "postgres"}


def server_url() -> str:
    """The same, as the first part of a DATABASE_URL."""
    known = {name: quote(str(value), safe="") for name, value in server().items()}
    password = f":{known['password']}" if "password" in known else ""
    port = f":{known['port']}" if "port" in known else ""
    return f"postgres://{known['user']}{password}@{known['host']}{port}"


@pytest.fixture(scope="module")
def copy_pattern(pattern: Installation, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Copied]:
    """Make a copy of the pattern that is not served yet: `copied()`, or in a folder given. The server is ended."""
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
    """The path of strace; a test that asks for it is left out where there is none."""
    return STRACE.find()


@pytest.fixture(scope="module")
def installation(copy_pattern: Copied) -> Iterator[Installation]:
    """A running installation, whose server must not have met anything that it did not expect."""
    installation = copy_pattern()
    installation.start()
    yield installation
    installation.end()
    assert "Traceback" not in installation.log


@pytest.fixture(scope="module")
def secretary(installation: Installation) -> Secretary:
    """Somebody signed in there, who may save deals."""
    return Secretary(installation.port, installation.club).sign_in()
