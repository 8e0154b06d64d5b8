"""What is passed on of a club: a text with the address that opens for whoever gets it, and its preview."""

import re
from html import unescape
from itertools import product
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from ledger.models import Club
from ledger.services.clubs.clubs import change_player
from ledger.services.evenings.approval import approve_evening
from tests.support.people import (
    anna,
    close_as_it_stands,
    give_links,
    make_club,
    make_evening,
    record,
    record_often,
    signed,
    trick,
)
from tests.support.replay import replayed
from tests.web.clubs.closed import AT, BOARD, EVERYBODY, LINK, holder_of, new_link, sheet_of, sign_in_as
from tests.web.reading import in_english, page

pytestmark = pytest.mark.django_db

PAGES = ["standings/", "evenings/1/", "seasons/2026-27/", "figures/milestones/"]
NAMES = ("Torsdagsklubben", "torsdagsklubben", "Bodil", "Carl", "Dorthe", "Emil", "alma", "anna", "Alma", "Anna")
MARK = re.compile(r'<meta property="og:(\w+)" content="([^"]*)">')


@replayed
def club_with_results(readers):
    """A club with an approved evening of 101 deals in a season that is closed."""
    club = make_club(readers=readers, players=("Bodil", "Carl", "Dorthe Krag", "Emil"))
    anna(club)
    evening = make_evening(club, names=("Bodil", "Carl", "Dorthe Krag", "Emil"))
    record_often(evening, trick(evening, "Bodil", "Carl", 8), 100)
    record(evening, trick(evening, "Dorthe Krag", "Bodil", 9))
    approve_evening(evening=evening, entry_count=101, **signed(club))
    close_as_it_stands(club)
    return club


def message_on(response):
    """The text that a page passes on, with its address as the last line."""
    markup = re.search(r'<p class="message">(.*?)</p>', response.content.decode(), re.DOTALL)[1]
    lines = [re.sub(r"<[^>]+>", "", line).strip() for line in re.split(r"<br>", markup)]
    return [unescape(line) for line in lines]


def marks_on(response):
    return {name: unescape(text) for name, text in MARK.findall(response.content.decode())}


def page_behind(address):
    """What a browser that has never been here gets at an address, once it has gone on as the page says."""
    browser = Client()
    response = browser.get(address.removeprefix("http://testserver"), follow=True)
    going_on = re.search(r'http-equiv="refresh" content="0; url=([^"]+)"', response.content.decode())
    return browser.get(unescape(going_on[1])) if going_on else response


@pytest.fixture
def open_club():
    """The club with results, which everybody reads."""
    return club_with_results(EVERYBODY)


# --- the text


def test_the_text_of_an_approved_evening_has_its_places_and_what_is_told_of_it(open_club):
    title, nothing, *places, _, told, address = message_on(Client().get(f"{AT}/evenings/1/"))

    assert (title, nothing) == ("Torsdagsklubben, 3. september", "")
    assert [place.split()[:2] for place in places[:2]] == [["1.", "Bodil"], ["2.", "Carl"]]
    assert [place.split()[-1][0] for place in places] == ["+", "+", "−", "−"]
    assert 1 <= told.count(". ") + 1 <= 4
    assert address == "http://testserver/torsdagsklubben/evenings/1/"


def test_the_texts_are_in_the_readers_language(open_club):
    assert "Bodil vandt." in message_on(Client().get(f"{AT}/standings/"))
    assert "Bodil won." in message_on(in_english(Client()).get(f"{AT}/standings/"))
    assert message_on(Client().get(f"{AT}/seasons/2026-27/"))[0] == "Torsdagsklubben, 2026/27 er slut"
    assert "Klubben nåede spil nr. 100." in " ".join(message_on(Client().get(f"{AT}/figures/milestones/")))


@pytest.mark.usefixtures("begun_evening")
def test_an_evening_that_is_not_approved_is_not_passed_on():
    assert b'class="message"' not in Client().get(f"{AT}/evenings/1/").content


@pytest.mark.parametrize("path", [*PAGES[:3], "standings/?season=2026-27&last=1"])
@pytest.mark.parametrize("readers", [EVERYBODY, LINK])
def test_what_is_passed_on_opens_the_same_page_for_whoever_gets_it(readers, path):
    club = club_with_results(readers)
    reader = Client()
    if readers == LINK:
        reader = holder_of(new_link(club))
        new_link(club, "Opslagstavlen")

    messages = [message_on(browser.get(f"{AT}/{path}")) for browser in (sign_in_as("anna"), reader)]

    behind = [page_behind(address) for *_, address in messages]
    assert [response.status_code for response in behind] == [200, 200]
    assert [message_on(response)[:-1] for response in behind] == [messages[0][:-1]] * 2
    if readers == LINK:
        tokens = [address.split("/")[5] for *_, address in messages]
        assert tokens == [club.reading_links.get(name=name).token for name in ("Opslagstavlen", "Spillerne")]


def test_a_milestone_is_passed_on_with_its_evening(open_club):
    *_, told, address = message_on(Client().get(f"{AT}/figures/milestones/"))

    assert told.count(".") // 2 == 4  # "nr. 100."
    assert message_on(page_behind(address))[0] == "Torsdagsklubben, 3. september"


def test_a_closed_clubs_text_says_what_its_link_opens():
    told = "Alle med linket kan læse klubben."
    club = club_with_results(LINK)
    reader = holder_of(new_link(club))

    assert told in page(reader.get(f"{AT}/standings/"))
    Club.objects.update(readers=EVERYBODY)
    assert told not in page(Client().get(f"{AT}/standings/"))
    assert "Linket åbner for alle i klubben, uden login." in page(Client().get(f"{AT}/standings/"))


@pytest.mark.parametrize("readers", [LINK, BOARD])
def test_where_no_link_can_be_shown_the_board_passes_on_the_text_alone(readers):
    club_with_results(readers)

    message = message_on(sign_in_as("anna").get(f"{AT}/standings/"))

    assert message[-1] == "Bodil vandt."
    assert "http" not in " ".join(message)


def show_by_initials(club, *names):
    how = {"is_guest": False, "is_active": True, "by_initials": True}
    for name in names:
        change_player(player=club.players.get(name=name), name=name, **how, **signed(club))


@pytest.mark.parametrize("readers", [EVERYBODY, LINK])
def test_whoever_is_shown_by_initials_is_so_in_every_text_whoever_passes_it_on(readers):
    club = club_with_results(readers)
    show_by_initials(club, "Dorthe Krag", "Bodil")
    reader = holder_of(new_link(club)) if readers == LINK else Client()

    for browser, path in product([sign_in_as("alma"), sign_in_as("anna"), reader], PAGES):
        response = browser.get(f"{AT}/{path}")

        text = " ".join([*message_on(response), *marks_on(response).values()])
        assert [name for name in ("Dorthe", "Krag", "Bodil") if name in text] == []
        assert "D.K." in text or "B." in text


def test_the_clubs_own_name_stays_whole_though_it_holds_one_that_is_shown_by_initials():
    club = club_with_results(EVERYBODY)
    Club.objects.update(name="Bodils Whist")
    show_by_initials(club, "Bodil")

    message = message_on(sign_in_as("anna").get(f"{AT}/standings/"))

    assert message[0].startswith("Bodils Whist, ")
    assert "Bodil" not in " ".join(message[1:])


# --- the preview


def test_a_preview_of_an_open_club_shows_the_result_under_the_emblem(open_club):
    for path in ["", *PAGES]:
        marks = marks_on(Client().get(f"{AT}/{path}"))

        assert marks["title"].startswith("Torsdagsklubben")
        assert "Bodil" in marks["description"]
        assert marks["image"].startswith("http://testserver/static/ledger/site/emblem")


def test_the_emblem_is_a_picture_that_previews_can_draw():
    head = Path(finders.find("ledger/site/emblem.png")).read_bytes()[:24]

    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(head[16:20]), int.from_bytes(head[20:24])) == (512, 512)


@pytest.mark.parametrize("speaking", [lambda browser: browser, in_english], ids=["da", "en"])
def test_a_preview_of_a_closed_club_names_neither_it_nor_anybody(speaking):
    link = new_link(club_with_results(LINK))

    for path in ["", *PAGES]:
        response = speaking(Client()).get(link + path)

        text = response.content.decode().replace(f"{AT}/", "/")  # where it goes on to
        assert response.status_code == 200
        assert [name for name in NAMES if name in text] == []
        assert {**marks_on(response), "image": ""} == {"type": "website", "title": "Whistklub", "image": ""}
        assert marks_on(response)["image"].startswith("http://testserver/static/ledger/site/emblem")


@pytest.mark.parametrize("readers", [LINK, BOARD])
def test_nor_does_one_of_a_players_own_link_to_a_sheet(readers):
    club = club_with_results(readers)
    give_links(club.evenings.get())

    response = Client().get(sheet_of(club, "Bodil"))

    head = response.content.decode().split("</head>")[0]
    assert [name for name in NAMES if name in head] == []
    assert "<title>Aften 1 · Whistklub</title>" in head
    assert marks_on(response)["title"] == "Whistklub"


@pytest.mark.parametrize("readers", [LINK, BOARD])
def test_no_page_of_a_closed_club_has_a_preview_for_anybody(readers):
    club = club_with_results(readers)
    browsers = [Client(), sign_in_as("anna")]
    if readers == LINK:
        browsers += [holder_of(new_link(club))]

    for browser, path in product(browsers, ["", *PAGES]):
        assert marks_on(browser.get(f"{AT}/{path}")) == {}
