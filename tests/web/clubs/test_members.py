"""A person is let in by a link that works once, as who they are, writes, and is let go; nobody else is let in."""

import re
from functools import partial

import pytest
from django.contrib.auth.models import User
from django.test import Client

from ledger.models import Club, Invitation, Membership
from ledger.services.clubs import accounts
from tests.services.phones import at_once
from tests.support.people import NOW, PASSWORD, anna, make_club, make_member, make_user, signed, torben
from tests.web.clubs.closed import sign_in_as
from tests.web.reading import errors_of, in_english, page

pytestmark = pytest.mark.django_db

NEW_PASSWORD = "ruder es i tredje"
MEMBERS = "/torsdagsklubben/members/"
NAMED = {"writer_name": "Gerda Holm"}


def link_in(response):
    link = re.search(r'value="http://testserver(/welcome/[^"]+)"', response.content.decode())
    return link and link[1]


def invite(browser, name, role="secretary", *, to="torsdagsklubben"):
    """The link that an administrator gets for somebody."""
    return link_in(browser.post(f"/{to}/members/", {"name": name, "role": role}))


def join(browser, link, name, password=NEW_PASSWORD):
    """Accept with an account made for it; gives the answer."""
    browser.get(link)
    return browser.post("/welcome/", {"username": name, "password": password, **NAMED})


def role_joined(name, club):
    """The role that somebody has on a club's board, or None."""
    membership = Membership.objects.filter(user__username=name, club=club).first()
    return membership and membership.role


@pytest.fixture
def link(alma):
    """The link to the board that an administrator got for Bodil."""
    return invite(alma, "Bodil")


# --- the way in and out


def test_an_invited_secretary_makes_an_account_and_writes_until_the_membership_is_ended(alma, stranger, club, link):
    assert link not in alma.get(MEMBERS).content.decode()
    assert "Bodil Secretary" in page(alma.get(MEMBERS))

    opened = stranger.get(link)
    assert opened["Location"] == "/welcome/"
    invited = page(stranger.get("/welcome/"))
    assert "Welcome to Torsdagsklubben" in invited
    assert "Role: Secretary." in invited
    accepted = join(stranger, link, "bodil")
    assert accepted["Location"] == "/torsdagsklubben/"
    assert stranger.get("/torsdagsklubben/players/add/").status_code == 200
    assert Invitation.objects.count() == 0

    bodil = Membership.objects.get(user__username="bodil")
    ended = alma.post(f"{MEMBERS}{bodil.pk}/end/", follow=True)
    assert "Gerda Holm writes in the book no longer." in ended.content.decode()
    assert stranger.get("/torsdagsklubben/players/add/").status_code == 403
    log = page(alma.get("/torsdagsklubben/log/?group=club"))
    assert "Invitation to the board made: Secretary Administrator 1" in log
    assert "added: Gerda Holm Secretary Gerda Holm" in log
    assert "ended: Gerda Holm Secretary Administrator 1" in log


def test_somebody_of_another_club_accepts_as_who_they_are(alma, stranger, club):
    other = make_club("Tirsdagsklubben", founder="oda")
    stranger.get(invite(alma, "Oda", "treasurer"))
    assert 'href="/sign-in/?next=/welcome/"' in stranger.get("/welcome/").content.decode()

    signed_in = stranger.post("/sign-in/", {"username": "oda", "password": PASSWORD, "next": "/welcome/"})
    assert "You are signed in as oda ." in page(stranger.get(signed_in["Location"]))
    assert stranger.post("/welcome/", NAMED).status_code == 302

    assert (role_joined("oda", club), role_joined("oda", other)) == ("treasurer", "admin")
    assert User.objects.get(username="oda").check_password(PASSWORD)
    alma.post(f"{MEMBERS}{Membership.objects.get(club=club, user__username='oda').pk}/end/")
    assert stranger.get("/tirsdagsklubben/members/").status_code == 200


def test_names_that_are_taken_lock_nobody_elses_invitation_out(alma, stranger, club):
    link, others = invite(alma, "Bodil"), invite(alma, "Gerda")
    for _ in range(6):
        join(stranger, link, "alma")

    assert join(Client(), others, "gerda").status_code == 302
    assert join(stranger, link, "bodil").status_code == 429


def test_a_link_works_once(alma, stranger, club, link):
    join(stranger, link, "bodil")
    stranger.logout()
    in_english(stranger)

    second_answer = stranger.get(link)

    assert second_answer.status_code == 404
    assert "This link has been used" in page(second_answer)
    assert stranger.post("/welcome/", {"username": "carl", "password": NEW_PASSWORD}).status_code == 404
    assert not User.objects.filter(username="carl").exists()


def test_a_link_lasts_three_days(alma, stranger, time_machine):
    time_machine.move_to("2026-09-03T19:30+02:00", tick=False)
    link = invite(alma, "Bodil")

    time_machine.move_to("2026-09-06T19:29+02:00", tick=False)
    assert stranger.get(link).status_code == 302
    time_machine.move_to("2026-09-06T19:30+02:00", tick=False)
    assert (stranger.get(link).status_code, stranger.get("/welcome/").status_code) == (404, 404)
    alma.force_login(User.objects.get(username="alma"))
    assert "Bodil Secretary · the link is too old" in page(alma.get(MEMBERS))


@pytest.mark.parametrize("how", ["renewed", "invited again", "withdrawn", "its maker ended", "club removed"])
def test_a_link_is_withdrawn(alma, stranger, club, how, link):
    place = f"{MEMBERS}invitations/{Invitation.objects.get().pk}"
    new = None
    if how == "renewed":
        new = link_in(alma.post(f"{place}/renew/"))
    elif how == "invited again":
        new = invite(alma, "  bodil ", "treasurer")
    elif how == "withdrawn":
        assert "The invitation of Bodil is withdrawn." in page(alma.post(f"{place}/withdraw/", follow=True))
    elif how == "its maker ended":
        make_member(club, "carl", "admin")
        alma.post(f"{MEMBERS}{club.memberships.get(user__username='alma').pk}/end/")
    else:
        Club.objects.update(removed_at=NOW)

    led_nowhere = stranger.get(link)
    assert led_nowhere.status_code == 404
    assert 'href="/sign-in/">Sign in</a></p>' in led_nowhere.content.decode()  # for whoever has used it already
    assert Invitation.objects.count() == (1 if new or how == "club removed" else 0)
    if new:
        assert stranger.get(new).status_code == 302


def test_a_board_member_does_not_accept_for_another(alma, club):
    alma.get(invite(alma, "Bodil"))

    answer = alma.post("/welcome/", NAMED)

    assert errors_of(answer)[""] == ["You are on the board of Torsdagsklubben already: the link is for somebody else."]
    assert Invitation.objects.count() == 1


def test_only_the_digest_of_a_link_is_stored(alma, link):
    token = link.split("/")[2]

    assert len(token) == 32
    assert token not in str(list(Invitation.objects.values()))


def test_of_two_who_accept_at_once_one_joins(real_commits):
    club = make_club()
    token = accounts.invite(club=club, name="Bodil", role=Membership.Role.SECRETARY, **signed(club))
    users = [make_user(name) for name in ("bodil", "carl", "dorthe", "emil")]

    outcomes = at_once([partial(accounts.accept, token=token, account=user, now=NOW) for user in users])

    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["InvitationGone"] * 3 + ["Membership"]
    assert club.memberships.exclude(role="admin").count() == 1


# --- what another club's word cannot do


@pytest.fixture
def cato():
    """The browser of somebody who founded a club of their own to get into another's."""
    make_club("Klub Cato", founder="cato")
    return in_english(sign_in_as("cato"))


def test_a_login_made_in_one_club_opens_no_other_that_invites_its_name(alma, cato, stranger, club):
    join(stranger, invite(cato, "kirsten", to="klub-cato"), "kirsten")

    link = invite(alma, "kirsten", "treasurer")

    assert link is not None
    assert role_joined("kirsten", club) is None
    assert stranger.get("/torsdagsklubben/hand-over/").status_code == 403


def test_a_link_minted_before_somebody_joined_elsewhere_gives_nobody_their_account(alma, cato, stranger, club):
    minted = invite(cato, "vera", to="klub-cato")
    vera = in_english(Client())
    join(vera, invite(alma, "vera"), "vera")

    assert errors_of(join(stranger, minted, "vera"))["username"] == ["The user name vera is taken."]

    assert User.objects.get(username="vera").check_password(NEW_PASSWORD)
    assert stranger.get("/torsdagsklubben/hand-over/").status_code == 302


def test_inviting_tells_nobody_who_exists(alma, cato, club, time_machine):
    time_machine.move_to(NOW, tick=False)
    torben(club)
    User.objects.create_superuser("root", password=PASSWORD)

    def answer(name):
        response = cato.post("/klub-cato/members/", {"name": name, "role": "secretary"})
        cato.post(f"/klub-cato/members/invitations/{Invitation.objects.get().pk}/withdraw/", follow=True)
        return page(response).replace(name, "NAME"), response.status_code

    answers = {answer(name) for name in ("torben", "alma", "root", "nobody-at-all")}

    assert len(answers) == 1
    assert User.objects.get(username="torben").memberships.get().club == club  # nobody is a member unasked


# --- what is refused


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("", "required"), (" ", "required"), ("b" * 61, "at most 60 characters"), ("Bo\u202edil", "cannot be seen")],
)
def test_an_impossible_invitation_is_refused_beside_its_field(alma, name, sentence):
    answer = alma.post(MEMBERS, {"name": name, "role": "secretary"})

    assert sentence in " ".join(errors_of(answer)["name"])
    assert Invitation.objects.count() == 0


def test_the_last_administrator_stays(alma, club):
    anna(club)
    answer = alma.post(f"{MEMBERS}{club.memberships.get(role='admin').pk}/end/", follow=True)

    assert "at least one administrator" in answer.content.decode()
    assert club.memberships.filter(role="admin").count() == 1


def test_a_club_cannot_take_the_address_of_these_pages():
    names = ("Password", "Welcome", "Privacy")
    assert {make_club(name).slug for name in names} == {"password-2", "welcome-2", "privacy-2"}
