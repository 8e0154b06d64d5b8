"""The workbook that is kept: made once for each state of the book, by one process at a time, whatever happens to it."""

import fcntl
import os
import signal
import subprocess
import sys
from datetime import UTC, datetime

import pytest

from ledger.services.seasons import making, workbooks
from ledger.services.seasons.workbooks import Making, make_at_once, make_beside, throw_away, workbook_of
from ledger.services.site.freshness import touch
from tests.spreadsheets.seasons import reading
from tests.support.people import make_club, make_evening, record, season_of, trick
from tests.support.replay import replayed

NOW = datetime(2027, 6, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def folder(tmp_path, settings):
    settings.DATA_DIR = tmp_path
    return tmp_path / "workbooks"


@replayed
def club_with_a_deal(name="Torsdagsklubben"):
    club = make_club(name=name)
    evening = make_evening(club)
    record(evening, trick(evening, "Bodil", "Carl", 8))
    return club


def workbook_kept(club, language="da", deployed="1"):
    return workbook_of(season=season_of(club), language=language, deployed=deployed)


def files(folder):
    return sorted(path.name for path in folder.glob("*/*"))


@pytest.mark.django_db
def test_its_name_changes_with_the_book_the_registers_the_language_and_the_program():
    club = club_with_a_deal()
    evening = club.evenings.get()
    names = [workbook_kept(club).name, workbook_kept(club, "en").name, workbook_kept(club, deployed="2").name]
    record(evening, trick(evening, "Bodil", "Carl", 9))
    names.append(workbook_kept(club).name)
    touch(club=club)
    names.append(workbook_kept(club).name)

    assert len(set(names)) == 5
    assert all(map(workbooks.NAME.fullmatch, names))


@pytest.mark.django_db
def test_one_that_is_being_made_is_not_kept_where_its_club_s_are_thrown_away(folder, monkeypatch):
    """As where a player is forgotten meanwhile: it holds the name."""
    club = club_with_a_deal()

    def write_once(*book_and_target, write=making.write_season_book, **options):
        throw_away(club=club)
        write(*book_and_target, **options)

    monkeypatch.setattr(making, "write_season_book", write_once)

    assert make_at_once(kept=workbook_kept(club), now=NOW).startswith(b"PK")
    assert files(folder) == []


@pytest.mark.django_db
def test_of_each_season_and_language_the_newest_is_kept(folder):
    clubs = [club_with_a_deal(), club_with_a_deal("Onsdagsklubben")]
    for club in clubs:
        for language in ("da", "en"):
            make_at_once(kept=workbook_kept(club, language), now=NOW)
    first = files(folder)
    evening = clubs[0].evenings.get()
    record(evening, trick(evening, "Bodil", "Carl", 9))

    content = make_at_once(kept=workbook_kept(clubs[0]), now=NOW)

    assert len(first) == len(files(folder)) == 4
    assert len({*first, *files(folder)}) == 5
    assert workbook_kept(clubs[0]).path.read_bytes() == content


@pytest.mark.django_db
def test_the_oldest_go_when_there_are_too_many(folder, monkeypatch):
    clubs = [club_with_a_deal(name) for name in ("Mandag", "Tirsdag", "Onsdag")]
    for at, club in enumerate(clubs[:2]):
        size = len(make_at_once(kept=workbook_kept(club), now=NOW))
        os.utime(workbook_kept(club).path, (at, at))
    monkeypatch.setattr(workbooks, "MOST_KEPT", size)

    make_at_once(kept=workbook_kept(clubs[2]), now=NOW)

    assert [workbook_kept(club).path.exists() for club in clubs] == [False, True, True]


@pytest.mark.django_db
def test_a_reader_gets_it_though_it_cannot_be_kept():
    kept = workbook_kept(club_with_a_deal())
    kept.path.mkdir()  # a file cannot take its place

    content = make_at_once(kept=kept, now=NOW)

    assert reading.table(reading.open_workbook(content), "tblDeals")[0]["Melder"] == "Bodil"
    assert not kept.path.is_file()


@pytest.mark.django_db
def test_only_what_has_the_same_names_and_program_may_stand_for_it():
    club = club_with_a_deal()
    earlier = workbook_kept(club)
    evening = club.evenings.get()
    record(evening, trick(evening, "Bodil", "Carl", 9))
    now = workbook_kept(club)
    touch(club=club)

    assert now.earlier(earlier.name) == earlier._replace(season=now.season)
    assert workbook_kept(club).earlier(earlier.name).name == workbook_kept(club).name
    assert now.earlier("../../secret_key").name == now.name
    assert now.earlier(workbook_kept(club, "en").name).name == now.name


@pytest.mark.django_db
def test_a_clubs_workbooks_are_thrown_away_and_nobody_elses(folder):
    clubs = [club_with_a_deal(), club_with_a_deal("Onsdagsklubben")]
    for club in clubs:
        make_at_once(kept=workbook_kept(club), now=NOW)

    throw_away(club=clubs[0])

    assert files(folder) == [workbook_kept(clubs[1]).path.name]


def wait_for_the_maker(folder):
    with (folder / "lock").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)


def test_a_process_of_its_own_makes_it_and_one_who_was_killed_leaves_nothing_in_the_way(real_commits, folder):
    """Killed as it holds the lock: whoever waits is told, and whoever asks anew has it made, one at a time."""
    ours, theirs = (workbook_kept(club_with_a_deal(name)) for name in ("Torsdagsklubben", "Onsdagsklubben"))
    workbooks._folder()
    hold = "import fcntl, sys; file = open(sys.argv[1], 'a+'); fcntl.flock(file, 2); print(1, flush=True); input()"
    command, pipe = [sys.executable, "-c", hold, str(folder / "lock")], subprocess.PIPE
    maker = subprocess.Popen(command, stdin=pipe, stdout=pipe)
    maker.stdout.readline()
    meanwhile = make_beside(kept=ours, was_begun=True)
    maker.send_signal(signal.SIGKILL)
    maker.communicate()

    failed = make_beside(kept=ours, was_begun=True)
    begun = [make_beside(kept=kept, was_begun=False) for kept in (ours, ours, theirs)]
    wait_for_the_maker(folder)

    assert (meanwhile, failed) == (Making.WAITS, Making.FAILED)
    assert begun == [Making.ON_ITS_WAY, Making.ON_ITS_WAY, Making.WAITS]
    assert make_beside(kept=ours, was_begun=True) is Making.DONE
    assert files(folder) == [ours.path.name]
    assert reading.table(reading.open_workbook(ours.path.read_bytes()), "tblDeals")[0]["Melder"] == "Bodil"
