"""Every list as a file that Danish Excel opens as it is, and that no name can make a formula of."""

import csv
import io
import re

import pytest

from ledger.rules.seasons import RankingRule
from ledger.rules.site.spelling import danish_sort_key
from ledger.services.clubs.clubs import add_players
from ledger.services.deals import correct_deal
from ledger.spreadsheets.site import csv_cell
from ledger.web import book
from ledger.web.site.lists import PageList
from tests.support.people import change, choose_rule, play_evening, publish_prices, record, signed, trick
from tests.web.reading import words

pytestmark = pytest.mark.django_db

CLUB = "/torsdagsklubben"


@pytest.fixture(autouse=True)
def evening(club):
    evening = play_evening(club, "Bodil", "Carl", 10)
    record(evening, trick(evening, "Dorthe", "Emil", 8))
    return evening


def rows(response):
    assert (response.status_code, response["Content-Type"]) == (200, "text/csv; charset=utf-8")
    assert response["Content-Disposition"].startswith("attachment") and response.content.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"), newline=""), delimiter=";"))


def below(heading, response):
    """What a file says below a heading, row by row."""
    headings, *others = rows(response)
    return [row[headings.index(heading)] for row in others]


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        (
            "standings/?until=2026-12-31&csv=list",
            [
                ["Nr.", "Flyttet", "Spiller", "Aftener", "Spil", "Pr. spil", "Aften 1", "Point"],
                ["1", "", "Bodil", "1", "2", "0,25", "0,5", "0,5"],
            ],
        ),
        ("seasons/2026-27/curve.csv", [["Spiller", "03.09.2026"], ["Bodil", "0,5"]]),
        (
            "seasons/2026-27/attendance.csv",
            [
                ["Spiller", "03.09.2026", "I alt"],
                ["Bodil", "vandt", "1"],
                ["Carl", "vandt", "1"],
                ["Dorthe", "var med", "1"],
            ],
        ),
        (
            "seasons/2026-27/?csv=list",
            [["Aften", "Spil", "Resultat", "Spillested"], ["03.09.2026", "2"]],
        ),
        ("players/?csv=list", [["Navn", "Status", "Aftener", "Spil"], ["Bodil", "Medlem", "1", "2"]]),
        ("players/bodil/?csv=list", [["Aften", "Spil", "Point", "Sæson i alt"], ["03.09.2026", "2", "0,5", "0,5"]]),
        (
            "deals.csv?player=bodil&part=defender",
            [
                ["Dato", "Sæson", "Aften", "Bord", "Spil", "Melder", "Melding", "Makker", "Gik med"],
                ["03.09.2026", "2026/27", "1", "1", "2", "Dorthe", "8, lige hjemme", "Emil", ""],
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

    assert {"'=HYPERLINK(1)", 'Ib; "Bo"'} <= set(below("Navn", client.get(f"{CLUB}/players/?csv=list")))


def test_a_deal_is_told_on_the_page_and_its_result_has_a_minus_to_type_in_the_file(client, evening):
    record(evening, trick(evening, "Bodil", "Carl", 7))

    page, file = (client.get(f"{CLUB}/deals{end}") for end in ("/", ".csv"))

    assert "Bodil og Carl meldte 8 og fik 7. Dorthe og Emil fik 0,5 hver." in words(page.content.decode())
    assert dict(zip(below("Spil", file), below("Melding", file), strict=True))["3"] == "8, 1 bet"


# Every list of the site: the address of its file, and its headings in English.
FILES = {
    "StandingsList": ("standings/?csv=list", "Place Moved Player Evenings Deals Per deal Evening 1 Points"),
    "SeasonsList": ("seasons/?csv=list", "Season Began Evenings Last evening Book"),
    "EveningsList": ("seasons/2026-27/?csv=list", "Evening Deals Result Played at"),
    "RegisterList": ("players/?csv=list", "Name Standing Evenings Deals"),
    "PlayerEveningsList": ("players/bodil/?csv=list", "Evening Deals Points Season so far"),
    "VersionsList": ("tables/?csv=list", "Table Version State"),
    "PricedEveningsList": None,  # its page leads to the file of the prices
    "ChangedPricesList": ("tables/{version}/changes/?csv=list", "Contract Before After"),
    "ChangedWordsList": ("tables/{version}/changes/?csv=words", "Rule Before After"),
    "PlacingList": (
        "seasons/2026-27/what-if/?prices=call-ace-whist&csv=list",
        "Player Place now Place then Points now Points then Difference",
    ),
    "UnpricedList": ("seasons/2026-27/what-if/?prices=call-ace-whist&csv=unpriced", "Deal Contract Reason"),
    "LinesList": None,  # of text that is being typed
}

# Every list that is drawn by other means: the address of its file, its headings, and its first row, in English.
OTHER_FILES = {
    "figures/milestones/?csv=list": ["Date;Evening;Milestone"],
    "evenings/1/?csv=sheet": [
        "Deal;Table number;Contract;Declarer;Partner;Going along;Note;Bodil;Carl;Dorthe;Emil",
        "1;1;8, 2 over;Bodil;Carl;;;0,75;0,75;-0,75;-0,75",
    ],
    "log/?group=deals&csv=list": ["When;Who;Evening;Deal;Change;Before;After;Points;Reason"],
    "seasons/2026-27/close/?csv=balances": ["Place;Player;Points;Evenings;Deals", "1;Bodil;0,5;1;2"],
}


@pytest.mark.parametrize("address", OTHER_FILES)
def test_every_other_list_is_a_file_to_which_its_page_leads(treasurer, address):
    response = treasurer.get(f"{CLUB}/{address}")

    read = rows(response)
    wanted = [next(csv.reader([line], delimiter=";")) for line in OTHER_FILES[address]]
    assert read[: len(wanted)] == wanted
    assert leads_there(treasurer, f"{CLUB}/{address}") or len(wanted) == 1  # which is on the page where it has a row


def leads_there(browser, address):
    """Whether a file's page has the link to it."""
    page_address, _, key = address.rpartition("csv=")
    return re.search(rf'href="\?[^"]*csv={key}"', browser.get(page_address.rstrip("?&")).content.decode())


def test_the_file_of_the_log_has_every_change_that_the_filter_lets_through(treasurer, club, evening, monkeypatch):
    correct_deal(
        entry=evening.entries.get(number=2), deal=trick(evening, "Dorthe", "Emil", 9), change=change(evening, "=1")
    )
    monkeypatch.setattr(book, "AT_ONCE", 2)

    _, *told = rows(treasurer.get(f"{CLUB}/log/?csv=list"))
    _, *of_deals = rows(treasurer.get(f"{CLUB}/log/?group=deals&csv=list"))

    assert of_deals[0][1:] == [
        *("Administrator 1", "1", "2", "Corrected"),
        "Dorthe and Emil bid 8 and just made it. Bodil and Carl paid 0.25 each",
        "Dorthe and Emil bid 8 and took 9. Bodil and Carl paid 0.5 each",
        "Bodil −0.25 → −0.5 · Carl −0.25 → −0.5 · Dorthe +0.25 → +0.5 · Emil +0.25 → +0.5",
        "'=1",
    ]
    assert [change for _, _, _, _, change, *_ in of_deals] == ["Corrected", "Recorded", "Recorded"]
    assert len(told) > len(of_deals) and told[-1][4].startswith("Club started")


WHERE_THEY_HAVE_A_ROW = {"ChangedWordsList", "UnpricedList"}


def list_classes(of=PageList):
    """The names of the site's own list classes."""
    children = [child for child in of.__subclasses__() if child.__module__.startswith("ledger.")]
    return {name for child in children for name in ({child.__name__} | list_classes(child))} - {"ClubList"}


def test_every_list_is_known_here():
    assert list_classes() == FILES.keys()


@pytest.mark.parametrize("name", [name for name, file in FILES.items() if file])
def test_every_list_is_a_file_to_which_its_page_leads(secretary, club, name):
    version = publish_prices(club)
    address, headings = FILES[name]
    address = f"{CLUB}/{address.format(version=version.pk)}"

    heading, *_ = rows(secretary.get(address))

    assert " ".join(heading) == headings, "a new column: its heading goes into FILES"
    assert leads_there(secretary, address) or name in WHERE_THEY_HAVE_A_ROW


def test_the_file_of_a_page_has_all_rows_in_the_order_of_the_page(client, club):
    add_players(club=club, names=[f"Spiller {number}" for number in range(40)], is_guest=False, **signed(club))

    names = below("Navn", client.get(f"{CLUB}/players/?sort=-name&page=2&csv=list"))

    assert len(names) == 45 and names == sorted(names, key=danish_sort_key, reverse=True)


def test_a_file_of_the_standings_has_the_places_of_the_ranking_rule(client, club):
    choose_rule(club, RankingRule(minimum_evenings=2))

    heading, first, *_ = rows(client.get(f"{CLUB}/standings/?csv=list"))

    assert heading[-2:] == ["Tæller", "Point"] and first[0] == ""


@pytest.mark.parametrize(
    "address", ["players/bodil/?csv=parts", "standings/?csv=words", "?csv=list", "standings/?last=x&csv=list"]
)
def test_a_list_that_a_page_has_not_is_nowhere(client, address):
    assert client.get(f"{CLUB}/{address}").status_code == 404


def test_a_file_is_asked_for_anew_and_no_page_is_kept_in_its_place(client):
    page, file = client.get(f"{CLUB}/players/"), client.get(f"{CLUB}/players/?csv=list")

    assert "ETag" in page.headers and "ETag" not in file.headers
