"""Forms of whoever comes in: an invitation, a new password, and a second factor, over web processes in turn."""

import time
from collections.abc import Mapping

from django_otp.oath import totp

from tests.soak.forms.every_form import SIGN_IN, Visitor, form_named, key_of_an_app, send_form_at, typed_into
from tests.web.site.access.addresses import RIGHTS

CODE = "sign_in_code"
CODE_LASTS, ENOUGH = 30, 10  # seconds
# Read by whoever was led there, so that the rights of their addresses say that nobody writes.
LED_TO = {"invitation", CODE}
NO_FORM = {"moving_guide"}  # only read, by those who write
EVERY_FORM = {name for name, (_, writers) in RIGHTS.items() if writers} - NO_FORM | LED_TO


def come_in(visitor: Visitor, pages: Mapping[str, str]) -> None:
    """Answer a sheet, accept the invitation, choose a new password, and sign in by a code, each as somebody else."""
    send_form_at(visitor.with_other_cookies(), "sheet_by_link", pages["sheet_by_link"])
    for name in ("welcome", "new_password"):
        newcomer = visitor.with_other_cookies()
        address = newcomer.get(pages[name]).location
        send_form_at(newcomer, "invitation" if name == "welcome" else name, address)
    sign_in_by_code(visitor.with_other_cookies(), pages)


def sign_in_by_code(visitor: Visitor, pages: Mapping[str, str]) -> None:
    """Turn a second factor on, sign in by a code of its app, and once more by the same code."""
    send_form_at(visitor, SIGN_IN, pages[SIGN_IN])
    page = visitor.get(pages["second_factor"])
    key = key_of_an_app(page.page)
    form = form_named("second_factor", page, pages["second_factor"])
    assert form and key
    wait_for_a_code_that_lasts()
    visitor.send_twice(form, typed_into(form, page.page))
    code = ""
    for _ in range(2):
        send_form_at(visitor, "sign_out", pages["account"])
        address = send_form_at(visitor, SIGN_IN, pages[SIGN_IN]).location
        asked = form_named(CODE, visitor.get(address), address)
        assert asked
        code = code or f"{totp(key, drift=1):06}"  # the one after that by which it may have been turned on just now
        visitor.send_twice(asked, {"code": code})


def wait_for_a_code_that_lasts() -> None:
    """Wait for the next code of an app unless there is time to send the one that it shows.

    One that comes late is taken too, but the phone's clock is held to be slow from then on, and a later code refused.
    """
    left = CODE_LASTS - time.time() % CODE_LASTS
    if left < ENOUGH:
        time.sleep(left)
