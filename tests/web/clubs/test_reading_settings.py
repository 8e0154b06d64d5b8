"""A club's board chooses who reads and how points are written, gives its players a link, and sees what others see."""

import re
import uuid
from datetime import UTC, datetime

import pytest
from django.test import Client

from ledger.models import Club, LoggedChange, ReadingLink
from ledger.queries.book.audit.audit import audit
from ledger.services.clubs.addresses import choose_readers
from ledger.services.clubs.clubs import change_settings
from tests.support.people import play_evening, signed
from tests.web.clubs.closed import AT, BOARD, EVERYBODY, holder_of, new_link, played_club, sign_in_as
from tests.web.reading import form_on, in_english, notices, page

pytestmark = pytest.mark.django_db


# --- what the board sees


def test_the_board_sees_its_club_as_an_outsider_does_until_it_has_seen_enough(closed_club):
    browser = in_english(sign_in_as("anna"))
    bar = "Back to your own view"

    browser.post(f"{AT}/outsider/")
    closed = browser.get(f"{AT}/standings/")
    browser.post(f"{AT}/outsider/", {"has_link": "1"})
    by_link = browser.get(f"{AT}/evenings/1/")

    assert (closed.status_code, bar in page(closed), "Bodil" in closed.content.decode()) == (404, True, False)
    assert (by_link.status_code, bar in page(by_link)) == (200, True)
    assert "/deals/new/" not in by_link.content.decode()
    assert bar not in page(browser.get("/mandagsklubben/"))

    browser.post(f"{AT}/outsider/end/")

    response = browser.get(f"{AT}/evenings/1/")
    assert (bar in page(response), "/deals/new/" in response.content.decode()) == (False, True)


@pytest.mark.parametrize(("who", "may"), [("alma", True), ("anna", False)])
def test_a_club_from_before_the_choice_is_told_until_an_administrator_chooses(who, may):
    club = played_club(EVERYBODY)
    Club.objects.filter(pk=club.pk).update(has_chosen_readers=False)
    told = "Everybody on the internet can read this club's pages"

    for address in (f"{AT}/", f"{AT}/hand-over/"):
        response = in_english(sign_in_as(who)).get(address)
        assert told in page(response)
        assert ("Choose who reads" in page(response)) == may
    assert told not in page(in_english(Client()).get(f"{AT}/"))

    choose_readers(club=club, readers=EVERYBODY, is_listed=True, **signed(club))

    assert told not in page(in_english(sign_in_as(who)).get(f"{AT}/"))


def test_a_new_club_is_told_that_its_players_need_the_link(closed_club):
    told = "The players cannot see the pages yet. Send them the club's link."

    assert told in page(in_english(sign_in_as("alma")).get(f"{AT}/"))
    new_link(closed_club)
    assert told not in page(in_english(sign_in_as("alma")).get(f"{AT}/"))


# --- the settings


def settings_form(browser, **typed):
    """What the page of settings sends when somebody has typed this."""
    return form_on(browser.get(f"{AT}/settings/")) | typed


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (
            {"readers": "everybody", "is_listed": "on"},
            "Who reads was chosen: Whoever has the club's link → Everybody, may be found",
        ),
        ({"name": "Fredagsklubben"}, "Club renamed: Torsdagsklubben → Fredagsklubben"),
        ({"language": "en"}, "Club's language changed: dansk → English"),
        ({"hours": "24"}, "Correction window changed: 72 → 24"),
        ({"players_confirm": ""}, "The players confirm the sheets: on → off"),
        ({"writes_fractions": "on"}, "How points are written changed: decimals → fractions"),
    ],
)
def test_an_administrator_changes_a_setting_and_the_log_tells_of_it_once(closed_club, typed, told):
    browser, lines = in_english(sign_in_as("alma")), LoggedChange.objects.count()

    saved = browser.post(f"{AT}/settings/", settings_form(browser, **typed))

    assert notices(saved) == ["The settings are saved."]
    assert LoggedChange.objects.count() == lines + 1  # of what was sent as it stood, none
    assert told in page(browser.get(f"{AT}/log/?group=club"))
    assert audit(club=closed_club).findings == ()


@pytest.mark.parametrize("slip", [{"readers": "nobody"}, {"hours": "9000"}])
def test_a_choice_that_is_none_is_said_beside_its_field(closed_club, slip):
    browser = in_english(sign_in_as("alma"))

    response = browser.post(f"{AT}/settings/", settings_form(browser, name="Nyt navn", **slip))

    assert list(response.context["form"].errors) == list(slip)
    assert 'value="Nyt navn"' in response.content.decode()


# --- the links


def made_links(browser, *names):
    for name in names:
        browser.post(f"{AT}/links/new/", {"name": name, "key": str(uuid.uuid4())})


def addresses_on(response):
    return re.findall(r'<p class="message link-box">http://testserver(/[^<]+)</p>', response.content.decode())


@pytest.mark.parametrize("who", ["alma", "anna"])
def test_the_board_has_every_link_at_hand_with_its_code_the_newest_unfolded(closed_club, who):
    made_links(sign_in_as("alma"), "Spillerne", "Opslagstavlen")

    response = sign_in_as(who).get(f"{AT}/links/")

    text = response.content.decode()
    assert "Torsdagsklubben er en lukket klub" in page(response)
    assert [name.strip() for name in re.findall(r"<summary>\s*([^<]+)", text)] == ["Opslagstavlen", "Spillerne"]
    assert text.count('<details class="fold" name="link" open>') == 1
    assert text.count("data:image/svg+xml") == 2
    assert [holder_of(address).get(f"{AT}/").status_code for address in addresses_on(response)] == [200, 200]
    assert "no-store" in response["Cache-Control"]
    assert ("Nyt link til" in page(response)) == ("Træk linket tilbage" in page(response)) == (who == "alma")


def test_a_link_that_cannot_be_shown_again_says_so_and_has_a_new_one_made_beside_it(closed_club):
    browser = sign_in_as("alma")
    reader = holder_of(new_link(closed_club))
    ReadingLink.objects.update(token="", name="", made_at=datetime(2026, 10, 3, 18, tzinfo=UTC))

    response = browser.get(f"{AT}/links/")
    text = response.content.decode()
    key = re.search(r'/links/new/".*?name="key" value="([^"]+)".*?name="name" value="Spillerne"', text, re.DOTALL)[1]
    assert "Fra før lavet 3. oktober, kan ikke vises igen" in page(response)
    assert addresses_on(response) == []

    after = browser.post(f"{AT}/links/new/", {"name": "Spillerne", "key": key}, follow=True)

    assert len(addresses_on(after)) == 1
    assert "Fra før lavet 3. oktober, kan ikke vises igen" in page(after)
    assert reader.get(f"{AT}/standings/").status_code == 200


def test_withdrawing_asks_once_and_says_who_is_shut_out_and_who_is_not(closed_club):
    browser = sign_in_as("alma")
    made_links(browser, "Fra Åse", "Opslagstavlen", "Spillerne")
    address = f"{AT}/links/{ReadingLink.objects.get(name='Opslagstavlen').pk}/withdraw/"

    asked = page(browser.get(address))
    assert (
        "Den, der kun har det link, kan ikke læse klubben mere, fra nu af. Spillerne og Fra Åse virker videre." in asked
    )
    assert "af Administrator 1. Et link" in asked
    assert ReadingLink.objects.count() == 3

    withdrawn = browser.post(address)

    assert notices(withdrawn) == ["Linket er trukket tilbage: ingen læser med det mere."]
    assert {link.name for link in ReadingLink.objects.all()} == {"Fra Åse", "Spillerne"}
    assert browser.get(address).status_code == 404
    log = page(in_english(browser).get(f"{AT}/log/?group=club"))
    assert (log.count("The club's link made"), log.count("The club's link withdrawn")) == (3, 1)
    assert "Opslagstavlen" not in log  # a name may be a player's, and the log keeps what it is told
    assert audit(club=closed_club).findings == ()


def test_an_open_club_has_its_own_address_at_hand():
    played_club(EVERYBODY)

    response = sign_in_as("anna").get(f"{AT}/links/")

    assert "Alle kan læse klubben. Linket er bare genvejen." in page(response)
    assert addresses_on(response) == [f"{AT}/"]
    assert "lukket klub" not in page(response)


def test_a_club_that_its_board_alone_reads_has_no_link_and_says_what_to_choose():
    played_club(BOARD)
    browser = in_english(sign_in_as("alma"))

    links_page = page(browser.get(f"{AT}/links/"))
    refused = browser.post(f"{AT}/links/new/", {"name": "Gæster", "key": str(uuid.uuid4())})

    assert "Only the board reads the club's pages, so there is no link to send." in links_page
    assert "The club's pages are not read by a link: choose that first." in page(refused)
    assert not ReadingLink.objects.exists()


# --- points with fractions: on every page, for every reader, and in no file


@pytest.mark.parametrize("address", ["standings/", "evenings/1/", "evenings/1/deals/1/", "players/bodil/", ""])
def test_every_page_writes_points_as_the_club_does(client, club, address):
    play_evening(club, "Bodil", "Carl", 9)
    before = page(client.get(f"/torsdagsklubben/{address}"))
    change_settings(club=club, writes_fractions=True, **signed(club))
    after = page(client.get(f"/torsdagsklubben/{address}"))

    assert "+0,5" in before
    assert "+½" in after
    assert "+0,5 " not in after


def test_files_keep_decimals(client, club):
    play_evening(club, "Bodil", "Carl", 9)
    change_settings(club=club, writes_fractions=True, **signed(club))

    assert "½" not in client.get("/torsdagsklubben/standings/?csv=list").content.decode("utf-8-sig")
    assert "½" not in client.get("/torsdagsklubben/evenings/1/deals.txt").content.decode()
