"""A backup is taken to a second folder and to the club's own command; what cannot be taken there is a failed backup."""

from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.timezone import localtime

from ledger.rules.site.refusal import Refusal
from ledger.services.keeping.backups import (
    back_up,
    backups_folder,
    failed_backup,
    is_overdue,
    newest_backup,
    take_elsewhere,
)
from tests.support.people import NOW, make_club


@pytest.fixture(autouse=True)
def data(settings, tmp_path):
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    return settings.DATA_DIR


@pytest.fixture
def backup():
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


def test_a_backup_that_cannot_be_taken_elsewhere_has_failed_but_stays(real_commits, settings):
    make_club()
    settings.BACKUP_COMMAND = "exit 4"

    with pytest.raises(Refusal, match="exit code 4"):
        back_up(now=NOW)

    assert failed_backup() is not None
    assert newest_backup() is not None


@pytest.mark.parametrize(("hours", "overdue"), [(0, False), (47, False), (49, True)])
def test_the_newest_backup_is_too_old_after_two_days(hours, overdue):
    made_at = timezone.now() - timedelta(hours=hours)
    (backups_folder() / f"whistklub-{localtime(made_at):%Y%m%d-%H%M%S}.sqlite3").touch()

    assert is_overdue(now=timezone.now()) is overdue


def test_an_installation_without_a_backup_is_told_after_two_days_too(data):
    (data / "secret_key").touch()
    (backups_folder() / "whistklub-20269999-990000.sqlite3").touch()  # no day: somebody's own name

    now = timezone.now()
    assert [is_overdue(now=now), is_overdue(now=now + timedelta(hours=49))] == [False, True]
