"""The link to the season's workbook: a file at once, or a page that fetches it when it is made."""

import fcntl
from datetime import date
from statistics import median

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from ledger.models import Club, Player, Season
from ledger.queries.seasons.season_book import workbook_name
from ledger.queries.seasons.standings import standings
from ledger.services.deals.recording import correct_deal
from ledger.services.seasons import workbooks
from tests.bench.parts.long_season import long_season
from tests.spreadsheets.seasons import reading
from tests.support.people import change, make_club, make_evening, nolo, record, season_of, trick
from tests.support.processor import seconds_of

HOSTILE = ("=1+1", "@SUM(A1)", "+1-1", "-2+3", '=HYPERLINK("http://example.com","klik")')
ERRORS = {"#NAME?", "#REF!", "#VALUE!", "#DIV/0!", "#N/A", "#NUM!", "#NULL!", "Err:502", "Err:508"}


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


@pytest.mark.long
def test_asking_again_takes_a_twentieth_of_the_processor_and_no_more_statements_than_one_for_the_book(client, db):
    club = long_season(name="Torsdagsklubben", deals=500)  # as long as one that is made while its reader waits

    first = seconds_of(lambda: reading.sent_content(client.get(address(club))))
    later = median(seconds_of(lambda: reading.sent_content(client.get(address(club)))) for _ in range(5))

    assert later <= first / 20, (later, first)
    with CaptureQueriesContext(connection) as captured:
        client.get(address(club))
    assert not [query for query in captured if "ledger_posting" in query["sql"] or "ledger_entry" in query["sql"]]


def content_of(client, club):
    """The workbook as a reader fetches it."""
    return reading.sent_content(client.get(address(club)))


@pytest.mark.long
def test_a_real_program_finds_no_error_and_no_formula_in_hostile_names_and_the_books_own_figures(client, convert, db):
    club = make_club()
    for day in (2, 9):
        evening = make_evening(club, day=date(2026, 9, day))
        first = record(evening, trick(evening, "Bodil", "Carl", 8, note=HOSTILE[0]))
        record(evening, nolo(evening, "sol", {"Dorthe": 1, "Emil": 4}) | {"note": HOSTILE[1]})
        change_it = change(evening, HOSTILE[2])
        correct_deal(entry=first, deal=trick(evening, "Bodil", "Carl", 7, note=HOSTILE[3]), change=change_it)
    ordinary = reading.formulas(reading.open_workbook(content_of(client, club)))
    for player, name in zip(club.players.order_by("pk"), HOSTILE, strict=False):
        Player.objects.filter(pk=player.pk).update(name=name, sort_key=name)
    Club.objects.filter(pk=club.pk).update(name=HOSTILE[0], revision=club.revision + 1)
    Season.objects.filter(club=club).update(name=HOSTILE[1])
    content = content_of(client, club)

    saved = reading.open_workbook(convert(content, "xlsx"), values=True)

    assert set(reading.formulas(reading.open_workbook(content))) == set(ordinary)
    errors = [
        (sheet.title, cell.coordinate, cell.value)
        for sheet in saved
        for row in sheet.iter_rows()
        for cell in row
        if cell.data_type == "e" or str(cell.value) in ERRORS
    ]
    assert errors == []
    assert {row[0].value for row in saved["Oversigt"]["B11:B16"]} == {"OK"}
    unit = season_of(club).unit_denominator
    places = {standing.name: standing.points / unit for standing in standings(season=season_of(club))}
    for figure in ("Point", "Kontrol"):
        assert {row["Spiller"]: row[figure] for row in reading.table(saved, "tblStandings")} == places
    last = reading.table(saved, "tblCurve")[-1]
    assert {name: last[name] for name in places} == places


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
