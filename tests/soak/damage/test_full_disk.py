"""A disk that is full in fact: nothing is lost, it is said in plain words, and saving goes on when there is room."""

import os
import pwd
import subprocess
import uuid
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest
from django.conf import settings

from tests.soak.conftest import Copied
from tests.soak.secretary import SAVED, Answer, Secretary
from tests.support.page_forms import forms_on
from tests.support.postgres import server_url

SIZE = "40m"
REFUSALS = 5
MOST_DEALS = 3000


@pytest.fixture(scope="module")
def small_disk(mount: str) -> Iterator[Path]:
    """A disk in memory, where PostgreSQL's own user can reach it."""
    with TemporaryDirectory(prefix="whistklub-disk-", dir="/tmp") as folder:
        subprocess.run([mount, "-t", "tmpfs", "-o", f"size={SIZE},mode=755", "tmpfs", folder], check=True)
        yield Path(folder)
        subprocess.run(["umount", "--lazy", folder], check=True)  # the killed workers may take a moment to leave it


@pytest.fixture(scope="module")
def tablespace(small_disk: Path) -> Iterator[str]:
    """Where a database is to lie so that it is on the small disk; empty on SQLite, whose file lies there itself."""
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        yield ""
        return
    folder = small_disk / "tablespace"
    folder.mkdir()
    os.chown(folder, pwd.getpwnam("postgres").pw_uid, -1)
    with psycopg.connect(f"{server_url()}/postgres", autocommit=True) as session:
        session.execute(f"CREATE TABLESPACE small LOCATION '{folder}'")
        yield "TABLESPACE small"
        session.execute("DROP TABLESPACE small")


def fill(disk: Path) -> Path:
    """Take all the room that is left."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        for size in (1 << 20, 1 << 12, 1):
            try:
                while file.write(b"x" * size):
                    pass
            except OSError:
                continue
    return filler


def save_until_refused(secretary: Secretary) -> tuple[list[str], list[Answer]]:
    """The keys that were saved and the answers that were refusals, when there are enough of these."""
    saved, refused = [], []
    for _ in range(MOST_DEALS):
        deal = secretary.deal()
        answer = secretary.save(deal)
        if answer.status == SAVED:
            saved.append(deal["key"])
        else:
            refused.append(answer)
        if len(refused) == REFUSALS:
            return saved, refused
    raise AssertionError("the disk never filled up")


@pytest.mark.long
def test_a_full_disk_loses_nothing_and_saving_goes_on_when_there_is_room(
    small_disk: Path, tablespace: str, copy_pattern: Copied
) -> None:
    site = copy_pattern(small_disk, tablespace)
    site.start()
    secretary = Secretary(site.port, site.club).sign_in()
    filler = fill(small_disk)

    saved, refused = save_until_refused(secretary)
    standings = secretary.get(site.club["standings"])
    filler.unlink()
    form = next(form for form in forms_on(refused[-1].page, site.club["evening"]) if "key" in form.fields)
    afterwards = secretary.post(form.path, form.fields)

    assert {answer.status for answer in refused} == {507}
    assert all("disken er fuld" in answer.page or "the disk is full" in answer.page for answer in refused)
    assert standings.status == 200
    assert afterwards.status == SAVED
    assert set(site.stored_keys()) == {uuid.UUID(key) for key in [*saved, *form.fields["key"]]}
    assert site.audit()["findings"] == []
