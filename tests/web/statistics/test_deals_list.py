"""A club's deals as a list: what a filter lets through, its sum, its pages and its file, and the older addresses."""

import re
from html import unescape

import pytest

from ledger.models import Entry, Player
from ledger.services.clubs.clubs import change_player
from ledger.services.deals import correct_deal
from tests.support.long_season import long_season
from tests.support.people import anna, change, load_sample, nolo, play_evening, record, signed, trick
from tests.support.replay import replayed
from tests.web.reading import errors_of, page

pytestmark = pytest.mark.django_db

DEALS = "/torsdagsklubben/deals/"
played_long = replayed(long_season)


@pytest.fixture
def evening(club):
    evening = play_evening(club, "Bodil", "Carl", 10)
    record(evening, trick(evening, "Dorthe", "Emil", 7))
    record(evening, nolo(evening, "sol", {"Bodil": 0, "Emil": 3}))
    return evening


def numbers(response):
    """The numbers of the deals that a page lists, in its order."""
    return [row["entry"].number for row in response.context["rows"]]


def stand(response):
    """What a page says that its deals are and give."""
    paragraph = re.search(r'<p class="stand">(.*?)</p>', response.content.decode(), re.DOTALL)
    return " ".join(unescape(re.sub(r"<i .*?</i>|<[^>]+>", "", paragraph[1])).split()) if paragraph else ""


@pytest.mark.usefixtures("evening")
@pytest.mark.parametrize(
    ("asked", "title", "deals"),
    [
        ({}, "The club’s deals", [3, 2, 1]),
        ({"player": "bodil"}, "Deals of Bodil", [3, 2, 1]),
        ({"player": "bodil", "part": "nolo"}, "Deals of Bodil", [3]),
        ({"player": "bodil", "contract": "trick.plain", "part": "defender"}, "Deals of Bodil", [2]),
        ({"contract": "trick.plain", "result": "lost"}, "The club’s deals", [2]),
        ({"player": "bodil", "partner": "carl"}, "Bodil and Carl, declarer and partner", [1]),
        ({"player": "bodil", "opponent": "emil"}, "Bodil against Emil", [3, 2, 1]),
        ({"since": "2026-09-03", "until": "2026-09-03"}, "The club’s deals", [3, 2, 1]),
        ({"since": "2026-09-04"}, "No deal fits", []),
        ({"table": "2"}, "No deal fits", []),
        ({"contract": "trick.no_longer_played"}, "No deal fits", []),
    ],
)
def test_a_filter_lets_these_deals_through(visitor, asked, title, deals):
    response = visitor.get(DEALS, asked)

    assert title in page(response)
    assert numbers(response) == deals


def test_a_corrected_deal_is_found_as_it_stands(visitor, evening):
    entry = Entry.objects.get(number=1)
    correct_deal(entry=entry, deal=trick(evening, "Bodil", "Carl", 9), change=change(evening))

    assert numbers(visitor.get(DEALS, {"corrected": "1"})) == [1]
    assert stand(visitor.get(DEALS, {"corrected": "1", "player": "bodil"})).startswith("1 deal, +")


@pytest.mark.usefixtures("evening")
def test_the_number_and_the_sum_are_said(visitor):
    assert stand(visitor.get(DEALS)) == ""
    assert stand(visitor.get(DEALS, {"contract": "trick.plain"})) == "2 deals"
    assert stand(visitor.get(DEALS, {"player": "bodil", "partner": "carl"})).endswith("for the two of them")
    assert stand(visitor.get(DEALS, {"player": "bodil", "opponent": "emil"})).endswith("to Bodil from Emil")


@pytest.mark.usefixtures("evening")
def test_partner_and_opponent_are_asked_for_together(visitor):
    both = visitor.get(DEALS, {"player": "bodil", "partner": "carl", "opponent": "emil"})
    nobody = visitor.get(DEALS, {"player": "bodil", "partner": "carl", "opponent": "carl"})

    assert (numbers(both), numbers(nobody)) == ([1], [])
    assert stand(both) == stand(visitor.get(DEALS, {"player": "bodil", "partner": "carl"}))


def test_points_moved_without_a_deal_stand_among_the_deals(visitor, evening):
    ids = [str(seat.player_id) for seat in evening.seats.order_by("position")]
    record(evening, {"kind": "adjustment", "amounts": {ids[0]: -3, ids[1]: 3}, "reason": "aftalt"})

    response = visitor.get(DEALS, {"player": Player.objects.get(pk=ids[0]).slug, "part": "adjustment"})

    assert (numbers(response), stand(response)) == ([4], "0 deals and 1 adjustment, −3")


@pytest.mark.parametrize("query", ["player=nobody", "player=bodil&partner=nobody", "season=1999"])
def test_what_the_club_has_not_is_nowhere(visitor, evening, query):
    assert visitor.get(f"{DEALS}?{query}").status_code == 404
    assert evening


@pytest.mark.usefixtures("evening")
@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"part": "judge"}, "part"),
        ({"contract": "judge.plain"}, "contract"),
        ({"level": "x"}, "level"),
        ({"result": "draw"}, "result"),
        ({"since": "yesterday"}, "since"),
        ({"since": "2026-09-04", "until": "2026-09-03"}, "until"),
        ({"table": "-1"}, "table"),
        ({"partner": "bodil"}, "player"),
        ({"player": "bodil", "opponent": "bodil"}, "opponent"),
    ],
)
def test_what_cannot_be_read_is_said_beside_its_field(visitor, asked, field):
    response = visitor.get(DEALS, asked)

    assert list(errors_of(response)) == [field]
    assert visitor.get("/torsdagsklubben/deals.csv", asked).status_code == 404


@pytest.mark.usefixtures("evening")
@pytest.mark.parametrize(
    ("older", "now"),
    [
        ("deals/?part=nolo&page=2", "deals/?player=bodil&part=nolo"),
        ("deals/?with=carl&season=2026-27", "deals/?player=bodil&partner=carl&season=2026-27"),
        ("deals/?against=carl", "deals/?player=bodil&opponent=carl"),
        ("deals.csv?contract=nolo.sol", "deals.csv?player=bodil&contract=nolo.sol"),
    ],
)
def test_the_addresses_of_a_players_own_list_lead_here(visitor, older, now):
    response = visitor.get(f"/torsdagsklubben/players/bodil/{older}")

    assert response.headers["Location"] == f"/torsdagsklubben/{now}"
    assert visitor.get(response.headers["Location"]).status_code == 200


@pytest.mark.usefixtures("evening")
def test_a_former_name_leads_to_the_players_deals_of_today(visitor, club):
    change_player(player=club.players.get(slug="carl"), name="Carlo", is_guest=False, is_active=True, **signed(club))

    response = visitor.get(DEALS, {"player": "bodil", "partner": "carl"})

    assert response.headers["Location"] == f"{DEALS}?player=bodil&partner=carlo"


def test_the_pages_are_turned_in_both_directions(client):
    club = played_long(name="Klub", deals=150)
    client.force_login(anna(club))
    response = client.get("/klub/deals/", {"result": "lost"})
    pages = [[row["entry"].pk for row in response.context["rows"]]]
    while way(response, "next"):
        response = client.get(way(response, "next"))
        pages.append([row["entry"].pk for row in response.context["rows"]])

    everything = [key for keys in pages for key in keys]
    assert len(set(everything)) == len(everything) > 25
    assert all(len(keys) == 25 for keys in pages[:-1])
    back = []
    while way(response, "prev"):
        response = client.get(way(response, "prev"))
        back.append([row["entry"].pk for row in response.context["rows"]])
    assert back == pages[-2::-1]


def way(response, rel):
    """Where the page's link to the next or the previous page leads."""
    link = re.search(rf'<a class="button secondary" rel="{rel}" href="([^"]*)">', response.content.decode())
    return link and "/klub/deals/" + link[1].replace("&amp;", "&")


def test_the_file_has_every_deal_of_the_list(client):
    club = load_sample()
    asked = {"player": club.players.filter(is_active=True).first().slug, "part": "defender"}

    content = client.get(f"/{club.slug}/deals.csv", asked).content.decode("utf-8-sig")

    head, *rows = content.splitlines()
    assert head.startswith("Dato;")
    assert len(rows) == client.get(f"/{club.slug}/deals/", asked).context["counted"].deal > 25


@pytest.mark.usefixtures("evening")
def test_what_was_chosen_is_said_in_words(visitor):
    response = visitor.get(f"{DEALS}?player=bodil&contract=nolo.sol&result=won&since=2026-01-01&until=2026-12-31")

    assert numbers(response) == [3]
    assert [name for name, _ in response.context["filters"]] == ["Bodil", "Sol", "Won", "2026"]


@pytest.mark.usefixtures("evening")
def test_each_condition_is_left_out_by_its_link(visitor):
    asked = {"player": "bodil", "partner": "carl", "contract": "trick.plain", "level": "8", "table": "1"}

    links = dict(visitor.get(DEALS, asked).context["filters"])

    assert list(links) == ["Bodil", "with Carl", "Plain", "level 8", "table 1"]
    assert links["Bodil"] == f"{DEALS}?contract=trick.plain&level=8&table=1"
    assert links["with Carl"] == f"{DEALS}?player=bodil&contract=trick.plain&level=8&table=1"
    assert all(visitor.get(address).status_code == 200 for address in links.values())
