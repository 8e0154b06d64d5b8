"""A club's seasons: their list, one season's evenings, a new season, and the workbook."""

from datetime import date
from io import StringIO

import pytest
from django.core.management import call_command

from ledger.models import ScoringTable, Season
from ledger.rules.scoring.document import preset
from ledger.services.clubs.clubs import start_season
from ledger.services.deals import correct_deal, restore_deal, void_deal
from ledger.services.scoring import publish_version
from ledger.web.seasons import seasons
from tests.spreadsheets.seasons import reading
from tests.support.people import (
    NOW,
    change,
    make_evening,
    make_user,
    nolo,
    record,
    signed,
    torben,
    trick,
    version_of,
)
from tests.support.replay import replayed
from tests.web.reading import columns_of, errors_of, notices, page, rows_of

pytestmark = pytest.mark.django_db

SEASONS = "/torsdagsklubben/seasons/"
SEASON = "/torsdagsklubben/seasons/2026-27/"
NEW = "/torsdagsklubben/seasons/new/"
WORKBOOK = "/torsdagsklubben/seasons/2026-27/workbook.xlsx"


@pytest.fixture
@replayed
def played_evenings(club):
    """Two evenings with a correction, two voids, one of them restored, and two on a nolo; and one with no deal yet."""
    first, second = make_evening(club), make_evening(club, day=date(2026, 9, 10))
    entries = [record(first, trick(first, "Bodil", "Emil", 9)) for _ in range(4)]
    correct_deal(entry=entries[1], deal=trick(first, "Bodil", "Carl", 9), change=change(first))
    for entry in entries[2:]:
        void_deal(entry=entry, change=change(first))
    restore_deal(entry=entries[3], change=change(first))
    record(second, nolo(second, "sol", {"Carl": 1, "Emil": 3}))
    make_evening(club, day=date(2026, 9, 17))
    return club


# --- the list and one season


def test_the_seasons_are_listed_newest_first(visitor, club):
    make_evening(club)
    start_season(club=club, name="2027/28", starts_on=date(2027, 8, 1), version=version_of(club), **signed(club))
    Season.objects.filter(name="2026/27").update(closed_at=NOW)

    assert rows_of(visitor.get(SEASONS)) == [
        ["2027/28", "1 Aug 2027", "0", "–", "open"],
        ["2026/27", "1 Aug 2026", "1", "3 Sep 2026", "closed"],
    ]


@pytest.mark.usefixtures("played_evenings")
def test_a_season_lists_its_evenings_with_their_results(visitor):
    response = visitor.get(SEASON)

    assert "3 evenings, 4 deals." in page(response)
    assert rows_of(response) == [
        ["17 Sep 2026", "0", "–", ""],
        ["10 Sep 2026", "1", "Carl +4 , Bodil 0 , Dorthe 0 , Emil −4", ""],
        ["3 Sep 2026 corrected", "3", "Bodil +1.5 , Emil +0.5 , Carl −0.5 , Dorthe −1.5", ""],
    ]
    markup = response.content.decode()
    assert f'href="{WORKBOOK}"' in markup
    assert 'href="/torsdagsklubben/standings/?season=2026-27"' in markup


@pytest.mark.usefixtures("played_evenings")
@pytest.mark.parametrize(
    ("order", "days"), [("deals", ["17", "10", "3"]), ("-deals", ["3", "10", "17"]), ("date", ["3", "10", "17"])]
)
def test_links_sort_the_evenings(visitor, order, days):
    assert days_on(visitor.get(SEASON, {"sort": order})) == days


@pytest.mark.usefixtures("played_evenings")
def test_many_evenings_are_paged(visitor, monkeypatch):
    monkeypatch.setattr(seasons, "PER_PAGE", 2)

    assert days_on(visitor.get(SEASON, {"page": "2"})) == ["3"]


def days_on(response):
    """The days of the listed evenings, without their months."""
    return [day.split()[0] for day in columns_of(response, "Evening")]


def test_a_season_without_evenings_says_so(visitor, club):
    assert "No evenings yet" in page(visitor.get(SEASON))


# --- a new season


def test_a_new_season_is_the_next_evenings_season(secretary, club):
    response = secretary.post(NEW, {"name": "2027/28", "starts_on": "2027-08-01"})

    season = Season.objects.get(name="2027/28")
    assert response.headers["Location"] == f"/torsdagsklubben/seasons/{season.slug}/"
    assert (str(season.starts_on), season.unit_denominator) == ("2027-08-01", 8)
    assert notices(response) == ["The season 2027/28 is open."]


def test_with_two_tables_the_season_counts_in_the_unit_of_the_chosen_one(secretary, club):
    other = publish_version(
        scoring_table=ScoringTable.objects.create(club=club, name="Anden takst", preset="engelsk-whist"),
        document=preset("engelsk-whist"),
        author=make_user("alma"),
        now=NOW,
    )

    secretary.post(NEW, {"name": "2027/28", "starts_on": "2027-08-01", "table": str(other.scoring_table_id)})

    assert Season.objects.get(name="2027/28").unit_denominator == 1


@pytest.mark.parametrize(
    ("name", "starts_on", "field"),
    [
        ("2026/27", "2027-08-01", "name"),
        ("", "2027-08-01", "name"),
        ("x" * 41, "2027-08-01", "name"),
        ("2027/28", "engang", "starts_on"),
    ],
)
def test_a_slip_is_shown_beside_its_field(secretary, name, starts_on, field):
    response = secretary.post(NEW, {"name": name, "starts_on": starts_on})

    assert list(errors_of(response)) == [field]
    assert response.context["form"]["name"].value() == name
    assert Season.objects.count() == 1


def test_the_board_has_its_buttons_and_readers_have_none(client, club):
    buttons = []
    for name in (None, "oda", "torben"):
        if name:
            client.force_login(torben(club) if name == "torben" else make_user(name))
        list_of_all, season = (client.get(address).content.decode() for address in (SEASONS, SEASON))
        buttons.append((f'href="{NEW}"' in list_of_all, "evenings/new/?season=2026-27" in season))

    assert buttons == [(False, False), (False, False), (True, True)]


# --- the workbook


def cells(content):
    """Every cell of a workbook that holds anything."""
    workbook = reading.open_workbook(content)
    return {
        (sheet.title, cell.coordinate): cell.value
        for sheet in workbook
        for row in sheet.iter_rows()
        for cell in row
        if cell.value is not None
    }


def test_the_command_writes_what_the_page_gives(client, played_evenings, tmp_path, time_machine):
    time_machine.move_to("2027-06-01T12:00+02:00", tick=False)
    target = tmp_path / "season.xlsx"

    call_command("export_season", "torsdagsklubben", "2026-27", out=target, stdout=StringIO())

    assert cells(target.read_bytes()) == cells(reading.sent_content(client.get(WORKBOOK)))


def test_an_empty_season_can_be_downloaded(client, club):
    assert reading.open_workbook(reading.sent_content(client.get(WORKBOOK))).sheetnames[0] == "Årsberetning"
