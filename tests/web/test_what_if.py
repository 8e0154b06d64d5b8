"""The page that scores a season again: who may ask, what is answered, and that it is said when it is too long."""

import re

import pytest

from ledger.web.gallery import gallery
from ledger.web.views import what_if as view
from tests.people import anna, make_club, make_evening, make_user, nolo, record, torben, trick, version_of
from tests.web.reading import in_english, page, rows_of, words

pytestmark = pytest.mark.django_db

SEASON = "/torsdagsklubben/seasons/202627/"
ADDRESS = f"{SEASON}what-if/"


@pytest.fixture
def club():
    """One evening: Carl and Dorthe go two down in 9, Dorthe makes a sol."""
    club = make_club()
    evening = make_evening(club)
    record(evening, trick(evening, "Carl", "Dorthe", 7, level=9))
    record(evening, nolo(evening, "sol", {"Dorthe": 1}))
    return club


@pytest.fixture
def secretary(client, club):
    client.force_login(anna(club))
    return in_english(client)


def test_a_stranger_is_asked_to_sign_in(client, club):
    response = client.get(ADDRESS)

    assert response.status_code == 302
    assert response.url.startswith("/sign-in/?next=")


def test_another_clubs_secretary_may_not_ask(client, club):
    client.force_login(make_user("oda"))

    assert client.get(ADDRESS).status_code == 403


def founder(club):
    return club.memberships.earliest("id").user


@pytest.mark.parametrize("role", [anna, torben, founder])
def test_the_whole_board_may_ask(client, club, role):
    client.force_login(role(club))

    assert client.get(ADDRESS).status_code == 200


def test_a_season_that_is_not_there_is_not_found(secretary):
    assert secretary.get("/torsdagsklubben/seasons/1999/what-if/").status_code == 404


def test_only_the_board_is_shown_the_way_from_the_season(client, club):
    seen_by_all = client.get(SEASON).content.decode()
    client.force_login(anna(club))
    seen_by_the_board = client.get(SEASON).content.decode()

    assert [ADDRESS in seen for seen in (seen_by_all, seen_by_the_board)] == [False, True]


def test_the_page_asks_before_it_answers(secretary, club):
    response = secretary.get(ADDRESS)

    assert "found" not in response.context
    assert groups_of(response, "prices") == {
        "The club's own tables": ["Esmakkerwhist (Wikipedia), version 1"],
        "Tables to start from": [table.name["en"] for table in gallery()],
    }
    assert "A contract that is lost" in groups_of(response, "reading")


def groups_of(response, name):
    """The choices of a field under their headings."""
    select = re.search(rf'<select name="{name}".*?</select>', response.content.decode(), re.DOTALL).group()
    found = re.findall(r'<optgroup label="(.*?)">(.*?)</optgroup>', select, re.DOTALL)
    return {words(label): [words(option) for option in options.split("</option>")[:-1]] for label, options in found}


def test_the_clubs_own_prices_with_one_reading_changed(secretary, club):
    response = secretary.get(ADDRESS, {"prices": version_of(club).pk, "reading": "lost:double_under"})

    assert rows_of(response) == [
        ["Bodil", "2", "1 ▲", "+0.5", "+1", "+0.5"],
        ["Dorthe", "1", "1", "+1.5", "+1", "−0.5"],
        ["Emil", "2", "1 ▲", "+0.5", "+1", "+0.5"],
        ["Carl", "4", "4", "−2.5", "−3", "−0.5"],
    ]
    text = page(response)
    assert "Evening 1, deal 1: 9 Bodil +1.5 → +2, Carl −1.5 → −2, Dorthe −1.5 → −2, Emil +1.5 → +2" in text
    assert "Now: 9 needs 9 tricks, took 7: 0.5 + 2 x 0.5 = 1.5 to each opponent" in text
    assert "Then: 9 needs 9 tricks, took 7: 2 x 1 = 2 to each opponent" in text
    assert "Deals without a price" not in text


def test_the_same_prices_change_nothing_and_say_so(secretary, club):
    text = page(secretary.get(ADDRESS, {"prices": version_of(club).pk}))

    assert "No deal pays otherwise under these prices." in text


def test_a_preset_that_lacks_prices_names_the_deals_and_the_reasons(secretary, club):
    text = page(secretary.get(ADDRESS, {"prices": "whistklubben"}))

    assert "Evening 1, deal 1 9 The scoring table has no price for 9 yet." in text
    assert "Evening 1, deal 2 Sol The scoring table has no price for Sol yet." in text
    assert "then they give nobody anything" in text


def test_the_standings_sort_by_their_heads(secretary, club):
    asked = {"prices": version_of(club).pk, "reading": "lost:double_under"}

    by_name = [row[0] for row in rows_of(secretary.get(ADDRESS, asked | {"sort": "name"}))]
    by_loss = [row[0] for row in rows_of(secretary.get(ADDRESS, asked | {"sort": "gained"}))]

    assert by_name == ["Bodil", "Carl", "Dorthe", "Emil"]
    assert by_loss == ["Carl", "Dorthe", "Bodil", "Emil"]


def test_the_deals_without_a_price_sort_and_page_by_themselves(secretary, club):
    evening = club.evenings.get()
    for _ in range(28):
        record(evening, trick(evening, "Bodil", "Emil", 8))
    asked = {"prices": "whistklubben", "unpriced-sort": "-deal", "unpriced-page": "2"}

    response = secretary.get(ADDRESS, asked)

    assert re.findall(r"Evening 1, deal (\d+)", page(response)) == ["5", "4", "3", "2", "1"]
    assert "prices=whistklubben" in response.content.decode().split('class="paging"')[1]


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"prices": "bridge"}, "prices"),
        ({"prices": "engelsk-whist", "reading": "lost:under"}, "reading"),
        ({"prices": "esmakker-wikipedia", "reading": "lost:free"}, "reading"),
    ],
)
def test_what_cannot_be_asked_is_said_beside_its_field(secretary, asked, field):
    response = secretary.get(ADDRESS, asked)

    assert (response.status_code, list(response.context["form"].errors)) == (200, [field])
    assert "found" not in response.context


def test_another_clubs_prices_cannot_be_asked_for(secretary, club):
    other = make_club("Onsdagsklubben", founder="oda")

    assert "prices" in secretary.get(ADDRESS, {"prices": version_of(other).pk}).context["form"].errors


def test_a_season_without_deals_says_so(client):
    club = make_club()
    client.force_login(anna(club))

    response = in_english(client).get(ADDRESS, {"prices": "call-ace-whist"})

    assert "There is nothing to compare before the season's first deal." in page(response)


def test_a_season_that_is_too_long_says_so_instead(secretary, monkeypatch):
    monkeypatch.setattr(view, "MOST_DEALS", 1)

    text = page(secretary.get(ADDRESS, {"prices": "call-ace-whist"}))

    assert "This page compares at most 1 deals, and the season has more." in text


@pytest.mark.parametrize("deals", [1, 300])
def test_the_page_asks_the_database_the_same_however_many_deals(secretary, club, deals, django_assert_max_num_queries):
    evening = club.evenings.get()
    for _ in range(deals):
        record(evening, trick(evening, "Bodil", "Emil", 8))

    with django_assert_max_num_queries(10):
        assert secretary.get(ADDRESS, {"prices": "call-ace-whist"}).status_code == 200
