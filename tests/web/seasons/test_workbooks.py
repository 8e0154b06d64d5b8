"""The link to the season's workbook: a file at once, or a page that fetches it when it is made."""

import fcntl

import pytest
from django.urls import reverse

from ledger.queries.seasons.season_book import workbook_name
from ledger.services.seasons import workbooks
from tests.spreadsheets.seasons import reading
from tests.support.people import make_club, make_evening, record, season_of, trick


@pytest.fixture(autouse=True)
def folder(tmp_path, settings):
    settings.DATA_DIR = tmp_path
    return tmp_path / "workbooks"


@pytest.fixture
def club(db):
    club = make_club()
    evening = make_evening(club)
    record(evening, trick(evening, "Bodil", "Carl", 8))
    return club


def address(club):
    return reverse("workbook", args=[club.slug, season_of(club).slug])


def test_a_short_season_is_a_file_at_once_and_is_only_sent_from_then_on(client, club, folder):
    first = client.get(address(club), headers={"Accept-Encoding": "gzip"})
    (kept,) = folder.glob("*/*.xlsx")
    made = kept.stat().st_mtime_ns
    second = client.get(address(club), headers={"Accept-Encoding": "gzip"})

    assert reading.sent_content(first) == reading.sent_content(second) == kept.read_bytes()
    assert kept.stat().st_mtime_ns == made
    assert workbook_name(season=season_of(club)) in second["Content-Disposition"]
    assert second["Content-Length"] == str(kept.stat().st_size)
    assert reading.open_workbook(kept.read_bytes())["Oversigt"]["B4"].value == "Whistklub"


def test_who_has_it_is_told_so_until_the_book_changes(client, club):
    has = {"If-None-Match": client.get(address(club))["ETag"]}
    second = client.get(address(club), headers=has)
    evening = club.evenings.get()
    record(evening, trick(evening, "Bodil", "Carl", 9))

    assert (second.status_code, second.content) == (304, b"")
    assert client.get(address(club), headers=has).status_code == 200


def test_nobody_has_it_made_again_by_asking_for_one_that_was_never_begun(client, club, folder):
    name = client.get(address(club))["ETag"].strip('"').partition("-")[2]
    (kept,) = folder.glob("*/*.xlsx")
    made = kept.stat().st_mtime_ns

    asked = [client.get(address(club), {"begun": f"{name[:19]}-{lines}-0"}) for lines in (7, 8)]

    assert [reading.sent_content(response) for response in asked] == [kept.read_bytes()] * 2
    assert kept.stat().st_mtime_ns == made


def test_a_long_season_is_a_page_that_asks_again_until_the_file_is_there(client, real_commits, folder, monkeypatch):
    monkeypatch.setattr(workbooks, "MADE_AT_ONCE", 0)
    club = make_club()
    evening = make_evening(club)
    record(evening, trick(evening, "Bodil", "Carl", 8))

    waiting = client.get(address(club))
    with (folder / "lock").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
    record(evening, trick(evening, "Bodil", "Carl", 9))  # the next deal does not make the reader wait for ever
    seconds, _, onward = waiting["Refresh"].partition("; url=")
    fetched = client.get(onward)

    assert (waiting.status_code, seconds) == (202, "2")
    assert len(reading.table(reading.open_workbook(reading.sent_content(fetched)), "tblDeals")) == 1
    assert fetched["Content-Disposition"].startswith("attachment")


def test_while_another_is_made_the_page_waits_its_turn(client, club, folder, monkeypatch):
    monkeypatch.setattr(workbooks, "MADE_AT_ONCE", 0)
    folder.mkdir()
    with (folder / "lock").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        waiting = client.get(address(club))

    assert (waiting.status_code, waiting["Refresh"]) == (202, f"2; url={address(club)}")


def test_one_that_could_not_be_made_is_said_and_not_tried_for_ever(client, club, folder, monkeypatch):
    monkeypatch.setattr(workbooks, "MADE_AT_ONCE", 0)
    name = workbooks.workbook_of(season=season_of(club), language="da", deployed="").name
    monkeypatch.setattr("ledger.web.seasons.workbooks.DEPLOYED", "")

    failed = client.get(address(club), {"begun": name})

    assert (failed.status_code, failed.has_header("Refresh")) == (503, False)
    assert "Regnearket kunne ikke dannes" in failed.content.decode()
    assert f'href="{address(club)}"' in failed.content.decode()
