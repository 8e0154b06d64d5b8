"""A dump of PostgreSQL counts when its rows are the very ones that were audited, and is made as DATABASE_URL says."""

import os
from contextlib import nullcontext
from urllib.parse import urlsplit

import dj_database_url
import pytest
from django.db import connection

from ledger.models import Player
from ledger.rules.site.refusal import Refusal
from ledger.services.keeping.backups import digest_of_rows, dump, dump_proved, require_the_same, tables_in
from ledger.services.site.other_database import _manage, libpq_settings, own_url
from tests.plugin import PAST_THE_POOLER
from tests.support.people import record, trick
from whistklub.settings import dump_server

pytestmark = pytest.mark.only_on("postgres")


@pytest.fixture
def connection_settings(db):
    """Connection settings that a test may change."""
    before = dict(connection.settings_dict)
    yield connection.settings_dict
    connection.settings_dict.clear()
    connection.settings_dict.update(before)


def test_a_dump_whose_rows_are_not_the_databases_is_refused(real_commits, tmp_path, club, evening):
    record(evening, trick(evening, "Bodil", "Carl", 9))
    dump_proved(tmp_path / "dump")
    rows = {table: digest_of_rows(rows) for table, rows in tables_in(tmp_path / "dump")}
    unread = {table: rows for table, rows in rows.items() if not table.startswith("public.ledger_posting ")}

    Player.objects.filter(club=club, name="Carl").update(name="Karl")

    with connection.cursor() as cursor:
        with pytest.raises(Refusal, match=r": public\.ledger_player\.$"):
            require_the_same(rows, cursor)
        with pytest.raises(Refusal, match=r": ledger_posting, public\.ledger_player\.$"):
            require_the_same(unread, cursor)


def test_what_the_address_asks_of_a_connection_is_asked_for_the_dump_too(connection_settings, tmp_path):
    connection_settings["OPTIONS"] = {"target_session_attrs": "standby"}

    with pytest.raises(Refusal, match="not in hot standby mode"):
        dump(tmp_path / "dump")


def test_a_dump_goes_past_a_pooler_or_is_refused(real_commits, settings, tmp_path):
    is_pooled = PAST_THE_POOLER in os.environ
    dump(tmp_path / "past it")
    settings.DUMP_SERVER = {}

    with pytest.raises(Refusal, match="set WHISTKLUB_DUMP_SERVER") if is_pooled else nullcontext():
        dump(tmp_path / "through it")

    assert (tmp_path / "past it").stat().st_size
    assert not is_pooled or not (tmp_path / "through it").exists()


@pytest.mark.parametrize(
    ("address", "means"),
    [
        ("", {}),
        ("db.example", {"host": "db.example"}),
        ("db.example:5433", {"host": "db.example", "port": "5433"}),
        ("/run/postgresql:5433", {"host": "/run/postgresql", "port": "5433"}),
    ],
)
def test_the_server_for_dumps_is_a_host_with_or_without_a_port(monkeypatch, address, means):
    monkeypatch.setenv("WHISTKLUB_DUMP_SERVER", address)

    assert dump_server() == means


def test_the_server_for_dumps_is_told_to_commands_on_that_server_alone(db, monkeypatch):
    monkeypatch.setenv("WHISTKLUB_DUMP_SERVER", "db.example:5433")
    elsewhere = ["postgres://anna@db.example/bog", "sqlite:///bog.sqlite3"]

    told = [_manage(url, "backup")[1].get("WHISTKLUB_DUMP_SERVER") for url in [own_url(), *elsewhere]]

    assert told == ["db.example:5433", None, None]


def test_encryption_asked_for_in_the_address_is_asked_of_postgresqls_programs_and_of_our_own(connection_settings):
    address = "postgres://anna:h%40ns@db.example:5433/bog?sslmode=verify-full&sslrootcert=%2Fetc%2Fca.pem"
    connection_settings.update(dj_database_url.parse(address))

    asked = libpq_settings()

    assert (asked["sslmode"], asked["sslrootcert"]) == ("verify-full", "/etc/ca.pem")
    assert (asked["host"], asked["port"], asked["user"], asked["password"]) == ("db.example", "5433", "anna", "h@ns")
    assert urlsplit(own_url()) == urlsplit(address)
