"""Fixtures for every test."""

import os
import subprocess
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.template import Context, RequestContext, Template
from django.test import TransactionTestCase
from django.test.signals import template_rendered
from django.utils.safestring import SafeString

from ledger.models import Club, Entry, Evening
from tests.plugin import PAST_THE_POOLER, WORKER
from tests.support.people import make_club, make_evening, record, trick
from tests.support.prepared import Prepared, keep_it, take_back
from tests.support.programs import LIBREOFFICE, MOUNT

Convert = Callable[[bytes, str], bytes]
ConvertAll = Callable[[Sequence[bytes], str], list[bytes]]
# Without this LibreOffice trusts the numbers stored in an xlsx file, and there would be nothing to test.
ALWAYS_RECALCULATE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>
"""


@pytest.fixture(scope="session", autouse=True)
def pages_alone_are_noted(django_test_environment: None) -> None:
    """Let a response's `context` be its page's alone; Django would also copy that of every part and every field."""

    def render(template: Template, context: Context) -> SafeString:
        if context.template is template and isinstance(context, RequestContext):
            template_rendered.send(sender=template, template=template, context=context)
        return template.nodelist.render(context)

    Template._render = render


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Whether the tests' database stays: a pooler is connected to it, and both go with the server."""
    return PAST_THE_POOLER in os.environ


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Path | None:
    """Make the tests' database, and on SQLite keep a copy of it as it was before the first test."""
    kept = None if connection.vendor != "sqlite" else keep_it(tmp_path_factory.mktemp("migrated"))
    TransactionTestCase._fixture_teardown = lambda _: take_back(kept)
    return kept


@pytest.fixture(scope="session")
def prepared(django_db_setup: Path, tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    """Data folders on SQLite, ready to be copied: `prepared.migrate(folder)`, `prepared.start(folder)`."""
    folder = tmp_path_factory.getbasetemp()
    return Prepared(django_db_setup, folder.parent if WORKER in os.environ else folder)


@pytest.fixture
def real_commits(transactional_db: None) -> None:
    """Transactions that really commit, for tests of races, of rollbacks and of what the database does at the commit."""


@pytest.fixture
def own_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A data folder of the test's own."""
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    return tmp_path


@pytest.fixture
def club() -> Club:
    """Torsdagsklubben, with five players, a season and an empty book."""
    return make_club()


@pytest.fixture
def evening(club: Club) -> Evening:
    """The club's evening, with four of them at its table, before its first deal."""
    return make_evening(club)


@pytest.fixture
def entry(evening: Evening) -> Entry:
    """The evening's first deal: a plain 8 by Bodil with Carl, just made."""
    return record(evening, trick(evening, "Bodil", "Carl", 8))


@pytest.fixture(scope="session")
def soffice() -> str | None:
    """The path of LibreOffice; tests that ask for it are skipped without one."""
    return LIBREOFFICE.find()


@pytest.fixture(scope="session")
def mount() -> str | None:
    """The path of mount, for those who may use it; tests that ask for it are skipped otherwise."""
    return MOUNT.find()


@pytest.fixture(scope="module")
def convert_all(soffice: str, tmp_path_factory: pytest.TempPathFactory) -> ConvertAll:
    """Open workbooks in LibreOffice and save them again, as xlsx (recalculated) or in another format, "csv:...".

    The program takes a second to start, however many they are.
    """
    home = tmp_path_factory.mktemp("office")
    user = home / "profile" / "user"
    user.mkdir(parents=True)
    (user / "registrymodifications.xcu").write_text(ALWAYS_RECALCULATE)
    office = [soffice, f"-env:UserInstallation={(home / 'profile').as_uri()}", "--headless"]

    def run(contents: Sequence[bytes], target: str) -> list[bytes]:
        sources = [home / f"book{number}.xlsx" for number in range(len(contents))]
        for source, content in zip(sources, contents, strict=True):
            source.write_bytes(content)
        save = ["--convert-to", target, "--outdir", str(home / "out"), *map(str, sources)]
        subprocess.run([*office, *save], check=True, capture_output=True, timeout=120)
        return [(home / "out" / f"{source.stem}.{target.partition(':')[0]}").read_bytes() for source in sources]

    return run


@pytest.fixture(scope="module")
def convert(convert_all: ConvertAll) -> Convert:
    """`convert_all` for one workbook; the same one is opened once."""
    return cache(lambda content, target: convert_all([content], target)[0])
