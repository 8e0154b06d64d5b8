"""Before what cannot be taken back the password is asked again, and what was typed goes on with it."""

from datetime import timedelta

import pytest

from ledger.models import Club
from ledger.web.clubs import account_forms
from tests.support.people import NOW, PASSWORD, make_member, season_of
from tests.web.reading import errors_of, form_on, page

pytestmark = pytest.mark.django_db

ASKED = "Your password once more"
MEMBERS = "/torsdagsklubben/members/"


@pytest.fixture(autouse=True)
def strict(monkeypatch, password_typed_lately, time_machine):
    monkeypatch.setattr(account_forms, "LASTS", timedelta(minutes=10))
    time_machine.move_to(NOW, tick=False)


def test_what_was_typed_is_kept_and_goes_on_with_the_password(alma, club):
    asked = alma.post(MEMBERS, {"name": "Bodil <b>", "role": "treasurer"})
    assert ASKED in page(asked)
    assert "no-store" in asked["Cache-Control"]
    assert not club.invitations.exists()

    alma.post(MEMBERS, {"name": "Bodil <b>", "role": "treasurer", "own_password": PASSWORD})

    assert form_on(asked) == {"name": "Bodil <b>", "role": "treasurer", "own_password": ""}
    assert list(club.invitations.values_list("name", "role")) == [("Bodil <b>", "treasurer")]


def test_a_wrong_password_does_nothing_and_keeps_what_was_typed(alma, club):
    asked = alma.post(MEMBERS, {"name": "Bodil", "role": "treasurer", "own_password": "forkert"})

    assert errors_of(asked)["own_password"] == ["That is not your password."]
    assert form_on(asked) == {"name": "Bodil", "role": "treasurer", "own_password": ""}
    assert "forkert" not in asked.content.decode()
    assert not club.invitations.exists()


def test_it_is_not_asked_again_for_ten_minutes(alma, club, time_machine):
    alma.post(MEMBERS, {"name": "Bodil", "role": "treasurer", "own_password": PASSWORD})
    time_machine.move_to(NOW + timedelta(minutes=9), tick=False)
    alma.post(MEMBERS, {"name": "Carl", "role": "treasurer"})
    time_machine.move_to(NOW + timedelta(minutes=11), tick=False)

    assert ASKED in page(alma.post(MEMBERS, {"name": "Dorthe", "role": "treasurer"}))
    assert set(club.invitations.values_list("name", flat=True)) == {"Bodil", "Carl"}


def test_a_password_typed_under_a_clock_ahead_was_not_typed_lately(alma, club, time_machine):
    time_machine.move_to(NOW + timedelta(hours=2), tick=False)
    alma.post(MEMBERS, {"name": "Bodil", "role": "treasurer", "own_password": PASSWORD})
    time_machine.move_to(NOW, tick=False)

    assert ASKED in page(alma.post(MEMBERS, {"name": "Carl", "role": "treasurer"}))
    assert set(club.invitations.values_list("name", flat=True)) == {"Bodil"}


def test_whoever_has_just_signed_in_is_not_asked(visitor, club):
    visitor.post("/sign-in/", {"username": "alma", "password": PASSWORD})

    visitor.post(MEMBERS, {"name": "Bodil", "role": "treasurer"})

    assert club.invitations.exists()


@pytest.mark.parametrize(
    "path",
    [
        "members/",
        "members/{member}/end/",
        "members/{member}/link/",
        "members/invitations/1/renew/",
        "members/invitations/1/withdraw/",
        "members/former/1/forget/",
        "seasons/{season}/close/",
        "players/bodil/forget/",
        "hand-over/club-file/",
        "hand-over/backup/",
        "hand-over/moved/",
    ],
)
def test_each_of_these_asks(alma, club, path):
    member = make_member(club, "bent", "secretary").memberships.get()

    address = path.format(member=member.pk, season=season_of(club).slug)

    assert ASKED in page(alma.post(f"/{club.slug}/{address}"))
    assert club.memberships.filter(pk=member.pk).exists()
    assert season_of(club).closed_at is None


def settings_of(browser, club, readers):
    """The club's settings as its page sends them, with another choice of who reads."""
    return form_on(browser.get(f"/{club.slug}/settings/")) | {"readers": readers, "name": "Fredagsklubben"}


def test_a_closed_club_is_opened_to_everybody_with_the_password_alone(alma, club):
    Club.objects.update(readers="board", is_listed=False)
    address, sent = f"/{club.slug}/settings/", settings_of(alma, club, "everybody")

    asked = alma.post(address, sent)
    assert ASKED in page(asked)
    assert not Club.objects.get().is_open

    alma.post(address, form_on(asked) | {"own_password": PASSWORD})
    assert (Club.objects.get().is_open, Club.objects.get().name) == (True, "Fredagsklubben")


@pytest.mark.parametrize(("before", "after"), [("everybody", "everybody"), ("everybody", "board"), ("board", "link")])
def test_settings_that_open_the_club_to_nobody_more_do_not_ask(alma, club, before, after):
    Club.objects.update(readers=before, is_listed=False)

    alma.post(f"/{club.slug}/settings/", settings_of(alma, club, after))

    assert (Club.objects.get().readers, Club.objects.get().name) == (after, "Fredagsklubben")


def test_whoever_may_not_is_told_so_and_not_asked(treasurer):
    assert treasurer.post(MEMBERS, {"name": "Bodil", "role": "admin"}).status_code == 403
