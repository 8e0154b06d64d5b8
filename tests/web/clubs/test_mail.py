"""A forgotten password is mended by e-mail, to an address its owner has confirmed; nobody learns who has an account."""

import re

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from ledger.services.clubs import mailing
from tests.people import PASSWORD, make_user
from tests.web.reading import errors_of, in_english, page
from whistklub.settings import mail_server

pytestmark = pytest.mark.django_db

ADDRESS = "alma@example.org"
TYPED = {"address": ADDRESS, "own_password": PASSWORD}


class AtOnce:
    """A thread that runs where it is started, so that a test need not wait for it."""

    def __init__(self, target, **_):
        self.start = target


@pytest.fixture(autouse=True)
def sends_mail(settings, monkeypatch):
    settings.SENDS_MAIL = True
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    monkeypatch.setattr(mailing, "Thread", AtOnce)


def link_sent():
    """The link of the newest e-mail."""
    return re.search(r"http://testserver(/\S+)", mail.outbox[-1].body)[1]


def confirmed_account(browser):
    """The administrator's address, typed and confirmed."""
    browser.post("/account/e-mail/", TYPED)
    browser.post(link_sent())
    return User.objects.get(username="alma")


def test_an_address_is_kept_once_it_is_confirmed_and_not_by_looking(alma):
    alma.post("/account/e-mail/", TYPED)
    assert mail.outbox[-1].to == [ADDRESS]
    alma.get(link_sent())
    assert User.objects.get(username="alma").email == ""

    alma.post(link_sent())

    assert User.objects.get(username="alma").email == ADDRESS
    assert f"A link is sent to {ADDRESS}." in page(alma.get("/account/"))


def test_the_password_is_needed_and_another_account_confirms_nothing(alma, stranger):
    wrong = alma.post("/account/e-mail/", TYPED | {"own_password": "forkert"})
    assert errors_of(wrong)["own_password"] == ["That is not your password."]
    assert not mail.outbox

    alma.post("/account/e-mail/", TYPED)
    stranger.force_login(make_user("oda"))
    stranger.post(link_sent())
    assert not User.objects.exclude(email="").exists()
    assert "too old, or is for another account" in page(stranger.post("/account/e-mail/forged/", follow=True))


def test_an_address_is_taken_away(alma):
    confirmed_account(alma)

    alma.post("/account/e-mail/", {"address": "", "own_password": PASSWORD})

    assert User.objects.get(username="alma").email == ""


def test_whoever_has_forgotten_chooses_another_by_the_link(alma, stranger):
    confirmed_account(alma)

    stranger.post("/password/forgotten/", {"address": ADDRESS.upper()})
    address = stranger.get(link_sent())["Location"]
    stranger.post(address, {"new_password1": "ruder es i tredje", "new_password2": "ruder es i tredje"})

    assert User.objects.get(username="alma").check_password("ruder es i tredje")
    assert alma.get("/account/").status_code == 302


def test_the_answer_tells_nobody_who_has_an_account(alma, stranger):
    confirmed_account(alma)
    sent = len(mail.outbox)
    answers = [stranger.post("/password/forgotten/", {"address": address}) for address in (ADDRESS, "b@example.org")]

    assert len({page(answer) for answer in answers}) == 1
    assert [answer.status_code for answer in answers] == [200, 200]
    assert len(mail.outbox) == sent + 1


def test_asking_often_is_slowed(stranger):
    answers = [stranger.post("/password/forgotten/", {"address": "b@example.org"}).status_code for _ in range(6)]

    assert answers == [200] * 5 + [429]


def test_without_a_mail_server_there_is_none_of_it(alma, settings):
    settings.SENDS_MAIL = False

    assert alma.get("/account/e-mail/").status_code == 404
    assert Client().get("/password/forgotten/").status_code == 404
    assert "/password/forgotten/" not in Client().get("/sign-in/").content.decode()
    assert "e-mail" not in page(alma.get("/account/"))


def test_the_sign_in_page_leads_there():
    assert "Forgotten your password?" in page(in_english(Client()).get("/sign-in/"))


def test_a_mail_server_is_one_address():
    wrapped = mail_server("smtps://whist%40example.org:hem%3Alig@mail.example.org")

    assert (wrapped["EMAIL_HOST"], wrapped["EMAIL_PORT"], wrapped["EMAIL_USE_SSL"]) == ("mail.example.org", 465, True)
    assert (wrapped["EMAIL_HOST_USER"], wrapped["EMAIL_HOST_PASSWORD"]) == ("whist@example.org", "hem:lig")
    assert mail_server("smtp://mail.example.org")["EMAIL_USE_TLS"]
    with pytest.raises(ImproperlyConfigured):
        mail_server("mail.example.org")
