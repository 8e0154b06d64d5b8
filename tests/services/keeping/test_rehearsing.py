"""A restore drill restores a backup beside the book in use, proves it there, and leaves nothing behind."""

import os
from collections.abc import Iterator
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from ledger.services.keeping.backups import rehearsing
from ledger.services.keeping.keeping import back_up
from tests.plugin import PAST_THE_POOLER
from tests.support.people import NOW, make_club, make_evening, record, trick


@pytest.fixture(autouse=True)
def scratch(settings, tmp_path) -> Iterator[str]:
    """A data folder of the test's own; on PostgreSQL a scratch database too, whose URL it is."""
    settings.DATA_DIR = tmp_path
    if connection.vendor == "sqlite":
        yield ""
        return
    address = urlsplit(os.environ.get(PAST_THE_POOLER, os.environ["DATABASE_URL"]))
    name = f"drill_{uuid4().hex}_scratch"
    with psycopg.connect(address._replace(path="/postgres").geturl(), autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
        settings.SCRATCH_URL = address._replace(path=f"/{name}").geturl()
        yield settings.SCRATCH_URL
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")


def drill(capsys, *arguments: str) -> list[str]:
    call_command("restore_drill", *arguments)
    return capsys.readouterr().out.splitlines()


@pytest.mark.long
def test_a_drill_says_how_long_it_took_what_it_proved_and_what_would_be_lost(real_commits, capsys, scratch, tmp_path):
    evening = make_evening(make_club())
    record(evening, trick(evening, "Bodil", "Carl", 9))
    file = back_up(now=NOW)
    record(evening, trick(evening, "Carl", "Bodil", 10))
    before = sorted(path.name for path in tmp_path.iterdir())

    proved, later = drill(capsys)

    assert proved.startswith(f"{file.name} blev lagt tilbage på ")
    assert "1 aften, 1 spil, 1 postering" in proved
    assert later == "Regnskabet, som det er nu, har 1 postering mere."
    assert sorted(path.name for path in tmp_path.iterdir()) == before
    if scratch:
        with psycopg.connect(scratch) as database:
            assert database.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone() == (0,)


@pytest.mark.long
def test_a_backup_that_does_not_hold_fails_the_drill(real_commits, tmp_path):
    make_club()
    spoilt = tmp_path / "whistklub-20260903-213000.sqlite3"
    spoilt.write_bytes(back_up(now=NOW).read_bytes()[:5000])

    with pytest.raises(CommandError):
        call_command("restore_drill", str(spoilt))


def test_without_a_backup_there_is_nothing_to_rehearse():
    with pytest.raises(CommandError, match="sikkerhedskopi"):
        call_command("restore_drill")


@pytest.mark.only_on("postgres")
@pytest.mark.parametrize("url", ["", "postgres://whistklub@localhost/whistklub"])
def test_only_a_database_that_is_named_a_scratch_one_is_emptied(settings, tmp_path, url):
    settings.SCRATCH_URL = url
    dump = tmp_path / "whistklub-20260903-213000.pgdump"
    dump.touch()

    with pytest.raises(CommandError, match="WHISTKLUB_SCRATCH_URL"):
        call_command("restore_drill", str(dump))


@pytest.mark.only_on("postgres")
@pytest.mark.long("postgres")
def test_with_a_scratch_database_every_backup_is_restored_and_audited_there(real_commits, monkeypatch):
    make_club()
    audited = []
    require = rehearsing.require_clean_audit
    monkeypatch.setattr(rehearsing, "require_clean_audit", lambda url: audited.append(url) or require(url))

    back_up(now=NOW)

    assert len(audited) == 1
