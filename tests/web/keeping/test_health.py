"""`/health` and the start say whether the site may serve, and what to do when it may not."""

import re
import sqlite3

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from ledger.models import EveningTotal
from ledger.models.book import guards
from ledger.models.site import schema
from ledger.queries import site
from ledger.services.keeping.club_file import founding_code
from ledger.services.site.findings import no_doubt, prove_shortly
from ledger.web.keeping import starting
from tests.services.keeping.test_backups import fail_backup
from tests.support.people import NOW, make_club, make_user, play_evening

pytestmark = pytest.mark.django_db


def health(client):
    response = client.get("/health")
    return response.status_code, response.json()["wrong"]


def red_but_started(client, capsys):
    """What is wrong by `/health`, which the start says too without refusing."""
    status, (trouble,) = health(client)
    starting.start()
    assert (status, trouble in capsys.readouterr().err) == (503, True)
    return trouble


def refusal(capsys):
    """What the start says when it refuses."""
    with pytest.raises(SystemExit) as stop:
        starting.start()
    assert stop.value.code == starting.REFUSED
    return capsys.readouterr().err.splitlines()


@pytest.fixture(autouse=True)
def one_connection(monkeypatch):
    """The start closes every connection; a test's must stay."""
    monkeypatch.setattr(starting.connections, "close_all", lambda: None)


@pytest.fixture(autouse=True)
def begun_beside(monkeypatch):
    """Begin what the start begins beside the site; the start itself begins nothing here."""
    begin = starting.audit_beside
    monkeypatch.setattr(starting, "audit_beside", lambda: None)
    yield begin
    no_doubt()


def test_a_sound_site_is_well_and_says_so_cheaply(client, django_assert_max_num_queries):
    client.get("/health")
    with django_assert_max_num_queries(8):
        response = client.get("/health")

    assert (response.status_code, response.json()) == (200, {"status": "ok", "wrong": [], "version": settings.VERSION})
    assert not response.cookies
    assert "no-store" in response["Cache-Control"]


def drop_a_guard():
    with schema.unlocked(connection), connection.cursor() as cursor:
        trigger = "guard_seal ON ledger_entry" if connection.vendor == "postgresql" else "guard_seal"
        cursor.execute(f"DROP TRIGGER {trigger}")


LATER = [("ledger", "9999_later"), ("whistklub", "10.2.0")]
NEWER = (
    f"The database was made by a newer release (%s; this is {settings.VERSION}): "
    "run that release, or restore a backup from before it."
)


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (drop_a_guard, "The database lacks guards (guard_seal): run `python manage.py migrate`."),
        (
            lambda: MigrationRecorder(connection).record_unapplied("ledger", "0003_facts_of_deals"),
            "Migrations are not applied (ledger.0003_facts_of_deals): run `python manage.py migrate`.",
        ),
        (
            lambda: MigrationRecorder(connection).record_applied("ledger", "9999_later"),
            NEWER % "ledger.9999_later",
        ),
        (
            lambda: [MigrationRecorder(connection).record_applied(app, name) for app, name in LATER],
            NEWER % "10.2.0",
        ),
    ],
    ids=["a missing guard", "a migration not applied", "a newer release's database", "one that left its name"],
)
def test_what_may_not_be_served_turns_health_red_and_stops_the_start(client, capsys, spoil, sentence):
    spoil()

    assert health(client) == (503, [sentence])
    assert refusal(capsys) == ["Whistklub does not start.", sentence]


@pytest.mark.only_on("sqlite")
def test_an_old_sqlite_turns_health_red_but_lets_the_site_start(client, capsys, monkeypatch):
    monkeypatch.setattr(site.sqlite3, "sqlite_version_info", (3, 51, 2))
    monkeypatch.setattr(site.sqlite3, "sqlite_version", "3.51.2")

    sentence = "SQLite 3.51.2 can damage its write-ahead log: use 3.51.3 or newer."
    assert red_but_started(client, capsys) == sentence


def test_a_backup_that_failed_turns_health_red_until_one_succeeds(client, capsys, own_data):
    fail_backup(own_data / "backups")

    trouble = red_but_started(client, capsys)

    assert re.fullmatch(r"The backup of \d{4}-\d\d-\d\d \d\d:\d\d failed: run `python manage.py backup`\.", trouble)


def test_scripts_and_styles_that_were_not_collected_turn_health_red(client, capsys, settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {"staticfiles": {"BACKEND": "whistklub.static_files.StaticFiles"}}
    with pytest.raises(ValueError, match="Missing staticfiles manifest entry"):
        Client().get("/")

    sentence = "The scripts and styles of the pages are not collected: run `python manage.py collectstatic --noinput`."
    assert red_but_started(client, capsys) == sentence
    call_command("collectstatic", interactive=False, verbosity=0)
    assert health(client) == (200, [])
    assert client.get("/").status_code == 200
    del staticfiles_storage.hashed_files["ledger/site/kept.js"]  # as an earlier release collected them
    assert health(client) == (503, [sentence])


@pytest.mark.only_on("sqlite")
def test_the_start_says_in_one_line_what_it_runs_on(capsys):
    starting.start()

    count = len(guards.GUARDS["sqlite"])
    line = (
        f"Whistklub {settings.VERSION} runs on SQLite {sqlite3.sqlite_version}, WAL, synchronous FULL, {count} guards\n"
    )
    assert capsys.readouterr().err == line


@pytest.mark.usefixtures("entry")
def test_the_start_reads_no_book(django_assert_max_num_queries):
    """The site serves first: what it asks before is the same however many clubs there are."""
    with django_assert_max_num_queries(11) as asked:
        starting.start()

    reads_a_line = re.compile(r'(FROM|JOIN)\s+"?ledger_(posting|entry)\b')  # PostgreSQL is asked for rights on them too
    assert [query["sql"] for query in asked if reads_a_line.search(query["sql"])] == []


def test_a_book_that_does_not_hold_is_found_beside_the_site(real_commits, begun_beside, client, capfd):
    """The start serves at once; the audit it began says what it found, to the log, the board and `/health`."""
    evening = play_evening(make_club(), "Bodil", "Carl", 9)
    play_evening(make_club("Mandagsklubben", founder="oda"), "Bodil", "Carl", 9)
    EveningTotal.objects.filter(evening=evening, player__name="Bodil").update(points=999)

    begun = begun_beside()

    assert begun.wait(60) == 0
    assert "The book does not hold (Evening id" in capfd.readouterr().err
    assert health(client) == (503, ["A book does not hold: run `python manage.py audit`."])
    assert front(client, "alma", "torsdagsklubben") == 1
    assert front(client, "oda", "mandagsklubben") == 0
    client.logout()
    assert client.get("/torsdagsklubben/").status_code == 200


def front(client, name, slug):
    """How often a club's front page says to a member of its board that its book does not hold."""
    client.force_login(make_user(name))
    return client.get(f"/{slug}/").content.decode().count("Regnskabet stemmer ikke.")


@pytest.mark.usefixtures("entry")
def test_a_whole_audit_that_finds_nothing_ends_the_doubt(client):
    EveningTotal.objects.filter(player__name="Bodil").update(points=999)
    prove_shortly(now=NOW)
    assert health(client)[0] == 503

    EveningTotal.objects.filter(player__name="Bodil").update(points=2)
    call_command("audit")

    assert health(client) == (200, [])


@pytest.mark.only_on("postgres")
def test_the_start_says_that_it_runs_as_somebody_who_may_change_the_book(capsys):
    starting.start()

    output = capsys.readouterr().err
    assert output.startswith(f"Whistklub {settings.VERSION} runs on PostgreSQL ")
    assert output.endswith(
        f"{len(guards.GUARDS['postgresql'])} guards, as {connection.settings_dict['USER']}, who may change the book\n"
    )


def test_a_database_out_of_reach_is_a_sentence_and_no_traceback(client, capsys, tmp_path):
    reached = dict(connection.settings_dict)
    connection.close()
    connection.settings_dict["NAME"] = str(tmp_path / "nowhere" / "else.sqlite3")
    try:
        assert health(client) == (503, ["The database cannot be reached."])
        assert refusal(capsys)[1].startswith("The database cannot be reached: ")
    finally:
        connection.settings_dict.update(reached)


@pytest.mark.parametrize(
    ("settled", "founded", "prints"),
    [
        *(({"PUBLIC_HOST": "whist.example.dk"}, False, True), ({"PUBLIC_HOST": "whist.example.dk"}, True, False)),
        *(({"LAN": True}, False, True), ({}, False, False)),
    ],
)
def test_the_start_prints_the_founding_code_while_it_is_needed(settings, capsys, settled, founded, prints):
    for name, value in settled.items():
        setattr(settings, name, value)
    if founded:
        make_club()

    starting.start()

    assert (founding_code() in capsys.readouterr().err) == prints
