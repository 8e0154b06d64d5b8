"""Signing in, and the door that closes after too many wrong tries."""

import pytest

from ledger.web.site.slowing import visitors_address
from tests.people import PASSWORD, anna, make_club
from tests.web.reading import errors_of, page

pytestmark = pytest.mark.django_db

HOME, NEIGHBOUR = "192.0.2.1", "192.0.2.2"


@pytest.fixture
def door(visitor, settings):
    """The sign-in page with its lock on: give a name, a password and where from, and get the answer's status."""
    settings.AXES_ENABLED = True
    anna(make_club())

    def knock(name, password="forkert", address=HOME):
        return visitor.post("/sign-in/", {"username": name, "password": password}, REMOTE_ADDR=address).status_code

    return knock


def test_the_right_password_leads_back_to_where_one_came_from(visitor):
    anna(make_club())

    asked = visitor.get("/torsdagsklubben/players/add/")
    response = visitor.post(
        asked["Location"], {"username": "anna", "password": PASSWORD, "next": "/torsdagsklubben/players/add/"}
    )

    assert asked["Location"] == "/sign-in/?next=/torsdagsklubben/players/add/"
    assert response["Location"] == "/torsdagsklubben/players/add/"


def test_a_wrong_password_keeps_the_name_and_says_what_to_do(visitor):
    anna(make_club())

    response = visitor.post("/sign-in/", {"username": "anna", "password": "forkert"})

    assert errors_of(response) == {
        "": ["That user name and password do not belong together. Check both; capital letters count in the password."]
    }
    assert 'value="anna"' in response.content.decode()
    assert "forkert" not in response.content.decode()


def test_signing_in_never_leads_away_from_the_site(visitor):
    anna(make_club())

    response = visitor.post("/sign-in/", {"username": "anna", "password": PASSWORD, "next": "https://example.com/"})

    assert response["Location"] == "/"


def test_signing_out_is_a_post(visitor):
    visitor.force_login(anna(make_club()))

    assert visitor.get("/sign-out/").status_code == 405
    assert visitor.post("/sign-out/")["Location"] == "/"
    assert "_auth_user_id" not in visitor.session


def test_the_fifth_wrong_try_on_a_name_closes_it_to_the_right_password_too(door):
    answers = [door("anna") for _ in range(5)]

    assert answers == [200, 200, 200, 200, 429]
    assert door("anna", PASSWORD) == 429


def test_four_wrong_tries_leave_the_door_open(door):
    for _ in range(4):
        door("anna")

    assert door("anna", PASSWORD) == 302


def test_a_name_closed_from_one_address_is_open_from_another(door):
    for _ in range(5):
        door("anna")

    assert door("anna", PASSWORD, NEIGHBOUR) == 302


def test_the_thirtieth_wrong_try_from_an_address_on_any_names_closes_the_address(door):
    answers = [door(f"navn{number}") for number in range(30)]

    assert answers == [200] * 29 + [429]
    assert door("anna", PASSWORD) == 429
    assert door("anna", PASSWORD, NEIGHBOUR) == 302


def test_a_quarter_of_an_hour_later_the_door_is_open_again(door, time_machine):
    time_machine.move_to("2026-11-21T20:00+01:00")
    for _ in range(5):
        door("anna")

    time_machine.move_to("2026-11-21T20:16+01:00")

    assert door("anna", PASSWORD) == 302


def test_the_closed_door_says_how_long_in_plain_words(door, visitor):
    for _ in range(5):
        door("anna")

    response = visitor.post("/sign-in/", {"username": "anna", "password": PASSWORD}, REMOTE_ADDR=HOME)

    assert page(response).startswith(
        "Too many wrong tries To keep others from guessing passwords, signing in from here"
    )


def test_behind_a_web_server_the_visitors_own_address_counts(rf, settings):
    asked = rf.get("/sign-in/", headers={"X-Forwarded-For": "203.0.113.9, 198.51.100.7"})

    local = visitors_address(asked)
    settings.PUBLIC_HOST = "whist.example"
    public = visitors_address(asked)

    assert (local, public) == ("127.0.0.1", "198.51.100.7")
