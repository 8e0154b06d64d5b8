"""The board's own pages: the audit says in words whether the book holds, and one sheet is for whoever takes over."""

import re
import subprocess
from html import unescape

import pytest
from django.conf import settings
from django.db import connection

from ledger.models import Entry
from ledger.models.book import guards
from ledger.services.keeping.backups import back_up, backups_folder
from ledger.web.keeping import keeping
from tests.support.people import NOW, anna, make_club, make_evening, record, trick
from tests.web.reading import in_english

pytestmark = pytest.mark.django_db

AUDIT, HAND_OVER = "/torsdagsklubben/audit/", "/torsdagsklubben/hand-over/"


@pytest.fixture
def club():
    club = make_club()
    evening = make_evening(club)
    record(evening, trick(evening, "Bodil", "Carl", 9))
    record(evening, trick(evening, "Bodil", "Carl", 7))
    return club


def test_the_treasurer_hears_that_the_book_balances(treasurer):
    assert "The whole book, all seasons, balances" not in treasurer.get(AUDIT).content.decode()

    assert "The whole book, all seasons, balances: 1 evening, 2 deals, sum 0." in treasurer.post(AUDIT).content.decode()


def test_the_treasurer_hears_which_line_does_not_hold_and_what_to_do(treasurer, club):
    guards.drop(connection)
    Entry.objects.filter(sequence=2).update(reason="pyntet")
    guards.install(connection)

    text = treasurer.post(AUDIT).content.decode()

    assert "The book does not hold: 1 finding." in text
    assert f"{club.pk}/2026-27, 2 is not what was written" in text
    assert "Enter nothing more." in text


def test_another_clubs_trouble_is_not_told(treasurer):
    other = make_evening(make_club("Tirsdagsklubben", founder="oda"))
    record(other, trick(other, "Bodil", "Carl", 9))
    guards.drop(connection)
    Entry.objects.filter(evening=other).update(reason="pyntet")
    guards.install(connection)

    assert "The whole book, all seasons, balances" in treasurer.post(AUDIT).content.decode()


def test_the_sheet_for_the_new_secretary_tells_an_administrator_where_things_lie(client, club):
    client = in_english(client)
    client.force_login(anna(club))
    assert str(settings.DATA_DIR) not in client.get(HAND_OVER).content.decode()

    client.force_login(club.memberships.get(role="admin").user)
    backup = backups_folder() / "whistklub-20260903-220000.sqlite3"
    backup.touch()
    text = client.get(HAND_OVER).content.decode()
    backup.unlink()

    assert str(settings.DATA_DIR) in text
    assert backup.name in text
    assert "Sekretær 2: Secretary" in text


def test_the_commands_on_the_sheet_can_be_typed_as_they_are_on_this_very_machine(
    client, club, settings, tmp_path, monkeypatch
):
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    monkeypatch.setenv("WHISTKLUB_DATA", str(settings.DATA_DIR))
    client.force_login(club.memberships.get(role="admin").user)

    printed = unescape(re.search(r"<code>([^<]* restore FILE)</code>", client.get(HAND_OVER).content.decode())[1])
    outcome = subprocess.run(["sh", "-c", printed], capture_output=True, text=True, cwd=tmp_path)
    assert re.search("Filen FILE|pg_restore", outcome.stderr), outcome.stderr

    assert f"export_club {club.slug} {settings.DATA_DIR}/{club.slug}.jsonl.gz" in client.get(HAND_OVER).content.decode()
    installed = tmp_path / "whistklub"
    installed.write_text(f'exec "{settings.BASE_DIR}/.venv/bin/python" "$@"')
    monkeypatch.setattr(keeping, "INSTALLED_COMMAND", installed)
    assert "<code>whistklub backup</code>" in client.get(HAND_OVER).content.decode()


def test_a_backup_that_failed_is_said_to_the_board_and_to_nobody_else(client, club, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    (tmp_path / "backups").touch()
    with pytest.raises(OSError, match="backups"):
        back_up(now=NOW)
    (tmp_path / "backups").unlink()
    sentence, client = "there is no copy of the newest deals", in_english(client)
    new = make_club("Tirsdagsklubben", founder="oda")

    assert sentence not in client.get("/torsdagsklubben/").content.decode()
    client.force_login(anna(club))
    pages = [client.get(address).content.decode() for address in ("/torsdagsklubben/", AUDIT, HAND_OVER)]
    assert [sentence in page for page in pages] == [True, True, True]
    assert sentence not in client.get("/tirsdagsklubben/").content.decode()
    client.force_login(new.memberships.get().user)
    assert sentence in client.get("/tirsdagsklubben/").content.decode()
