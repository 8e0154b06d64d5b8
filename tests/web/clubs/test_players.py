"""The register of players, one player's season, and the changes that the board makes."""

from datetime import date

import pytest
from django.test import Client

from ledger.models import Player
from ledger.services.clubs.clubs import add_players, start_season
from tests.support.people import (
    leave,
    make_club,
    play_evening,
    signed,
    version_of,
)
from tests.web.reading import errors_of, grid_of, page, rows_of

pytestmark = pytest.mark.django_db

PLAYERS = "/torsdagsklubben/players/"


@pytest.fixture
def club():
    return make_club(players=("Bodil", "Åse", "Carl", "Øjvind", "Dorthe", "Ægir", "Emil"))


def names(response):
    return [row[0] for row in rows_of(response)]


# --- the register


def test_the_register_counts_evenings_and_deals_of_members_and_guests(secretary, club):
    add_players(club=club, names=["Frida"], is_guest=True, **signed(club))
    leave(club, "Åse")
    for day in (3, 10):
        play_evening(club, "Bodil", "Carl", 8, day=date(2026, 9, day))

    rows = rows_of(secretary.get(f"{PLAYERS}?sort=-deals"))

    assert rows[3:] == [
        ["Bodil", "Member", "2", "2"],
        ["Åse", "Member, no longer plays", "0", "0"],
        ["Øjvind", "Member", "0", "0"],
        ["Ægir", "Member", "0", "0"],
        ["Frida", "Guest", "0", "0"],
    ]


def test_only_the_board_sees_those_who_no_longer_play(secretary, club):
    leave(club, "Carl")

    assert "Carl" in names(secretary.get(PLAYERS))
    assert "Carl" not in names(Client().get(PLAYERS))


def test_a_long_register_is_paged_in_danish_order(visitor, club):
    add_players(club=club, names=[f"Gæst {number:02}" for number in range(30)], **signed(club))

    assert len(names(visitor.get(PLAYERS))) == 25
    assert names(visitor.get(f"{PLAYERS}?page=2"))[-3:] == ["Ægir", "Øjvind", "Åse"]


# --- adding


def test_a_pasted_list_of_guests_is_added(secretary):
    response = secretary.post(f"{PLAYERS}add/", {"players": "Frida; Gerda, Hans", "is_guest": "on"}, follow=True)

    assert response.redirect_chain == [(PLAYERS, 302)]
    assert "3 players are added." in page(response)
    guests = Player.objects.filter(is_guest=True).order_by("name")
    assert [guest.name for guest in guests] == ["Frida", "Gerda", "Hans"]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "This field is required."),
        ("F" * 61, "A player's name has 1 to 60 characters."),
        (",".join(f"n{number}" for number in range(194)), "A club has at most 200 players."),
    ],
)
def test_a_list_with_a_slip_adds_nobody_and_stays_in_the_form(secretary, typed, sentence):
    response = secretary.post(f"{PLAYERS}add/", {"players": typed})

    assert errors_of(response) == {"players": [sentence]}
    assert response.context["form"]["players"].value() == typed
    assert Player.objects.count() == 7


def test_whoever_is_on_the_list_is_skipped_and_the_others_are_added(secretary):
    response = secretary.post(f"{PLAYERS}add/", {"players": "Frida\nBODIL\nAase\nFrida\nGerda, gæst"}, follow=True)

    assert "2 players are added. Skipped: gæst, Bodil, Åse, Frida." in page(response)
    assert set(Player.objects.filter(number__gt=7).values_list("name", flat=True)) == {"Frida", "Gerda"}


LIKE_BODIL = "\u0412odil"  # with a Cyrillic letter


def test_a_look_alike_of_a_player_is_asked_about_once(secretary):
    assert "is_meant" not in secretary.get(f"{PLAYERS}add/").content.decode()
    assert "looks like Frida" in errors_of(secretary.post(f"{PLAYERS}add/", {"players": "Frida\nFrida."}))["players"][0]
    typed = {"players": f"Frida\n{LIKE_BODIL}", "is_guest": "on"}
    asked = secretary.post(f"{PLAYERS}add/", typed)
    sentence = f"{LIKE_BODIL} looks like Bodil, who is on the list. Is it somebody else? Then tick the box below."
    assert errors_of(asked) == {"players": [sentence]}
    assert "Yes, it is somebody else" in page(asked)
    assert asked.context["form"]["players"].value() == typed["players"]
    assert Player.objects.count() == 7

    assert secretary.post(f"{PLAYERS}add/", typed | {"is_meant": "on"}).status_code == 302
    assert Player.objects.filter(name=LIKE_BODIL).exists()


def test_a_new_name_like_another_players_is_asked_about_and_ones_own_is_not(secretary):
    change = {"name": LIKE_BODIL, "is_active": "on"}
    asked = secretary.post(f"{PLAYERS}carl/change/", change)
    assert "looks like Bodil" in errors_of(asked)["name"][0]
    assert "Yes, it is somebody else" in page(asked)

    assert secretary.post(f"{PLAYERS}carl/change/", change | {"is_meant": "on"}).status_code == 302
    assert secretary.post(f"{PLAYERS}bodil/change/", {"name": "Bodil.", "is_active": "on"}).status_code == 200
    assert secretary.post(f"{PLAYERS}emil/change/", {"name": "Emil.", "is_active": "on"}).status_code == 302


# --- one player


def test_a_players_season_is_a_row_per_evening_with_the_total_after_it(visitor, club):
    for day, tricks in [(3, 10), (10, 7)]:
        play_evening(club, "Bodil", "Carl", tricks, day=date(2026, 9, day))

    response = visitor.get(f"{PLAYERS}bodil/")

    assert grid_of(response.content.decode())[-2:] == [
        ["10 Sep 2026", "1", "−0.5", "+0.25"],
        ["3 Sep 2026", "1", "+0.75", "+0.75"],
    ]
    assert 'href="/torsdagsklubben/evenings/2/"' in response.content.decode()
    assert page(response).startswith("Number 1 of 4 in 2026/27 Bodil")
    assert "2 deals on 2 evenings +0.25" in page(response)


def test_another_season_is_a_link_away(visitor, club):
    play_evening(club, "Bodil", "Carl", 8)
    start_season(club=club, name="2027/28", starts_on=date(2027, 8, 1), version=version_of(club), **signed(club))

    response = visitor.get(f"{PLAYERS}bodil/?season=2027-28")

    assert "No evening this season Bodil has not played a deal in this season yet." in page(response)
    assert 'href="?season=2026-27"' in response.content.decode()


@pytest.mark.parametrize("address", [f"{PLAYERS}ukendt/", f"{PLAYERS}bodil/?season=1999", f"{PLAYERS}hilda/"])
def test_what_the_club_does_not_have_is_not_there(visitor, club, address):
    make_club("Onsdagsklubben", players=("Hilda",))

    assert visitor.get(address).status_code == 404


# --- changing


def test_a_player_is_renamed_and_the_address_before_leads_to_them(secretary):
    form = secretary.get(f"{PLAYERS}bodil/change/").context["form"]
    assert [form[field].value() for field in ("name", "is_guest", "is_active")] == ["Bodil", False, True]

    response = secretary.post(f"{PLAYERS}bodil/change/", {"name": "Bodil Friis", "is_guest": "on"}, follow=True)

    player = Player.objects.get(slug="bodil-friis")
    assert response.redirect_chain == [(f"{PLAYERS}bodil-friis/", 302)]
    assert secretary.get(f"{PLAYERS}bodil/")["Location"] == f"{PLAYERS}bodil-friis/"
    assert (player.name, player.is_guest, player.is_active) == ("Bodil Friis", True, False)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [(" ", "This field is required."), ("carl", "carl is on the list already.")],
)
def test_a_name_that_cannot_be_is_refused_beside_the_field(secretary, name, sentence):
    response = secretary.post(f"{PLAYERS}bodil/change/", {"name": name, "is_active": "on"})

    assert errors_of(response) == {"name": [sentence]}
    assert page(response).startswith("← Bodil Change Bodil")
