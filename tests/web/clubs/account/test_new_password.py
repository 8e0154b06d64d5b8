"""Whoever has forgotten their password gets in again by a link; no club gets into an account that has a password."""

from datetime import timedelta
from functools import partial
from threading import Barrier

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client

from ledger.models import LoggedChange, Writer
from ledger.queries.book.audit.audit import audit
from ledger.web.clubs.account import NewPassword
from tests.services.phones import at_once
from tests.support.people import NOW, PASSWORD, make_club, make_member, make_user
from tests.web.clubs.test_members import link_in
from tests.web.reading import in_english, page

pytestmark = pytest.mark.django_db

NEW = "ruder es i tredje"
MEMBERS = "/torsdagsklubben/members/"


@pytest.fixture
def oda():
    return make_user("oda")


def printed_link(capsys, name="oda"):
    """The link that the command prints."""
    call_command("password_link", name)
    return capsys.readouterr().out.strip()


def choose(browser, link, password=NEW):
    """Follow a link and choose a password; gives the answer."""
    page_of_it = browser.get(link)
    address = page_of_it.get("Location", link)
    browser.get(address)
    return browser.post(address, {"new_password1": password, "new_password2": password}, follow=True)


@pytest.fixture
def member(club):
    """A member whose account came with the club's file: it never had a password."""
    make_member(club, "bodil", "secretary")
    User.objects.filter(username="bodil").update(password="!")
    return club.memberships.get(user__username="bodil")


def given_link(browser, member):
    """The link that an administrator gets for a member without a password."""
    given = browser.post(f"{MEMBERS}{member.pk}/link/")
    return given.content.decode().split('value="http://testserver')[1].split('"')[0]


def test_the_command_prints_a_link_that_works_once(capsys, stranger, oda):
    link = printed_link(capsys)
    assert link.split("/")[-2] not in stranger.get(link)["Location"]

    assert "Your password is changed. Sign in with it." in page(choose(stranger, link))

    assert stranger.login(username="oda", password=NEW)
    browser = in_english(Client())
    assert "This link has been used or is too old." in page(browser.get(link, follow=True))


def test_the_link_on_a_public_site_has_its_name(capsys, settings, oda):
    settings.PUBLIC_HOST = "whist.example.dk"

    assert printed_link(capsys).startswith("https://whist.example.dk/password/")


def test_elsewhere_it_prints_what_can_be_typed(capsys, oda):
    call_command("password_link", "oda")
    told = capsys.readouterr()

    assert told.out.startswith("http://127.0.0.1:8000/password/")
    assert "en anden adresse end http://127.0.0.1:8000?" in told.err
    with pytest.raises(CommandError):
        call_command("password_link", "ingen")


def test_a_link_lasts_three_days(capsys, stranger, time_machine, oda):
    time_machine.move_to(NOW, tick=False)
    link = printed_link(capsys)
    time_machine.move_to(NOW + timedelta(days=3, minutes=1), tick=False)

    assert "too old" in page(stranger.get(link, follow=True))


def test_a_password_chosen_by_a_link_opens_a_name_that_is_locked_in_that_browser_alone(capsys, stranger, oda):
    for _ in range(10):
        stranger.post("/sign-in/", {"username": "oda", "password": "forkert"})

    choose(stranger, printed_link(capsys))
    statuses = [
        browser.post("/sign-in/", {"username": "oda", "password": NEW}).status_code for browser in (Client(), stranger)
    ]

    assert statuses == [429, 302]


def test_a_weak_password_is_refused_and_the_link_stays(capsys, stranger, oda):
    link = printed_link(capsys)

    assert "too short" in page(choose(stranger, link, "kort"))
    assert "Your password is changed." in page(choose(stranger, link))


def test_the_board_gives_a_link_to_a_member_who_never_had_a_password(alma, stranger, club, member):
    assert "Secretary · no password yet" in page(alma.get(MEMBERS))
    assert "Link to choose a password" in page(alma.get(MEMBERS))

    link = given_link(alma, member)

    assert "Your password is changed." in page(choose(stranger, link))
    assert User.objects.get(username="bodil").check_password(NEW)
    line = LoggedChange.objects.latest("sequence")
    assert (line.kind, line.by.username, line.member.username) == ("link_made", "alma", "bodil")
    assert link not in alma.get(MEMBERS).content.decode()
    assert audit(club=club).findings == ()


def test_a_link_is_withdrawn_by_the_next(alma, stranger, capsys, club, member):
    first, second = (given_link(alma, member) for _ in range(2))
    by_command = printed_link(capsys, "bodil")

    for link in (first, second):
        assert "too old" in page(stranger.get(link, follow=True))
    assert "Your password is changed." in page(choose(stranger, by_command))


def test_a_link_withdrawn_while_its_page_is_open_changes_no_password(capsys, stranger, oda):
    address = stranger.get(printed_link(capsys))["Location"]
    printed_link(capsys)

    answer = stranger.post(address, {"new_password1": NEW, "new_password2": NEW}, follow=True)

    assert "too old" in page(answer)
    assert User.objects.get(username="oda").check_password(PASSWORD)


def test_of_two_who_use_a_link_at_once_one_chooses(real_commits, capsys, monkeypatch):
    make_user("oda")
    link, meet = printed_link(capsys), Barrier(2)
    browsers = [in_english(Client()) for _ in range(2)]
    addresses = [browser.get(link)["Location"] for browser in browsers]
    choose_password = NewPassword.form_valid
    # Both have been let in by the link before either chooses.
    monkeypatch.setattr(NewPassword, "form_valid", lambda *args: (meet.wait(10), choose_password(*args))[1])

    passwords = [NEW, f"{NEW} bord"]
    answers = at_once(
        partial(browser.post, address, {"new_password1": password, "new_password2": password})
        for browser, address, password in zip(browsers, addresses, passwords, strict=True)
    )

    first = [answer.status_code for answer in answers].index(302)
    assert User.objects.get(username="oda").check_password(passwords[first])
    assert "too old" in page(answers[1 - first])


@pytest.mark.parametrize("of", ["a password of its own", "another club", "a superuser"])
def test_no_club_gives_a_link_to_an_account_that_is_not_its_own(alma, club, of, member):
    if of == "a password of its own":
        member.user.set_password(PASSWORD)
    elif of == "another club":
        Writer.objects.create(club=make_club("Tirsdagsklubben", founder="oda"), user=member.user, number=2, name="B")
    member.user.is_superuser = of == "a superuser"
    member.user.save()

    answer = alma.post(f"{MEMBERS}{member.pk}/link/", follow=True)

    assert "This password is its owner's alone" in page(answer)
    assert link_in(answer) is None and "/password/" not in answer.content.decode().split("<main")[1].split("<footer")[0]
    assert not LoggedChange.objects.filter(kind="link_made").exists()
