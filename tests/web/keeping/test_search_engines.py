"""What search engines and the front of the site have of a club: nothing, unless it says that it may be found."""

import re

import pytest
from django.test import Client

from ledger.models import Club
from tests.support.people import make_club, make_user
from tests.web.clubs.closed import AT, LINK, holder_of, new_link, played_club, sign_in_as
from tests.web.reading import page

pytestmark = pytest.mark.django_db


def test_search_engines_have_the_pages_of_listed_clubs_alone():
    listed, open_club = make_club(), make_club("Onsdagsklubben")
    Club.objects.filter(pk=open_club.pk).update(is_listed=False)
    make_club("Fredagsklubben", readers=LINK)
    meta = '<meta name="robots" content="noindex">'

    for _ in range(2):  # drawn, and kept
        for slug, tag in ((listed.slug, "all"), (open_club.slug, "noindex")):
            response = Client().get(f"/{slug}/standings/")
            assert response["X-Robots-Tag"] == tag
            assert (meta in response.content.decode()) == (tag == "noindex")
            assert (
                Client().get(f"/{slug}/standings/", headers={"If-None-Match": response["ETag"]})["X-Robots-Tag"] == tag
            )
    for address in ("/", "/sign-in/", "/ingen/", "/health", "/robots.txt"):
        assert Client().get(address)["X-Robots-Tag"] == "noindex"
    assert Client().get("/robots.txt").content.decode().splitlines() == [
        "User-agent: *",
        "Disallow: /",
        "Allow: /$",
        "Allow: /static/",
        "Allow: /torsdagsklubben/",
    ]


def test_a_club_that_has_not_chosen_yet_is_read_and_listed_but_in_no_search_engine():
    club, other = make_club(), make_club("Onsdagsklubben")
    Club.objects.filter(pk=club.pk).update(has_chosen_readers=False)

    assert Client().get(f"{AT}/standings/")["X-Robots-Tag"] == "noindex"
    assert "torsdagsklubben" not in Client().get("/robots.txt").content.decode()
    assert "Torsdagsklubben" in page(Client().get("/"))
    assert other.name in page(Client().get("/"))


def test_the_front_of_the_site_lists_clubs_that_may_be_found_and_ones_own():
    club = played_club(LINK)
    make_club("Fredagsklubben", readers=LINK, founder="frede")
    Club.objects.filter(slug="mandagsklubben").update(is_listed=False)
    make_club("Onsdagsklubben")

    def clubs_listed(browser):
        return re.findall(r'<li><a href="/([\w-]+)/">', browser.get("/").content.decode())

    assert clubs_listed(Client()) == ["onsdagsklubben"]
    assert clubs_listed(holder_of(new_link(club))) == ["torsdagsklubben", "onsdagsklubben"]
    assert clubs_listed(sign_in_as("anna")) == ["torsdagsklubben", "onsdagsklubben"]
    assert clubs_listed(sign_in_as("oda")) == ["mandagsklubben", "onsdagsklubben"]
    assert "Torsdagsklubben" not in page(Client().get("/?q=torsdag"))


def test_an_only_club_is_led_into_by_those_who_read_it_and_others_to_the_sign_in():
    club = make_club(readers=LINK)
    make_user("oda")

    assert Client().get("/")["Location"] == "/sign-in/"
    assert holder_of(new_link(club)).get("/")["Location"] == f"{AT}/"
    assert sign_in_as("alma").get("/")["Location"] == f"{AT}/"
    assert sign_in_as("oda").get("/").status_code == 200
