"""Kept pages lie where every process finds them, hold no more bytes than allowed, and go when a player is forgotten."""

import gzip
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import timezone

from ledger.models import Player
from ledger.services.site import kept_pages
from ledger.services.site.kept_pages import begin_page, forget_pages, give_up_page, keep_page, kept_page, tidy_pages
from tests.support.people import make_club, make_evening, record, torben, trick

CLUB, OTHER = "torsdagsklubben", "mandagsklubben"
IN_ANOTHER_PROCESS = """
import django
django.setup()
from django.utils.timezone import now
from ledger.services.site.kept_pages import begin_page, keep_page, kept_page
print(kept_page(club="torsdagsklubben", key="a"))
keep_page(begun=begin_page(club="torsdagsklubben"), key="b", packed=b"theirs", now=now())
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """The folder of the kept pages, as a process finds it that has just begun."""
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    monkeypatch.setattr(kept_pages, "_written", {"bytes": 0, "is_first": True})
    return tmp_path / "pages"


def keep(club, key, packed):
    keep_page(begun=begin_page(club=club), key=key, packed=packed, now=timezone.now())


def in_another_process(tmp_path):
    environment = {**os.environ, "WHISTKLUB_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "whistklub.settings"}
    command = [sys.executable, "-c", IN_ANOTHER_PROCESS]
    done = subprocess.run(command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_every_process_has_what_one_of_them_kept_until_a_club_is_forgotten(tmp_path):
    keep(CLUB, "a", b"ours")
    keep(OTHER, "a", b"another club's")

    assert in_another_process(tmp_path) == "b'ours'"
    assert kept_page(club=CLUB, key="b") == b"theirs"

    forget_pages(club=CLUB)

    assert in_another_process(tmp_path) == "None"
    assert kept_page(club=OTHER, key="a") == b"another club's"


def test_a_page_that_was_begun_before_its_club_was_forgotten_is_not_kept(folder):
    begun = begin_page(club=CLUB)
    forget_pages(club=CLUB)

    keep_page(begun=begun, key="a", packed=b"with a name in it", now=timezone.now())

    assert kept_page(club=CLUB, key="a") is None
    assert list(folder.glob("*/*")) == []


def test_the_oldest_go_when_there_are_more_bytes_than_allowed(monkeypatch, folder):
    monkeypatch.setattr(settings, "KEPT_PAGES_BYTES", 10_000)
    for number in range(40):
        keep((CLUB, OTHER)[number % 2], f"page{number:02}", os.urandom(1000))
        for path in folder.glob("*/page*"):
            os.utime(path, (path.stat().st_atime, path.stat().st_mtime - 1))

    assert sum(path.stat().st_size for path in folder.glob("*/*")) <= 10_000 * (1 + 1 / kept_pages.OF_ALL) + 1100
    assert kept_page(club=OTHER, key="page39") is not None
    assert kept_page(club=CLUB, key="page00") is None


def test_what_is_older_than_a_day_goes(folder):
    keep(CLUB, "old", b"x")
    keep(CLUB, "new", b"x")
    os.utime(folder / CLUB / "old", (0, 0))

    tidy_pages(now=timezone.now())

    assert [path.name for path in folder.glob("*/*")] == ["new"]


def test_the_folder_of_a_club_that_is_gone_goes_too(folder):
    keep(CLUB, "a", b"x")
    keep(OTHER, "a", b"x")
    forget_pages(club=CLUB)
    assert (folder / CLUB).is_dir()

    tidy_pages(now=timezone.now())

    assert [path.name for path in folder.iterdir()] == [OTHER]


@pytest.mark.parametrize("spoiled", [b"", b"no page", b"\0\0\0\0"])
def test_a_file_that_is_no_page_is_none(folder, spoiled):
    keep(CLUB, "a", b"x")
    (folder / CLUB / "a").write_bytes(spoiled)

    assert kept_page(club=CLUB, key="a") is None


def test_a_page_that_is_not_kept_leaves_nothing(folder):
    give_up_page(begun=begin_page(club=CLUB))

    assert list(folder.glob("*/*")) == []


@pytest.mark.django_db
def test_a_page_is_shown_where_nothing_can_be_kept(client, folder):
    make_club()
    folder.write_text("a file where the folder should be")

    for _ in range(2):
        assert client.get("/torsdagsklubben/standings/").status_code == 200
    assert folder.is_file()


@pytest.mark.django_db
def test_a_page_is_shown_on_a_full_disk(client, folder, monkeypatch):
    """The last write is refused, as on a disk that fills while the page is drawn."""
    make_club()
    taken = Path.replace
    monkeypatch.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))

    assert client.get("/torsdagsklubben/standings/").status_code == 200

    assert list(folder.glob("*/*")) == []
    monkeypatch.setattr(Path, "replace", taken)
    assert client.get("/torsdagsklubben/standings/").status_code == 200
    assert len(list(folder.glob("*/*"))) == 1


@pytest.mark.django_db
def test_forgetting_a_player_empties_what_is_kept_of_the_club(client, folder, django_capture_on_commit_callbacks):
    club, other = make_club(), make_club("Mandagsklubben", founder="oda")
    for any_club in (club, other):
        evening = make_evening(any_club)
        record(evening, trick(evening, "Bodil", "Carl", 8))
        client.get(f"/{any_club.slug}/standings/")
    assert pages_kept_with(folder, b"Carl") == [OTHER, CLUB]
    Player.objects.filter(club=club, name="Carl").update(is_active=False)
    client.force_login(torben(club))

    with django_capture_on_commit_callbacks(execute=True):
        client.post(f"/{CLUB}/players/carl/forget/", {"sure": "on"})

    assert pages_kept_with(folder, b"Carl") == [OTHER]


def pages_kept_with(folder, name):
    """The clubs of which a page is kept that has a name in it."""
    files = {path: kept_page(club=path.parent.name, key=path.name) for path in folder.glob("*/*")}
    pages = {path: gzip.decompress(packed) for path, packed in files.items() if not path.name.startswith("latest-")}
    return sorted({path.parent.name for path, content in pages.items() if name in content})
