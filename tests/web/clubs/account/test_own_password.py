"""Whoever is signed in is asked for their own password, and slowed wherever they guess at it."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User

from ledger.services.clubs.accounts import new_app
from ledger.web.clubs import account_forms
from tests.support.people import PASSWORD
from tests.web.reading import errors_of, page

pytestmark = pytest.mark.django_db

NEW_PASSWORD = "ruder es i tredje"
# Every form that asks for it: the address, the field, and what else is typed there.
FORMS = {
    "another password": (
        "/password/",
        "old_password",
        {"new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD},
    ),
    "an e-mail address": ("/account/e-mail/", "own_password", {"address": "alma@example.org"}),
    "new recovery codes": ("/account/second-factor/codes/", "password", {}),
    "no second factor": ("/account/second-factor/off/", "password", {"code": "123456"}),
    "what cannot be taken back": ("/torsdagsklubben/members/", "own_password", {"name": "Bodil", "role": "admin"}),
}


@pytest.fixture(autouse=True)
def strict(settings, monkeypatch, password_typed_lately):
    settings.SENDS_MAIL = True
    monkeypatch.setattr(account_forms, "LASTS", timedelta(minutes=10))


@pytest.fixture
def with_second_factor(alma):
    new_app(user=User.objects.get(username="alma")).save()


def guess(browser, address, field, typed, password):
    return browser.post(address, typed | {field: password})


@pytest.mark.parametrize(("address", "field", "typed"), FORMS.values(), ids=FORMS)
def test_guesses_at_ones_own_password_are_slowed_everywhere(alma, stranger, with_second_factor, address, field, typed):
    """And with them those at the sign-in, which all the forms share."""
    wrong = [guess(alma, address, field, typed, f"gæt {number}") for number in range(10)]
    right = guess(alma, address, field, typed, PASSWORD)

    assert [answer.status_code for answer in wrong] == [200] * 10
    assert all(errors_of(answer)[field] == ["That is not your password."] for answer in wrong)
    assert right.status_code == 429
    assert int(right["Retry-After"]) > 300
    assert "Too many wrong tries" in errors_of(right)[field][0]
    assert "Too many wrong tries" in page(right)
    assert stranger.post("/sign-in/", {"username": "alma", "password": PASSWORD}).status_code == 429


def test_turning_a_second_factor_on_is_slowed_too(alma):
    typed = {"code": "123456"}
    answers = [guess(alma, "/account/second-factor/", "password", typed, f"gæt {number}") for number in range(11)]

    assert [answer.status_code for answer in answers] == [200] * 10 + [429]
