"""A file that is damaged, gone or read-only is said as that, on the page and to whoever watches; never as "busy"."""

import os
import shutil
import sqlite3
from contextlib import closing

import pytest
from django.core.management import call_command
from django.db import connection
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import localtime

from ledger.models import Entry
from ledger.queries import site
from ledger.queries.book.audit import entries
from ledger.services.keeping.backups import backups_folder
from ledger.services.site.findings import is_damage_known
from ledger.web.keeping import starting
from tests.support.people import anna
from tests.web.deals.test_deals import form_for, new_url
from tests.web.keeping.test_health import health
from tests.web.reading import in_english, page

pytestmark = pytest.mark.only_on("sqlite")

BACKUP = f"whistklub-{localtime(timezone.now()):%Y%m%d-%H%M%S}.sqlite3"


@pytest.fixture
def file(real_commits, entry, tmp_path):
    """The site works on a file of its own with one evening, and there is a backup; as before afterwards."""
    anna(entry.evening.club)
    name, database = tmp_path / "whistklub.sqlite3", connection.settings_dict["NAME"]
    with closing(sqlite3.connect(name)) as copy:
        connection.connection.backup(copy)
        copy.execute("VACUUM")
    backup = backups_folder() / BACKUP
    backup.touch()
    connection.close()
    connection.settings_dict["NAME"] = str(name)
    yield name
    connection.close()
    connection.settings_dict["NAME"] = database
    backup.unlink()


def spoil(file, word):
    """Let a word in the file begin with a byte that is no letter."""
    content = bytearray(file.read_bytes())
    content[content.index(word)] = 0xFF
    file.write_bytes(content)


@pytest.fixture
def spoiled_file(file):
    """A byte of a player's name is no letter any more."""
    spoil(file, b"Dorthe")
    return file


@pytest.fixture
def secretary(client, file):
    in_english(client).force_login(evening_of().club.memberships.get(user__username="anna").user)
    client.raise_request_exception = False
    return client


def evening_of():
    return Entry.objects.select_related("evening__club").earliest("sequence").evening


def test_a_page_that_meets_a_damaged_row_says_so_and_names_the_backup(secretary, spoiled_file):
    answer = secretary.get(reverse("standings", args=["torsdagsklubben"]))

    assert answer.status_code == 500
    assert "Retry-After" not in answer
    assert "The book's file is damaged" in page(answer)
    assert f"The newest backup was proved when it was made: {BACKUP}." in page(answer)
    assert "busy" not in page(answer)
    assert "Try again" not in page(answer)
    code, (sentence,) = health(secretary)
    assert (code, "is damaged" in sentence, BACKUP in sentence) == (503, True, True)
    assert "The book's file is damaged" in page(secretary.get(reverse("hand_over", args=["torsdagsklubben"])))


def test_the_boards_audit_says_that_the_file_is_damaged(secretary, file, monkeypatch):
    monkeypatch.setattr(entries, "ENTRIES_AT_A_TIME", 2)  # or a thousand are tried that are not there
    connection.close()
    spoil(file, b'"kind": "trick"')

    answer = secretary.post(reverse("audit", args=["torsdagsklubben"]))

    assert answer.status_code == 200
    assert "cannot be read" in page(answer)
    assert BACKUP in page(answer)


def test_the_start_says_that_the_file_is_damaged_and_which_backup_holds(spoiled_file, capsys, monkeypatch):
    """The audit that it begins beside the site, here in this process; and the next start by itself."""
    spoil(spoiled_file, b"2026/27")
    monkeypatch.setattr(starting, "manage_beside", call_command)
    monkeypatch.setattr(os, "nice", lambda _: None)  # of a process of its own

    for _ in range(2):
        starting.start()

        output = capsys.readouterr().err
        assert "The database is damaged: stop the site" in output
        assert BACKUP in output


def test_a_file_that_is_no_database_stops_the_start_with_a_sentence(file, capsys):
    file.write_bytes(b"x" * 8192)

    with pytest.raises(SystemExit):
        starting.start()

    output = capsys.readouterr().err.splitlines()
    assert output[0] == "Whistklub does not start."
    assert output[1].startswith("The database is damaged")
    assert BACKUP in output[1]


def test_damage_is_forgotten_with_the_file_that_had_it(secretary, spoiled_file):
    secretary.get(reverse("standings", args=["torsdagsklubben"]))
    assert is_damage_known()
    connection.close()

    shutil.copy(spoiled_file, spoiled_file.with_name("other"))
    spoiled_file.with_name("other").replace(spoiled_file)

    assert not is_damage_known()


def test_nothing_is_saved_to_a_file_that_was_moved_away_and_no_new_one_is_made(secretary, file):
    evening, before = evening_of(), Entry.objects.count()
    file.rename(file.with_name("elsewhere.sqlite3"))

    answer = secretary.post(new_url(evening), form_for(evening))

    assert answer.status_code == 503
    assert "Not saved: the book's file is not where it was" in page(answer)
    code, (sentence,) = health(secretary)
    assert (code, "moved away or replaced" in sentence) == (503, True)
    assert not file.exists()
    file.with_name("elsewhere.sqlite3").rename(file)
    assert health(secretary) == (200, [])
    assert Entry.objects.count() == before
    assert secretary.post(new_url(evening), form_for(evening)).status_code == 302


def test_nothing_is_saved_to_a_file_that_was_put_in_the_place_of_the_one_in_use(secretary, file):
    evening = evening_of()
    shutil.copy(file, file.with_name("other.sqlite3"))
    file.with_name("other.sqlite3").replace(file)

    assert secretary.post(new_url(evening), form_for(evening)).status_code == 503


def test_a_book_that_can_only_be_read_says_so_and_keeps_what_was_sent(secretary, file):
    evening = evening_of()
    with connection.cursor() as cursor:
        from_now_on_read_only(cursor)
        answer = secretary.post(new_url(evening), form_for(evening))

    assert answer.status_code == 503
    assert "Not saved: the book can only be read" in page(answer)
    assert "Try again" in page(answer)


def from_now_on_read_only(cursor):
    """What SQLite answers on a disk that is mounted so: the same error, by its own switch."""
    cursor.db.connection.set_authorizer(None)
    cursor.execute("PRAGMA query_only = ON")


def test_a_disk_that_is_nearly_full_is_said_before_it_is_full(secretary, file, monkeypatch):
    monkeypatch.setattr(site, "LEAST_FREE", 2**62)

    code, (sentence,) = health(secretary)

    assert (code, sentence.startswith("The disk is nearly full: ")) == (503, True)
    front = page(secretary.get(reverse("club", args=["torsdagsklubben"])))
    assert "The disk that keeps the book is nearly full." in front
    assert "nearly full" not in page(in_english(type(secretary)()).get(reverse("club", args=["torsdagsklubben"])))
