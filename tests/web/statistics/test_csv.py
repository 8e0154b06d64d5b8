"""Every list as a file that Danish Excel opens as it is, and that no name can make a formula of."""

import csv
import io

import pytest

from ledger.services.clubs.clubs import add_players
from ledger.web.statistics.csv_text import csv_cell
from tests.support.people import make_evening, record, signed, trick
from tests.web.reading import words

pytestmark = pytest.mark.django_db

CLUB = "/torsdagsklubben"


@pytest.fixture(autouse=True)
def evening(club):
    evening = make_evening(club)
    record(evening, trick(evening, "Bodil", "Carl", 10))
    record(evening, trick(evening, "Dorthe", "Emil", 8))
    return evening


def rows(response):
    assert (response.status_code, response["Content-Type"]) == (200, "text/csv; charset=utf-8")
    assert response["Content-Disposition"].startswith("attachment") and response.content.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"), newline=""), delimiter=";"))


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        (
            "standings.csv?until=2026-12-31",
            [
                ["Nr.", "Flyttet", "Spiller", "Aftener", "Spil", "Pr. spil", "Aften 1", "Point"],
                ["1", "", "Bodil", "1", "2", "0,25", "0,5", "0,5"],
            ],
        ),
        ("seasons/2026-27/curve.csv", [["Spiller", "03.09.2026"], ["Bodil", "0,5"]]),
        (
            "seasons/2026-27/evenings.csv",
            [["Aften", "Spil", "Resultat", "Spillested"], ["03.09.2026", "2"]],
        ),
        ("players.csv", [["Navn", "Status", "Aftener", "Spil"], ["Bodil", "Medlem", "1", "2"]]),
        ("players/bodil/evenings.csv", [["Aften", "Spil", "Point", "Sæson i alt"], ["03.09.2026", "2", "0,5", "0,5"]]),
        (
            "deals.csv?player=bodil&part=defender",
            [
                ["Dato", "Sæson", "Aften", "Bord", "Spil", "Melder", "Melding", "Makker", "Gik med"],
                ["03.09.2026", "2026/27", "1", "1", "2", "Dorthe", "8 =", "Emil", ""],
            ],
        ),
    ],
)
def test_a_list_is_a_file_of_the_same_numbers(client, address, expected):
    rows_read = rows(client.get(f"{CLUB}/{address}"))

    assert [row[: len(wanted)] for row, wanted in zip(rows_read, expected, strict=False)] == expected


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("+45 12", "'+45 12"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("-Ib", "'-Ib"),
        ("−Ib", "'−Ib"),
        ("＝cmd", "'＝cmd"),
        ("<b>&lt;Ib&gt;</b>", "<Ib>"),
        ("+1,25", "1,25"),
        ("−0.5", "-0,5"),
        ("–", ""),
        (None, ""),
        ('<span class="points plus">+20<i class="pad" aria-hidden="true">,00</i></span>', "20"),
    ],
)
def test_a_number_is_a_number_and_a_text_no_formula(value, cell):
    assert csv_cell(value) == cell


def test_a_name_is_only_a_name(client, club):
    add_players(club=club, names=["=HYPERLINK(1)", 'Ib; "Bo"'], is_guest=False, **signed(club))

    names = [row[0] for row in rows(client.get(f"{CLUB}/players.csv"))]

    assert {"'=HYPERLINK(1)", 'Ib; "Bo"'} <= set(names)


def test_a_result_has_a_minus_to_read_on_the_page_and_one_to_type_in_the_file(client, evening):
    record(evening, trick(evening, "Bodil", "Carl", 7))

    page, file = (client.get(f"{CLUB}/deals{end}") for end in ("/", ".csv"))

    assert "Bodil, Carl: 8 −1" in words(page.content.decode())
    assert [row[6] for row in rows(file) if row[4] == "3"] == ["8 -1"]


def test_what_no_page_shows_is_no_file(client):
    assert client.get(f"{CLUB}/standings.csv?last=x").status_code == 404
