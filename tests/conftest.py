"""What every test may ask for."""

from collections.abc import Iterator

import pytest
from django.db import connection

from ledger.models import guards
from tests.programs import GETTEXT, LIBREOFFICE


@pytest.fixture
def real_commits(transactional_db: None) -> Iterator[None]:
    """Transactions that commit for real, for tests of races, rollbacks and what the database does at the commit.

    Afterwards the tables are emptied, which the book's guards would refuse: they step aside for that, and come
    back with the signal that emptying sends, as after a migration.
    """
    yield
    guards.drop(connection)


@pytest.fixture(scope="session")
def soffice() -> str | None:
    """The path of LibreOffice; a test that asks for it is left out where there is none."""
    return LIBREOFFICE.find()


@pytest.fixture(scope="session")
def xgettext() -> str | None:
    """The path of xgettext; a test that asks for it is left out where there is none."""
    return GETTEXT.find()
