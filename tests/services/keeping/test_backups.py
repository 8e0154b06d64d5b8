"""A backup holds every deal acknowledged before it began, while deals go on being entered; bad copies never count."""

import subprocess
import threading
import time
import uuid
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.timezone import localtime

from ledger.models import Entry
from ledger.models.book import guards
from ledger.rules.site.refusal import Refusal
from ledger.services.deals import record_deal
from ledger.services.keeping.backups import (
    back_up,
    back_up_soon,
    backups,
    backups_folder,
    backups_to_keep,
    failed_backup,
    is_overdue,
    newest_backup,
    take_elsewhere,
)
from tests.support.people import NOW, record, trick


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A data folder of the test's own, with a space and a Danish letter in its name."""
    data = tmp_path / "spil og tæl"
    data.mkdir()
    monkeypatch.setattr(settings, "DATA_DIR", data)
    return data / "backups"


def fail_backup(folder: Path) -> None:
    """Let a backup fail, for there is a file where its folder should be; it is away afterwards."""
    folder.touch()
    with pytest.raises(OSError, match="backups"):
        back_up(now=NOW)
    folder.unlink()


def text_of(backup: Path) -> str:
    """Everything in a backup as one text in which its keys can be looked for."""
    if backup.suffix == ".sqlite3":
        return backup.read_bytes().decode("latin-1")
    command = ["pg_restore", "--data-only", "--table=ledger_entry", "--file=-", str(backup)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.replace("-", "")


def test_a_backup_holds_every_deal_that_was_acknowledged_before_it_began(real_commits, folder, evening):
    author, deal = evening.club.memberships.get().user, trick(evening, "Bodil", "Carl", 9)
    acknowledged: list[str] = [record(evening, deal).key.hex]
    stop = threading.Event()

    def enter_deals():
        while not stop.is_set():
            key = uuid.uuid4()
            record_deal(evening=evening, deal=deal, key=key, author=author, now=NOW)
            acknowledged.append(key.hex)
            stop.wait(0.05)
        connection.close()

    phone = threading.Thread(target=enter_deals)
    phone.start()
    try:
        while len(acknowledged) < 3 and phone.is_alive():
            time.sleep(0.01)
        before = list(acknowledged)
        text = text_of(back_up(now=NOW))
        assert [key for key in before if key not in text] == []
    finally:
        stop.set()
        phone.join()

    assert len(acknowledged) > len(before) > 1
    assert [path.name.split(".")[0] for path in backups()] == ["whistklub-20260903-213000"]
    assert [path.stat().st_mode & 0o777 for path in (*backups(), folder)] == [0o600, 0o700]
    assert len(list(folder.iterdir())) == 1


def test_a_copy_whose_book_does_not_hold_is_no_backup(real_commits, folder, entry):
    guards.drop(connection)
    Entry.objects.update(reason="pyntet")
    guards.install(connection)

    with pytest.raises(Refusal, match="its digest does not fit"):
        back_up(now=NOW)

    assert list(folder.iterdir()) == []


def test_a_backup_beside_the_site_is_not_waited_for_and_one_that_failed_is_remembered_until_the_next(
    real_commits, folder, entry
):
    fail_backup(folder)

    assert failed_backup() is not None
    backup = back_up_soon()
    assert backup.is_alive()
    backup.join()
    assert failed_backup() is None
    assert entry.key.hex in text_of(backups()[0])


def test_the_newest_stay_and_the_last_of_every_month_for_a_year():
    days = [f"whistklub-2026{month:02}{day:02}-200000.sqlite3" for month in range(1, 10) for day in (3, 10, 17)]
    years = ["whistklub-20250105-200000.sqlite3", "whistklub-20250406-200000.sqlite3", "notes.txt"]

    stay = backups_to_keep([*days, *years, "whistklub-before-restore-20260101-200000.sqlite3"], keep=4)

    newest = {
        "whistklub-20260917-200000.sqlite3",
        "whistklub-20260910-200000.sqlite3",
        "whistklub-20260903-200000.sqlite3",
    }
    months = {f"whistklub-2026{month:02}17-200000.sqlite3" for month in range(1, 10)}
    assert stay == newest | months | {years[0], years[1]}


# A backup is taken to a second folder and to the club's own command; what cannot be taken there is a failed backup.


@pytest.fixture
def backup(folder):
    file = backups_folder() / "whistklub-20260903-213000.sqlite3"
    file.write_bytes(b"a proved copy")
    return file


def test_a_backup_is_copied_to_the_second_folder_and_that_is_thinned_out_too(settings, tmp_path, backup):
    settings.BACKUP_FOLDER = str(tmp_path / "stick")
    (tmp_path / "stick").mkdir()
    for name in ("whistklub-20260901-200000.sqlite3", "whistklub-20260902-200000.sqlite3", "mine.sqlite3"):
        (tmp_path / "stick" / name).touch()

    take_elsewhere(backup, keep=1)

    there = sorted(path.name for path in (tmp_path / "stick").iterdir())
    assert there == ["mine.sqlite3", backup.name]
    copy = tmp_path / "stick" / backup.name
    assert (copy.read_bytes(), copy.stat().st_mode & 0o777) == (b"a proved copy", 0o600)


def test_the_clubs_own_command_gets_the_backups_path(settings, tmp_path, backup):
    settings.BACKUP_COMMAND = f'cp "$1" "{tmp_path}/far away"'

    take_elsewhere(backup, keep=1)

    assert (tmp_path / "far away").read_bytes() == b"a proved copy"


@pytest.mark.parametrize(
    ("setting", "value", "why"),
    [
        ("BACKUP_FOLDER", "/nowhere/at/all", "/nowhere/at/all"),
        ("BACKUP_COMMAND", "echo no route to host >&2; exit 4", "no route to host"),
        ("BACKUP_COMMAND", "exit 4", "exit code 4"),
    ],
)
def test_why_a_backup_cannot_be_taken_elsewhere_is_told(settings, backup, setting, value, why):
    setattr(settings, setting, value)

    with pytest.raises(Refusal, match=why):
        take_elsewhere(backup, keep=1)


def test_a_backup_that_cannot_be_taken_elsewhere_has_failed_but_stays(real_commits, folder, club, settings):
    settings.BACKUP_COMMAND = "exit 4"

    with pytest.raises(Refusal, match="exit code 4"):
        back_up(now=NOW)

    assert failed_backup() is not None
    assert newest_backup() is not None


@pytest.mark.parametrize(("hours", "overdue"), [(0, False), (47, False), (49, True)])
def test_the_newest_backup_is_too_old_after_two_days(folder, hours, overdue):
    made_at = timezone.now() - timedelta(hours=hours)
    (backups_folder() / f"whistklub-{localtime(made_at):%Y%m%d-%H%M%S}.sqlite3").touch()

    assert is_overdue(now=timezone.now()) is overdue


def test_an_installation_without_a_backup_is_told_after_two_days_too(folder):
    (folder.parent / "secret_key").touch()
    (backups_folder() / "whistklub-20269999-990000.sqlite3").touch()  # no day: somebody's own name

    now = timezone.now()
    assert [is_overdue(now=now), is_overdue(now=now + timedelta(hours=49))] == [False, True]
