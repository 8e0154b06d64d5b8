"""A person is let in by a link that works once, chooses a password, writes, and is let go; nobody else is let in."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from ledger.models import Club, Membership
from tests.people import PASSWORD, anna, make_club, make_member, make_user, torben
from tests.web.reading import errors_of, in_english, page

pytestmark = pytest.mark.django_db

NEW_PASSWORD = "ruder es i tredje"
MEMBERS = "/torsdagsklubben/members/"


@pytest.fixture
def club():
    return make_club()


@pytest.fixture
def alma(client, club):
    """The administrator's browser."""
    client = in_english(client)
    client.force_login(User.objects.get(username="alma"))
    return client


@pytest.fixture
def stranger():
    """Another browser."""
    return in_english(Client())


def link_in(response):
    found = re.search(r'value="http://testserver(/welcome/[^"]+)"', response.content.decode())
    return found and found[1]


def test_an_invited_secretary_chooses_a_password_and_writes_until_the_membership_is_ended(alma, stranger):
    invited = alma.post(MEMBERS, {"username": "bodil", "role": "secretary"})
    link = link_in(invited)
    assert invited.status_code == 200
    assert link not in alma.get(MEMBERS).content.decode()

    door = stranger.get(link)
    chosen = stranger.post(door["Location"], {"new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD})
    assert chosen["Location"] == "/sign-in/"
    assert stranger.login(username="bodil", password=NEW_PASSWORD)
    assert stranger.get("/torsdagsklubben/players/add/").status_code == 200

    again = stranger.get(link, follow=True)
    assert "This link has been used" in again.content.decode()

    bodil = Membership.objects.get(user__username="bodil")
    ended = alma.post(f"{MEMBERS}{bodil.pk}/end/", follow=True)
    assert "bodil writes in the book no longer." in ended.content.decode()
    assert stranger.get("/torsdagsklubben/players/add/").status_code == 302
    assert not stranger.login(username="bodil", password=NEW_PASSWORD)
    log = page(alma.get("/torsdagsklubben/log/?group=club"))
    for said in (
        "added: bodil Secretary alma",
        "Link to choose a password made: bodil alma",
        "ended: bodil Secretary alma",
    ):
        assert said in log


def test_a_weak_password_is_not_chosen(alma, stranger):
    link = link_in(alma.post(MEMBERS, {"username": "bodil", "role": "secretary"}))
    door = stranger.get(link)

    answer = stranger.post(door["Location"], {"new_password1": "bodil", "new_password2": "bodil"})

    assert answer.status_code == 200
    assert not User.objects.get(username="bodil").has_usable_password()


def test_a_former_member_is_invited_again_with_a_new_link(alma, club):
    membership = Membership.objects.create(club=club, user=make_user("emil"), role="treasurer")
    alma.post(f"{MEMBERS}{membership.pk}/end/")

    link = link_in(alma.post(MEMBERS, {"username": "Emil", "role": "secretary"}))

    emil = User.objects.get(username="emil")
    assert link
    assert (emil.is_active, emil.memberships.get().role, emil.check_password(PASSWORD)) == (True, "secretary", False)


def test_somebody_of_another_club_keeps_their_password_and_gets_no_link(alma, club):
    make_club("Tirsdagsklubben", founder="oda")

    answer = alma.post(MEMBERS, {"username": "oda", "role": "treasurer"})
    oda = Membership.objects.get(club=club, user__username="oda")
    link_again = alma.post(f"{MEMBERS}{oda.pk}/link/")

    assert (link_in(answer), link_in(link_again)) == (None, None)
    assert User.objects.get(username="oda").check_password(PASSWORD)
    alma.post(f"{MEMBERS}{oda.pk}/end/")
    assert User.objects.get(username="oda").is_active


@pytest.mark.parametrize(
    ("name", "said"),
    [("alma", "alma is a member already."), ("bo dil!", "letters, digits"), ("", "required")],
)
def test_an_impossible_invitation_is_refused_beside_its_field(alma, name, said):
    answer = alma.post(MEMBERS, {"username": name, "role": "secretary"})

    assert said in " ".join(errors_of(answer)["username"])
    assert User.objects.count() == 1


def test_the_last_administrator_stays(alma, club):
    anna(club)
    answer = alma.post(f"{MEMBERS}{club.memberships.get(role='admin').pk}/end/", follow=True)

    assert "at least one administrator" in answer.content.decode()
    assert club.memberships.filter(role="admin").count() == 1


def test_a_member_of_another_club_is_not_to_be_found_here(alma):
    other = make_club("Tirsdagsklubben", founder="oda").memberships.get()

    assert [alma.post(f"{MEMBERS}{other.pk}/{deed}/").status_code for deed in ("link", "end")] == [404, 404]
    assert Membership.objects.filter(pk=other.pk).exists()


@pytest.mark.parametrize("role", ["secretary", "treasurer", "another club's administrator", "nobody"])
def test_only_the_clubs_administrators_invite_and_end(client, club, role):
    if role in {"secretary", "treasurer"}:
        client.force_login({"secretary": anna, "treasurer": torben}[role](club))
    elif role != "nobody":
        client.force_login(make_club("Tirsdagsklubben", founder="oda").memberships.get().user)
    alma = club.memberships.get(role="admin")
    count = Membership.objects.count()

    answers = [
        client.get(MEMBERS),
        client.post(MEMBERS, {"username": "bodil", "role": "admin"}),
        client.post(f"{MEMBERS}{alma.pk}/link/"),
        client.post(f"{MEMBERS}{alma.pk}/end/"),
    ]

    assert {answer.status_code for answer in answers} == {302 if role == "nobody" else 403}
    assert Membership.objects.count() == count
    assert not User.objects.filter(username="bodil").exists()


def test_a_password_is_changed_by_its_owner_who_knows_the_old_one(alma):
    wrong = {"old_password": "forkert", "new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD}
    assert "old_password" in errors_of(alma.post("/password/", wrong))

    answer = alma.post("/password/", wrong | {"old_password": PASSWORD}, follow=True)

    assert "Your password is changed." in answer.content.decode()
    assert User.objects.get(username="alma").check_password(NEW_PASSWORD)
    assert alma.get(MEMBERS).status_code == 200


def test_whoever_is_not_signed_in_has_no_password_to_change(client):
    assert client.get("/password/").status_code == 302


def test_a_club_cannot_take_the_address_of_these_pages():
    assert {make_club(name).slug for name in ("Password", "Welcome")} == {"password-2", "welcome-2"}
    assert Club.objects.count() == 2


def test_the_page_says_who_has_no_password_yet(alma, club):
    make_member(club, "bodil", "secretary")
    User.objects.filter(username="bodil").update(password="!")

    assert "Secretary · no password yet" in page(alma.get(MEMBERS))
