"""The link to the season's workbook: a file with the site's own figures."""

from datetime import date
from io import BytesIO

import pytest
from django.urls import reverse
from openpyxl import load_workbook

from ledger.models import Club, Player, Season
from ledger.queries.seasons.standings import standings
from ledger.services.deals import correct_deal
from tests.spreadsheets.seasons import reading
from tests.support.people import change, make_club, make_evening, nolo, play_evening, record, season_of, trick
from tests.web.reading import in_english

HOSTILE = ("=1+1", "@SUM(A1)", "+1-1", "-2+3", '=HYPERLINK("http://example.com","klik")')
ERRORS = {"#NAME?", "#REF!", "#VALUE!", "#DIV/0!", "#N/A", "#NUM!", "#NULL!", "Err:502", "Err:508"}


@pytest.fixture
def club(db):
    club = make_club()
    play_evening(club, "Bodil", "Carl", 8)
    return club


def address(club):
    return reverse("workbook", args=[club.slug, season_of(club).slug])


def content_of(client, club):
    """The workbook as a reader fetches it."""
    return reading.sent_content(client.get(address(club)))


def test_it_is_a_file_at_once_with_a_name_of_its_own_and_not_packed_twice(client, club):
    response = client.get(address(club), headers={"Accept-Encoding": "gzip"})

    assert (response.status_code, response["Content-Encoding"]) == (200, "identity")
    assert response["Content-Disposition"] == 'attachment; filename="whistklub-torsdagsklubben-2026-27.xlsx"'
    assert load_workbook(BytesIO(response.content)).sheetnames[0] == "Årsberetning"


def test_it_is_in_the_language_of_the_page(client, club):
    assert reading.open_workbook(content_of(in_english(client), club)).sheetnames[0] == "Annual report"


def test_a_club_that_writes_fractions_gets_its_points_in_fractions(client, club):
    Club.objects.filter(pk=club.pk).update(writes_fractions=True)

    workbook = reading.open_workbook(content_of(client, club))

    assert "+¼" in reading.texts(workbook, "Årsberetning")
    assert workbook["Posteringer"]["F3"].number_format == '+# ?/?;"−"# ?/?;0    '


def test_who_has_it_is_told_so_until_the_book_changes(client, club):
    has = {"If-None-Match": client.get(address(club))["ETag"]}
    second = client.get(address(club), headers=has)
    evening = club.evenings.get()
    record(evening, trick(evening, "Bodil", "Carl", 9))

    assert (second.status_code, second.content) == (304, b"")
    assert client.get(address(club), headers=has).status_code == 200


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
    checks = reading.table(saved, "Kontrol", "Skal være") + reading.table(saved, "Kontrol", "Stilling")
    assert {row["Passer?"] for row in checks} == {"ja"}
    unit = season_of(club).unit_denominator
    places = {standing.name: standing.points / unit for standing in standings(season=season_of(club))}
    assert {row["Spiller"]: row["Point"] for row in reading.table(saved, "Årsberetning", "Plads")} == places
    last = reading.table(saved, "Aftener", "Efter")[-1]
    assert {name: last[name] for name in places} == places
