"""The board's own pages: the audit says in words whether the book holds, and one sheet is for whoever takes over."""

import re

import pytest
from django.conf import settings
from django.db import connection

from ledger.models import Entry
from ledger.models.book import guards
from tests.services.keeping.test_backups import fail_backup
from tests.support.people import anna, make_club, play_evening
from tests.web.reading import in_english, page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("entry")]

AUDIT, HAND_OVER = "/torsdagsklubben/audit/", "/torsdagsklubben/hand-over/"


def test_the_treasurer_hears_that_the_clubs_own_book_balances(treasurer):
    play_evening(make_club("Tirsdagsklubben", founder="oda"), "Bodil", "Carl", 9)
    assert "The whole book, all seasons, balances" not in treasurer.get(AUDIT).content.decode()

    assert "The whole book, all seasons, balances: 1 evening, 1 deal, sum 0." in treasurer.post(AUDIT).content.decode()


def test_the_treasurer_hears_which_line_does_not_hold_and_what_to_do(treasurer, club):
    guards.drop(connection)
    Entry.objects.update(reason="pyntet")
    guards.install(connection)

    text = treasurer.post(AUDIT).content.decode()

    assert "The book does not hold: 1 finding." in text
    assert f"{club.pk}/2026-27, 1 is not what was written" in text
    assert "Enter nothing more." in text


def test_the_sheet_for_a_new_secretary_invites_and_tells_who_writes_now(alma, stranger, club):
    stranger.force_login(anna(club))
    assert "The club's administrators invite" in page(stranger.get(HAND_OVER))

    told = page(alma.get(HAND_OVER))

    assert told.index("Send an invitation") < told.index("The new one's name") < told.index("Who writes now")
    assert "Sekretær 2 Secretary" in told


def test_the_sheet_shows_commands_in_its_last_fold_short_and_without_a_folder_of_the_machine(client, club):
    client.force_login(anna(club))
    assert "manage.py" not in client.get(HAND_OVER).content.decode()

    client.force_login(club.memberships.get(role="admin").user)
    before, fold = in_english(client).get(HAND_OVER).content.decode().split("For whoever looks after the server")

    assert "manage.py" not in before
    assert re.findall("<code>(.*?)</code>", fold) == [
        "python manage.py backup",
        "python manage.py restore BACKUP",
        "python manage.py export_club torsdagsklubben FILE",
    ]
    assert str(settings.DATA_DIR) not in before + fold


def test_a_backup_that_failed_is_said_to_the_board_and_to_nobody_else(client, club, own_data):
    fail_backup(own_data / "backups")
    sentence, client = "there is no copy of the newest deals", in_english(client)
    new = make_club("Tirsdagsklubben", founder="oda")

    assert sentence not in client.get("/torsdagsklubben/").content.decode()
    client.force_login(anna(club))
    pages = [client.get(address).content.decode() for address in ("/torsdagsklubben/", AUDIT, HAND_OVER)]
    assert [sentence in page for page in pages] == [True, True, True]
    assert sentence not in client.get("/tirsdagsklubben/").content.decode()
    client.force_login(new.memberships.get().user)
    assert sentence in client.get("/tirsdagsklubben/").content.decode()
