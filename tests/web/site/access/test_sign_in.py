"""Signing in, and the door that slows down whoever guesses at a password."""

import statistics
from collections.abc import Callable
from datetime import datetime, timedelta
from time import process_time
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth.models import User
from django.test import Client

from ledger.models import WrongTries
from ledger.web.site.slowing import visitors_network
from tests.support.people import PASSWORD, anna, make_club
from tests.web.reading import errors_of, in_english

pytestmark = pytest.mark.django_db

HOME, NEIGHBOUR = "192.0.2.1", "192.0.2.2"
EIGHT = datetime(2026, 11, 21, 20, tzinfo=ZoneInfo("Europe/Copenhagen"))
Knock = Callable[..., int]


@pytest.fixture
def anna_here() -> User:
    """Anna, who writes in the book of a club."""
    return anna(make_club())


@pytest.fixture
def door(visitor, anna_here, time_machine) -> Knock:
    """The sign-in page at eight in the evening: give a name, a password and where from, and get the status."""
    time_machine.move_to(EIGHT, tick=False)

    def knock(name, password="forkert", address=HOME, device=visitor):
        return device.post("/sign-in/", {"username": name, "password": password}, REMOTE_ADDR=address).status_code

    return knock


def known_device(name: str = "anna", password: str = PASSWORD) -> Client:
    """A browser that somebody has signed in with before, and out again."""
    device = in_english(Client())
    device.post("/sign-in/", {"username": name, "password": password})
    device.post("/sign-out/")
    return device


def test_the_right_password_leads_back_to_where_one_came_from_and_never_away_from_the_site(visitor, anna_here):
    typed, inside = {"username": "anna", "password": PASSWORD}, "/torsdagsklubben/players/add/"
    asked = visitor.get(inside)

    assert asked["Location"] == f"/sign-in/?next={inside}"
    assert visitor.post(asked["Location"], typed | {"next": inside})["Location"] == inside
    assert in_english(Client()).post("/sign-in/", typed | {"next": "https://example.com/"})["Location"] == "/"


def test_a_wrong_password_keeps_the_name_and_says_what_to_do(visitor, anna_here):
    response = visitor.post("/sign-in/", {"username": "anna", "password": "forkert"})

    assert errors_of(response) == {
        "": ["That user name and password do not belong together. Check both; capital letters count in the password."]
    }
    assert 'value="anna"' in response.content.decode()
    assert "forkert" not in response.content.decode()


# --- tries at one name


def test_ten_wrong_tries_close_a_name_to_the_right_password_too_until_six_minutes_are_over(door, time_machine):
    assert [door("anna") for _ in range(11)] == [200] * 10 + [429]

    assert door("anna", PASSWORD) == 429
    time_machine.move_to(EIGHT + timedelta(minutes=6), tick=False)
    assert door("anna", PASSWORD) == 302


@pytest.mark.parametrize("name", ["anna", "ukendt"])
def test_it_is_said_how_long_to_wait_and_never_whether_the_name_exists(door, visitor, name, time_machine):
    for _ in range(10):
        door(name)
    time_machine.move_to(EIGHT + timedelta(minutes=1, seconds=1), tick=False)

    response = visitor.post("/sign-in/", {"username": name, "password": "forkert"}, REMOTE_ADDR=HOME)

    assert errors_of(response) == {
        "": [
            "Too many wrong tries. Wait 5 minutes and try again: nothing is lost. On a device where you have signed "
            "in before, you need not wait for the tries of others."
        ]
    }
    assert f'value="{name}"' in response.content.decode()
    assert response["Retry-After"] == "299"


@pytest.mark.long
def test_of_a_thousand_addresses_in_an_hour_twenty_try_and_the_owner_signs_in_at_once(door, time_machine, monkeypatch):
    owner, tried = known_device(), []
    monkeypatch.setattr(User, "check_password", lambda _, password: tried.append(password) or password == PASSWORD)

    for number in range(1000):
        time_machine.move_to(EIGHT + timedelta(hours=1) * number / 1000, tick=False)
        door("anna", f"gæt {number}", f"10.0.{number // 250}.{number % 250}", Client())

    assert len(tried) == 19  # the twentieth is made when the hour is full
    assert door("anna", PASSWORD, device=owner) == 302
    assert door("anna", PASSWORD, NEIGHBOUR, Client()) == 429


def test_refused_tries_write_nothing(door, django_assert_num_queries, visitor):
    for _ in range(10):
        door("anna")

    with django_assert_num_queries(1):
        visitor.post("/sign-in/", {"username": "anna", "password": PASSWORD})


@pytest.fixture
def device(door):
    """A browser in which Anna has signed in before."""
    return known_device()


# --- devices and addresses


def test_a_known_device_has_its_own_tries(door, device):
    assert [door("anna", device=device) for _ in range(11)] == [200] * 10 + [429]
    assert door("anna", device=Client()) == 200


def test_a_device_is_known_for_the_name_that_signed_in_alone(door, device):
    for _ in range(10):
        door("bodil")

    assert door("bodil", device=device) == 429


@pytest.mark.parametrize("forged", ["{annas}x", "x{annas}", "", "x:y:z", "{bodils}"])
def test_a_device_that_only_says_so_is_unknown(door, forged, device):
    User.objects.create_user("bodil", password=PASSWORD)
    annas, bodils = (
        next(cookie for name, cookie in known.cookies.items() if "device-" in name)
        for known in (device, known_device("bodil"))
    )
    device.cookies[annas.key] = forged.format(annas=annas.value, bodils=bodils.value)
    for _ in range(10):
        door("anna")

    assert door("anna", PASSWORD, device=device) == 429


def test_the_cookie_of_a_device_is_for_the_server_alone(visitor, anna_here, settings):
    settings.PUBLIC_HOST = "testserver"
    response = visitor.post("/sign-in/", {"username": "anna", "password": PASSWORD}, secure=True)

    (cookie,) = [cookie for name, cookie in response.cookies.items() if name.startswith("__Host-device-")]
    assert (cookie["httponly"], cookie["secure"], cookie["samesite"], cookie["path"]) == (True, True, "Lax", "/")
    assert "anna" not in cookie.OutputString()


def test_thirty_wrong_tries_from_a_household_on_any_names_close_it_but_to_known_devices(door, device):
    answers = [door(f"navn{number}", address=f"2001:db8:1:2::{number}") for number in range(31)]

    home, neighbour = "2001:db8:1:2:ffff::1", "2001:db8:1:3::1"
    assert answers == [200] * 30 + [429]
    assert door("anna", PASSWORD, home) == 429
    assert door("anna", PASSWORD, home, device=device) == 302
    assert door("anna", PASSWORD, neighbour) == 302


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown", "unknown"),
    ],
)
def test_what_counts_as_one_address(rf, address, network):
    assert visitors_network(rf.get("/", REMOTE_ADDR=address)) == network


def test_behind_a_web_server_the_visitors_own_address_counts(rf, settings):
    asked = rf.get("/sign-in/", headers={"X-Forwarded-For": "203.0.113.9, 198.51.100.7"})

    local = visitors_network(asked)
    settings.PUBLIC_HOST = "whist.example"
    public = visitors_network(asked)

    assert (local, public) == ("127.0.0.1", "198.51.100.7")


# --- a clock that was ahead

AHEAD = [timedelta(minutes=50), timedelta(hours=2), timedelta(days=365 * 12)]


@pytest.mark.parametrize("ahead", AHEAD)
def test_a_right_password_under_a_clock_ahead_counts_against_nobody(door, time_machine, ahead):
    User.objects.create_user("bodil", password=PASSWORD)
    time_machine.move_to(EIGHT + ahead, tick=False)
    assert door("anna", PASSWORD, device=Client()) == 302
    time_machine.move_to(EIGHT, tick=False)

    assert not WrongTries.objects.exists()
    assert [door(name, PASSWORD, device=Client()) for name in ("bodil", "anna")] == [302, 302]
    assert [door("anna") for _ in range(11)] == [200] * 10 + [429]


@pytest.mark.parametrize("ahead", AHEAD)
def test_wrong_tries_under_a_clock_ahead_lock_for_one_interval_at_most(door, time_machine, ahead):
    User.objects.create_user("bodil", password=PASSWORD)
    time_machine.move_to(EIGHT + ahead, tick=False)
    for name in ("anna", "bodil", "navn"):
        for _ in range(10):
            door(name)
    assert door("anna", PASSWORD, device=Client()) == 429
    time_machine.move_to(EIGHT, tick=False)

    assert [door(name, PASSWORD, device=Client()) for name in ("bodil", "anna")] == [302, 302]
    assert [door("anna", device=Client()) for _ in range(2)] == [200, 429]
    time_machine.move_to(EIGHT + timedelta(minutes=6), tick=False)
    assert door("anna", PASSWORD, device=Client()) == 302


def test_a_clock_set_right_while_a_password_is_checked_leaves_nothing(door, time_machine, monkeypatch):
    time_machine.move_to(EIGHT + timedelta(hours=2), tick=False)
    monkeypatch.setattr(User, "check_password", lambda *_: not time_machine.move_to(EIGHT, tick=False))

    assert door("anna", PASSWORD) == 302
    assert not WrongTries.objects.exists()


# --- what is kept


def test_no_name_and_no_address_is_kept_and_nothing_for_longer_than_needed(door, time_machine):
    door("anna")
    kept = str(list(WrongTries.objects.values()))
    time_machine.move_to(EIGHT + timedelta(days=2), tick=False)
    door("bodil", address=NEIGHBOUR)

    assert "anna" not in kept
    assert HOME not in kept
    assert WrongTries.objects.count() == 2  # Bodil's, and the neighbour's


@pytest.mark.long
def test_a_known_and_an_unknown_name_take_the_same_time(settings, anna_here):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
    anna_here.set_password(PASSWORD)
    anna_here.save()
    User.objects.create_user("uden", password=None)  # as accounts come with a club's file

    def time_of(name: str) -> float:
        times = []
        for number in range(50):
            began = process_time()
            Client().post("/sign-in/", {"username": name, "password": "forkert"}, REMOTE_ADDR=f"10.0.0.{number}")
            times.append(process_time() - began)
            WrongTries.objects.all().delete()
        return statistics.median(times)

    unknown = pytest.approx(time_of("ukendt"), rel=0.2)
    assert (time_of("anna"), time_of("uden")) == (unknown, unknown)
