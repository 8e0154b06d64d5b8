"""A PostgreSQL that was restarted, does not answer, or takes too long: said, with the form kept."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from django.core.signals import request_started
from django.db import connection

from ledger.services.site.other_database import own_url, without_haste

ROOT = Path(__file__).parents[2]
SENDS = """
import django; django.setup()
from django.test import Client
answer = Client(raise_request_exception=False, SERVER_NAME="localhost").post("/start/", {"players": "Ny Anna"})
print(answer.status_code, 'name="players" value="Ny Anna"' in answer.content.decode())
"""
OPTIONS = "from django.conf import settings; print(settings.DATABASES['default']['OPTIONS'])"
PATIENCE = """
import whistklub.wsgi
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute("SHOW statement_timeout")
    print(cursor.fetchone()[0])
"""


def run(program: str, url: str, data: Path) -> str:
    settled = {"DJANGO_SETTINGS_MODULE": "tests.settings", "WHISTKLUB_DATA": str(data), "DATABASE_URL": url}
    command = [sys.executable, "-c", program]
    # Far beyond any of the limits: without them it would wait for ever.
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, **settled}, capture_output=True, text=True, timeout=300, check=True
    ).stdout


def test_a_database_that_never_answers_is_said_with_the_form_kept(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        output = run(SENDS, f"postgres://a:b@127.0.0.1:{deaf.getsockname()[1]}/c?connect_timeout=2", tmp_path)

    assert output.split() == ["503", "True"]


def test_what_the_address_says_of_the_limits_goes_before_the_defaults(tmp_path: Path) -> None:
    output = run(OPTIONS, "postgres://a:b@db/c?connect_timeout=3&sslmode=require", tmp_path)

    assert (
        "'connect_timeout': 3" in output and "'tcp_user_timeout': 10000" in output and "'sslmode': 'require'" in output
    )


@pytest.mark.only_on("postgres")
@pytest.mark.direct("a pooler limits the time of statements itself")
def test_a_statement_of_a_page_has_a_limit_and_one_of_a_command_has_none(
    real_commits: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = own_url()
    given = f"{url}{'&' if '?' in url else '?'}options=-c%20statement_timeout%3D1234"

    assert [run(PATIENCE, url_given, tmp_path).strip() for url_given in (url, given)] == ["20s", "1234ms"]
    monkeypatch.setenv("PGOPTIONS", "-c statement_timeout=20s")
    assert "PGOPTIONS" not in without_haste()
    monkeypatch.setenv("PGOPTIONS", "-c statement_timeout=1h")
    assert without_haste()["PGOPTIONS"] == "-c statement_timeout=1h"


@pytest.mark.only_on("postgres")
@pytest.mark.direct("a pooler keeps the connections itself")
def test_a_kept_connection_whose_server_was_restarted_costs_nobody_an_error(real_commits: None, client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (served_by,) = cursor.fetchone()
    with psycopg.connect(**{**connection.get_connection_params(), "cursor_factory": None}) as other:
        other.execute("SELECT pg_terminate_backend(%s)", [served_by])

    request_started.send(sender=None)  # as for every request but those of the tests' client

    assert client.get("/health").status_code == 200
