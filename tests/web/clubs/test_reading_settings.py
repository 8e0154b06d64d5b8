"""A club's board chooses who reads, gives its players a link, and sees what others see."""

import re
import uuid

import pytest
from django.test import Client

from ledger.models import Club
from ledger.queries.book.audit.audit import audit
from ledger.rules.site.refusal import Refusal
from ledger.services.clubs.reading import choose_readers
from tests.support.people import signed
from tests.web.clubs.closed import AT, BOARD, EVERYBODY, LINK, holder_of, new_link, played_club, sign_in_as
from tests.web.reading import in_english, notices, page

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
    told = "Only the board reads the club's pages so far: the players need the club's link."

    assert told in page(in_english(sign_in_as("alma")).get(f"{AT}/"))
    new_link(closed_club)
    assert told not in page(in_english(sign_in_as("alma")).get(f"{AT}/"))


# --- the settings


def settings_form(**typed):
    club_is = {"name": "Torsdagsklubben", "language": "da", "hours": "72", "players_confirm": "on"}
    return {**club_is, "key": str(uuid.uuid4()), **typed}


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
    ],
)
def test_an_administrator_changes_a_setting_and_the_log_tells_of_it(closed_club, typed, told):
    browser = in_english(sign_in_as("alma"))

    saved = browser.post(f"{AT}/settings/", settings_form(**{"readers": "link", **typed}))

    assert notices(saved) == ["The settings are saved."]
    assert told in page(browser.get(f"{AT}/log/?group=club"))
    assert audit(club=closed_club).findings == ()


@pytest.mark.parametrize("slip", [{"readers": "nobody"}, {"hours": "9000"}])
def test_a_choice_that_is_none_is_said_beside_its_field(closed_club, slip):
    typed = {"readers": "link", "name": "Nyt navn", **slip}

    response = in_english(sign_in_as("alma")).post(f"{AT}/settings/", settings_form(**typed))

    assert list(response.context["form"].errors) == list(slip)
    assert 'value="Nyt navn"' in response.content.decode()


def test_a_club_that_not_everybody_reads_is_not_listed(closed_club):
    sign_in_as("alma").post(f"{AT}/settings/", settings_form(readers="board", is_listed="on"))
    closed_club.refresh_from_db()

    assert (closed_club.readers, closed_club.is_listed) == (BOARD, False)
    with pytest.raises(Refusal, match="everybody reads"):
        choose_readers(club=closed_club, readers=LINK, is_listed=True, **signed(closed_club))


def test_a_link_is_shown_once_with_its_code_and_the_log_has_no_token(closed_club):
    browser = in_english(sign_in_as("alma"))

    made = browser.post(f"{AT}/settings/link/")
    (address,) = re.findall(r'value="http://testserver(/[^"]+)"', made.content.decode())
    later = browser.get(f"{AT}/settings/").content.decode()
    log = browser.get(f"{AT}/log/?group=club").content.decode()

    assert holder_of(address).get(f"{AT}/").status_code == 200
    assert "data:image/svg+xml" in made.content.decode()
    assert "no-store" in made["Cache-Control"]
    assert address.split("/")[-2] not in later + log
    assert "The club's link made" in log.replace("&#x27;", "'")

    withdrawn = browser.post(f"{AT}/settings/link/withdraw/")

    assert notices(withdrawn) == ["The club's link is withdrawn: nobody reads by it any more."]
    assert Client().get(address).status_code == 404
    assert audit(club=closed_club).findings == ()


def test_the_link_is_spoken_of_in_danish(closed_club):
    browser = sign_in_as("alma")

    assert "Hvem læser klubbens sider?" in page(browser.get(f"{AT}/settings/"))
    assert "Klubbens link er lavet" in page(browser.post(f"{AT}/settings/link/"))


def test_the_settings_say_how_a_link_asked_for_in_vain_is_made():
    played_club(BOARD)
    browser = in_english(sign_in_as("alma"))

    assert browser.get(f"{AT}/settings/link/")["Location"] == f"{AT}/settings/"
    assert notices(browser.post(f"{AT}/settings/link/")) == [
        "The club's pages are not read by a link: choose that first."
    ]
