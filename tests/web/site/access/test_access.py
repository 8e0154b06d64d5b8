"""Whoever may not do something is told who may, in their club's language, and what they are there themselves."""

import pytest
from django.contrib.auth.models import User

from ledger.models import Club
from tests.support.people import anna, make_club, torben
from tests.web.reading import page

pytestmark = pytest.mark.django_db


BOARD = "The club's secretary, treasurer and administrators write in its book."
TREASURER = "The club's treasurer and administrators do this: ask one of them."
ADMINISTRATORS = "The club's administrators do this: ask one of them."


@pytest.mark.parametrize(
    ("who", "path", "refusal"),
    [
        ("anna", "members/", f"{ADMINISTRATORS} In Torsdagsklubben your role is: Secretary."),
        ("torben", "settings/", f"{ADMINISTRATORS} In Torsdagsklubben your role is: Treasurer."),
        ("anna", "seasons/{season}/close/", f"{TREASURER} In Torsdagsklubben your role is: Secretary."),
        ("oda", "players/add/", f"{BOARD} You are signed in, but not on the board of Torsdagsklubben."),
    ],
)
def test_a_refusal_names_the_roles_that_may_in_the_clubs_language(client, club, who, path, refusal):
    Club.objects.update(language="en")
    anna(club), torben(club), make_club("Mandagsklubben", founder="oda")
    client.force_login(User.objects.get(username=who))

    response = client.get(f"/{club.slug}/{path.format(season=club.seasons.get().slug)}")

    assert response.status_code == 403
    assert refusal in page(response)
    assert 'href="/sign-in/"' not in response.content.decode().split("<main")[1].split("</main>")[0]


@pytest.mark.parametrize(
    "asked",
    ["standings/?season=%00", "deals/?contract=nolo.%00", "deals/?player=a%00b", "seasons/2026-27/curve/?player=%00"],
)
def test_what_is_called_by_a_character_that_no_engine_keeps_is_nowhere(client, club, asked):
    assert client.get(f"/{club.slug}/{asked}").status_code == 404
