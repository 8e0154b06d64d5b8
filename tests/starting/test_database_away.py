"""A PostgreSQL that was restarted, does not answer, or takes too long: said in time, with the form kept."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
from django.core.signals import request_started
from django.db import connection

from ledger.services.site.other_database import own_url, without_haste
from tests.support.postgres import cluster
from tests.support.programs import POSTGRESQL

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

PAUSED = """
import django; django.setup()
import os, signal
from contextlib import suppress
from pathlib import Path
from time import monotonic
from django.core.management import call_command
from django.core.signals import request_started
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from ledger.models import Entry
from ledger.web.keeping.unanswered import give_up_in_time
from tests.support.people import anna, make_club, make_evening
from tests.web.deals.test_deals import as_drawn

def parent(pid):
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:  # gone meanwhile
        return None

def all_of_it():
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        server = parent(cursor.fetchone()[0])
    return [server, *(int(each) for each in os.listdir("/proc") if each.isdecimal() and parent(each) == server)]

def send(sign):
    for pid in pids:
        with suppress(ProcessLookupError):  # one that had done its work
            os.kill(pid, sign)

def ask(what, method, address, said=None):
    begun = monotonic()
    request_started.send(sender=None)
    answer = getattr(client, method)(address, said or {})
    kept = 'name="key" value="' + said["key"] + '"' in answer.content.decode() if said else "-"
    print(what, answer.status_code, kept, f"{monotonic() - begun:.1f}")

def go_on(*_):  # or the server could not be ended either
    send(signal.SIGCONT)
    os._exit(1)

signal.signal(signal.SIGALRM, go_on)
signal.alarm(120)
give_up_in_time()
call_command("migrate", verbosity=0)
with transaction.atomic():
    evening = make_evening(make_club())
    secretary = anna(evening.club)
client = Client(raise_request_exception=False, SERVER_NAME="localhost")
client.force_login(secretary)
page, entry = (reverse(name, args=["torsdagsklubben", 1]) for name in ("evening", "deal_new"))
said = as_drawn(client, evening)
pids = all_of_it()

send(signal.SIGSTOP)
ask("page", "get", page)
send(signal.SIGCONT)
ask("page", "get", page)
pids = all_of_it()

def pause_at_the_line(execute, sql, *rest):
    if sql.startswith('INSERT INTO "ledger_entry"'):
        send(signal.SIGSTOP)
    return execute(sql, *rest)

with connection.execute_wrapper(pause_at_the_line):
    ask("deal", "post", entry, said)
send(signal.SIGCONT)
print("stored", Entry.objects.count())
ask("deal", "post", entry, said)
print("stored", Entry.objects.count())
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


@pytest.mark.long
@pytest.mark.cluster
def test_a_server_that_is_paused_is_said_too_and_works_again_when_it_goes_on(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """Stopped with all its processes: its machine takes what is sent, so that no limit of the network passes."""
    initdb = POSTGRESQL.find()
    assert initdb
    with cluster(initdb) as server:
        output = run(PAUSED, f"{server.direct.rpartition('/')[0]}/postgres", tmp_path)

    answers, figures = zip(*(line.rsplit(" ", 1) for line in output.splitlines()), strict=True)
    assert answers == ("page 503 -", "page 200 -", "deal 503 True", "stored", "deal 302 False", "stored")
    assert (figures[3], figures[5]) == ("0", "1")
    assert max(float(figures[asked]) for asked in (0, 1, 2, 4)) <= 6
    record_property("seconds", output.splitlines())


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
