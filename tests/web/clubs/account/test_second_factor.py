"""A second factor: turned on with an app, asked for at the sign-in, lost, and turned off."""

import re
from binascii import unhexlify
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django_otp.oath import totp
from django_otp.plugins.otp_totp.models import TOTPDevice

from ledger.models import RecoveryCode
from ledger.services.clubs.accounts import WRONG_CODE, use_code
from tests.services.phones import at_once
from tests.support.people import PASSWORD
from tests.web.reading import errors_of, in_english, page

pytestmark = pytest.mark.django_db

EIGHT = datetime(2026, 11, 22, 20, tzinfo=ZoneInfo("Europe/Copenhagen"))
HERE, CODES, OFF = "/account/second-factor/", "/account/second-factor/codes/", "/account/second-factor/off/"
NOT_RIGHT = "That code is not right, or it has been used. Wait for the app's next one."
CODE = re.compile(r"\b(?:[A-Z2-9]{4}-){5}[A-Z2-9]{4}\b")


def code_of(key: str) -> str:
    """What an app with a key shows now."""
    return f"{totp(unhexlify(key)):06}"


def code_of_the_app() -> str:
    """What the app that is turned on shows now."""
    return code_of(TOTPDevice.objects.get().key)


def turn_on(browser: Client, **changed: str):
    """Ask for a second factor with the right code and password, but for what is changed."""
    drawn = browser.get(HERE).context
    app = drawn["form"].app
    typed = {"key": drawn["sent_key"], "code": code_of(app.key), "password": PASSWORD}
    return browser.post(HERE, typed | changed)


@pytest.fixture(autouse=True)
def at_eight_in_the_evening(time_machine) -> None:
    time_machine.move_to(EIGHT, tick=False)


@pytest.fixture
def recovery_codes(secretary, time_machine) -> list[str]:
    """Anna's recovery codes, a minute after she has turned the second factor on and signed out."""
    codes = CODE.findall(turn_on(secretary).content.decode())
    secretary.post("/sign-out/")
    time_machine.move_to(EIGHT + timedelta(minutes=1), tick=False)
    return codes


def sign_in(browser: Client, code: str = "", name: str = "anna"):
    """The password, and then a code; the answer to the last."""
    first = browser.post("/sign-in/", {"username": name, "password": PASSWORD})
    return browser.post(first["Location"], {"code": code}) if code else first


def is_signed_in(browser: Client) -> bool:
    return "_auth_user_id" in browser.session


# --- turned on


def test_an_app_that_shows_the_right_code_turns_it_on_and_recovery_codes_are_shown_once(secretary):
    answer = turn_on(secretary)

    assert len(set(CODE.findall(answer.content.decode()))) == 10
    assert answer["Cache-Control"].endswith("no-store, must-revalidate, private")
    assert not CODE.search(secretary.get(HERE).content.decode())
    assert "On since 22 Nov 2026" in page(secretary.get(HERE))
    assert "You have 10 recovery codes left" in page(secretary.get(HERE))
    assert {len(code.digest) for code in RecoveryCode.objects.all()} == {64}
    assert "Second factor: on" in page(secretary.get("/account/"))


@pytest.mark.parametrize(
    ("changed", "refused"),
    [
        ({"code": "12345x"}, {"code": [WRONG_CODE]}),
        ({"code": "²³⁴⁵⁶⁷"}, {"code": [WRONG_CODE]}),
        ({"code": ""}, {"code": ["This field is required."]}),
        ({"password": "forkert"}, {"password": ["That is not your password."]}),
        ({"key": "forged"}, {"key": ["This page had been open for too long. Scan the code anew."]}),
    ],
)
def test_it_is_not_turned_on_without_password_code_and_the_pages_own_key(secretary, changed, refused):
    assert errors_of(turn_on(secretary, **changed)) == refused
    assert not TOTPDevice.objects.exists()


def test_another_accounts_page_turns_nothing_on(secretary):
    drawn = secretary.get(HERE).context
    other = Client()
    other.force_login(User.objects.create_user("bodil", password=PASSWORD))

    code = code_of(drawn["form"].app.key)
    other.post(HERE, {"key": drawn["sent_key"], "code": code, "password": PASSWORD})

    assert not TOTPDevice.objects.exists()


# --- asked for at the sign-in


def test_the_password_alone_leads_to_the_code_and_signs_nobody_in(secretary, recovery_codes):
    answer = secretary.post("/sign-in/", {"username": "anna", "password": PASSWORD, "next": "/account/"})

    assert answer["Location"] == "/sign-in/code/?next=%2Faccount%2F"
    assert not is_signed_in(secretary)
    assert secretary.get("/account/").status_code == 302
    assert not any("device-" in name for name in answer.cookies)
    assert secretary.post(answer["Location"], {"code": code_of_the_app()})["Location"] == "/account/"
    assert is_signed_in(secretary)


def test_the_code_leads_nowhere_but_to_the_site(secretary, recovery_codes):
    sign_in(secretary)
    answer = secretary.post("/sign-in/code/", {"code": code_of_the_app(), "next": "https://example.com/"})

    assert answer["Location"] == "/"


def test_a_code_is_taken_once(secretary, recovery_codes):
    code = code_of_the_app()
    sign_in(secretary, f"{code[:3]} {code[3:]}")

    assert errors_of(sign_in(in_english(Client()), code)) == {"code": [NOT_RIGHT]}


def test_the_code_that_turned_it_on_is_used(secretary):
    turn_on(secretary)

    assert errors_of(sign_in(in_english(Client()), code_of_the_app())) == {"code": [NOT_RIGHT]}


def test_a_recovery_code_signs_in_once_however_it_is_typed(secretary, recovery_codes):
    code = recovery_codes[3].replace("-", " ").lower()

    assert sign_in(secretary, code)["Location"] == "/"
    assert "You have 9 recovery codes left." in page(secretary.get("/account/"))
    assert errors_of(sign_in(in_english(Client()), code)) == {"code": [NOT_RIGHT]}


def test_another_persons_code_is_none(secretary, recovery_codes):
    User.objects.create_user("bodil", password=PASSWORD)

    assert use_code(user=User.objects.get(username="bodil"), code=recovery_codes[0]) is False
    assert use_code(user=User.objects.get(username="bodil"), code=code_of_the_app()) is False


@pytest.mark.engines
@pytest.mark.parametrize("kind", ["of the app", "recovery"])
def test_of_two_with_one_code_at_the_same_moment_one_is_let_in(real_commits, secretary, recovery_codes, kind):
    code = code_of_the_app() if kind == "of the app" else recovery_codes[0]
    member = User.objects.get(username="anna")

    assert sorted(at_once([lambda: use_code(user=member, code=code)] * 4)) == [False, False, False, True]


def test_wrong_codes_are_slowed_and_a_known_device_is_not(secretary, stranger, recovery_codes):
    sign_in(secretary, recovery_codes[0])
    secretary.post("/sign-out/")

    answers = [sign_in(stranger, "000000") for _ in range(6)]

    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    assert "Wait 30 minutes" in errors_of(answers[-1])["code"][0]
    assert sign_in(secretary, code_of_the_app()).status_code == 302


@pytest.mark.parametrize("how", ["too late", "another password", "no longer active", "signed out"])
def test_the_second_step_waits_only_for_who_has_just_typed_the_password(secretary, recovery_codes, time_machine, how):
    sign_in(secretary)
    member = User.objects.get(username="anna")
    if how == "too late":
        time_machine.move_to(EIGHT + timedelta(minutes=11), tick=False)
    elif how == "another password":
        member.set_password("helt ny adgangskode")
    elif how == "no longer active":
        member.is_active = False
    else:
        secretary.post("/sign-out/")
    member.save()

    assert secretary.post("/sign-in/code/", {"code": code_of_the_app()})["Location"] == "/sign-in/"
    assert not is_signed_in(secretary)


# --- recovery codes, and turned off


def test_new_recovery_codes_take_the_place_of_the_old(secretary, recovery_codes):
    sign_in(secretary, recovery_codes[0])

    new = CODE.findall(secretary.post(CODES, {"password": PASSWORD}).content.decode())

    assert len(new) == 10
    assert sign_in(in_english(Client()), recovery_codes[1]).status_code == 200
    assert sign_in(in_english(Client()), new[1]).status_code == 302


@pytest.mark.parametrize(
    ("typed", "refused"),
    [
        ({"password": "forkert"}, {"password": ["That is not your password."]}),
        ({"code": "000000"}, {"code": [NOT_RIGHT]}),
    ],
)
def test_it_is_turned_off_by_password_and_code_alone(secretary, recovery_codes, typed, refused):
    sign_in(secretary, recovery_codes[0])
    right = {"password": PASSWORD, "code": recovery_codes[1]}

    assert errors_of(secretary.post(OFF, right | typed)) == refused
    assert secretary.post(OFF, right)["Location"] == "/account/"
    assert (TOTPDevice.objects.count(), RecoveryCode.objects.count()) == (0, 0)
    assert sign_in(Client())["Location"] == "/"


def test_whoever_runs_the_server_takes_it_off(secretary, recovery_codes, capsys):
    call_command("reset_second_factor", "anna")

    assert capsys.readouterr().out == "anna signs in with the password alone from now on.\n"
    assert sign_in(Client())["Location"] == "/"
    with pytest.raises(CommandError, match="anna has no second factor"):
        call_command("reset_second_factor", "anna")
    with pytest.raises(CommandError, match="Nobody here has the user name bodil"):
        call_command("reset_second_factor", "bodil")
