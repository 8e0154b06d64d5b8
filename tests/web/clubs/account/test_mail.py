"""A forgotten password is mended by e-mail, to an address its owner has confirmed; nobody learns who has an account."""

import re
from datetime import timedelta
from threading import Thread

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.translation import get_language, override

from ledger.models import WrongTries
from ledger.web.clubs.account import Errand
from tests.support.people import NOW, PASSWORD, make_user
from tests.web.reading import errors_of, in_english, page
from whistklub.settings import mail_server

pytestmark = pytest.mark.django_db

ADDRESS = "alma@example.org"
TYPED = {"address": ADDRESS, "own_password": PASSWORD}


@pytest.fixture(autouse=True)
def sends_mail(settings, monkeypatch):
    """E-mails are sent to `mail.outbox`, each where its errand is started, so that a test need not wait for it."""
    settings.SENDS_MAIL = True
    monkeypatch.setattr(Errand, "start", lambda errand: errand.act())


def link_sent():
    """The link of the newest e-mail."""
    return re.search(r"http://testserver(/\S+)", mail.outbox[-1].body)[1]


@pytest.fixture
def mailed_account(alma):
    """The administrator's account with the address, typed and confirmed."""
    alma.post("/account/e-mail/", TYPED)
    alma.post(link_sent())


def test_an_address_is_kept_once_it_is_confirmed_and_not_by_looking_and_taken_away(alma):
    alma.post("/account/e-mail/", TYPED)
    assert mail.outbox[-1].to == [ADDRESS]
    alma.get(link_sent())
    assert User.objects.get(username="alma").email == ""

    alma.post(link_sent())

    assert User.objects.get(username="alma").email == ADDRESS
    assert f"A link is sent to {ADDRESS}." in page(alma.get("/account/"))
    alma.post("/account/e-mail/", {"address": "", "own_password": PASSWORD})
    assert User.objects.get(username="alma").email == ""


def test_another_account_confirms_nothing(alma, stranger):
    alma.post("/account/e-mail/", TYPED)
    stranger.force_login(make_user("oda"))
    stranger.post(link_sent())
    assert not User.objects.exclude(email="").exists()
    assert "too old, or is for another account" in page(stranger.post("/account/e-mail/forged/", follow=True))


def test_whoever_has_forgotten_chooses_another_by_the_link(alma, stranger, mailed_account):
    stranger.post("/password/forgotten/", {"address": ADDRESS.upper()})
    address = stranger.get(link_sent())["Location"]
    stranger.post(address, {"new_password1": "ruder es i tredje", "new_password2": "ruder es i tredje"})

    assert User.objects.get(username="alma").check_password("ruder es i tredje")
    assert alma.get("/account/").status_code == 302


def test_before_the_answer_the_page_does_the_same_for_a_known_and_an_unknown_address(
    alma, stranger, monkeypatch, mailed_account
):
    monkeypatch.setattr(Errand, "start", lambda _errand: None)
    stranger.post("/password/forgotten/", {"address": "c@example.org"})
    asked, answered = [], set()

    for address in (ADDRESS, "b@example.org"):
        with CaptureQueriesContext(connection) as queries:
            answered.add(page(stranger.post("/password/forgotten/", {"address": address})))
        asked.append([re.sub(r"'[^']*'|\d+", "?", query["sql"]) for query in queries])

    assert len(answered) == 1
    assert asked[0] == asked[1]
    assert not any("auth_user" in sql for sql in asked[0])


def test_an_errand_speaks_the_pages_language_and_its_failure_is_a_line_of_the_log(caplog):
    heard = []

    def fail():
        heard.append(get_language())
        raise DatabaseError("locked")

    with override("en"):
        errand = Errand(fail)
    Thread.start(errand)
    errand.join()

    assert heard == ["en"]
    assert [record.getMessage() for record in caplog.records] == ["An e-mail could not be written."]


@pytest.mark.parametrize("address", [ADDRESS, "b@example.org"])
def test_from_however_many_networks_an_address_gets_five_e_mails_and_then_one_an_hour(club, address, time_machine):
    time_machine.move_to(NOW, tick=False)
    User.objects.filter(username="alma").update(email=ADDRESS)
    browsers = [in_english(Client(REMOTE_ADDR=f"192.0.2.{number}")) for number in range(8)]

    answers = [browser.post("/password/forgotten/", {"address": address.upper()}) for browser in browsers[:6]]

    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    assert "Use the newest one; the next can be asked for in 60 minutes." in errors_of(answers[-1])["address"][0]
    assert len(mail.outbox) == 5 * (address == ADDRESS)
    assert address not in str(list(WrongTries.objects.values()))

    time_machine.move_to(NOW + timedelta(hours=1), tick=False)
    later = [browser.post("/password/forgotten/", {"address": address}) for browser in browsers[6:]]
    assert [answer.status_code for answer in later] == [200, 429]


def test_without_a_mail_server_there_is_none_of_it(alma, settings):
    assert "Forgotten your password?" in page(in_english(Client()).get("/sign-in/"))
    settings.SENDS_MAIL = False

    assert alma.get("/account/e-mail/").status_code == 404
    assert Client().get("/password/forgotten/").status_code == 404
    assert "/password/forgotten/" not in Client().get("/sign-in/").content.decode()
    assert "e-mail" not in page(alma.get("/account/"))


def test_a_mail_server_is_one_address():
    wrapped = mail_server("smtps://whist%40example.org:hem%3Alig@mail.example.org")

    assert (wrapped["EMAIL_HOST"], wrapped["EMAIL_PORT"], wrapped["EMAIL_USE_SSL"]) == ("mail.example.org", 465, True)
    assert (wrapped["EMAIL_HOST_USER"], wrapped["EMAIL_HOST_PASSWORD"]) == ("whist@example.org", "hem:lig")
    assert mail_server("smtp://mail.example.org")["EMAIL_USE_TLS"]
    with pytest.raises(ImproperlyConfigured):
        mail_server("mail.example.org")
