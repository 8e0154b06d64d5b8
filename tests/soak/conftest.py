"""Fixtures for tests that load, kill or starve an installation, each one of its own."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from django.conf import settings

from ledger.services.site.other_database import sqlite_url
from tests.soak.installation import Installation, found_installation
from tests.soak.secretary import Secretary
from tests.support.postgres import new_database
from tests.support.prepared import Prepared

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
    with new_database() as url:
        yield found_installation(data, url)


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
