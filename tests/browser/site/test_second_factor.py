"""Sign-in and second factor by somebody who uses the keyboard alone, in Danish and in English."""

from base64 import b32decode

import pytest
from django_otp.oath import totp

from tests.browser.keyboard import press, type_in

PASSWORD = "kløver-fem-og-hjerter"
MAKE = "from django.contrib.auth.models import User; User.objects.create_user('NAME', password='PASSWORD')"
LEFT = """
from django_otp.plugins.otp_totp.models import TOTPDevice
print(TOTPDevice.objects.filter(user__username="NAME").count())
"""


@pytest.mark.parametrize(("language", "width"), [("da", 390), pytest.param("en", 1280, marks=pytest.mark.long)])
def test_somebody_turns_it_on_signs_in_with_it_and_turns_it_off_by_keyboard(
    site, open_page, faults_if_long, language, width
):
    name = f"vibeke-{language}"
    site.run(MAKE.replace("NAME", name).replace("PASSWORD", PASSWORD))
    page, faults = open_page(width=width), {}
    page.goto(f"/language/{language}/?next=/sign-in/")
    who = {"username": name, "password": PASSWORD}

    type_in(page, who)
    page.goto("/account/")
    press(page, "main a[href='/account/second-factor/']")
    key = b32decode(page.locator(".app-key").inner_text().replace(" ", ""))
    type_in(page, {"code": f"{(totp(key) + 1) % 1_000_000:06}", "password": PASSWORD})
    page.locator(".error-summary:focus").wait_for()
    faults["turn-on-refused"] = faults_if_long(page)
    type_in(page, {"code": f"{totp(key):06}", "password": PASSWORD})
    codes = page.locator(".recovery-codes li").all_inner_texts()
    faults["codes"] = faults_if_long(page)

    page.goto("/account/second-factor/")
    faults["is-on"] = faults_if_long(page)
    press(page, "footer button")
    page.goto("/sign-in/?next=/account/")
    type_in(page, who)
    faults["code"] = faults_if_long(page)
    type_in(page, {"code": "000000"})
    page.locator(".error-summary:focus").wait_for()
    type_in(page, {"code": codes[0]})
    assert page.url.endswith("/account/")

    page.goto("/account/second-factor/off/")
    faults["off"] = faults_if_long(page)
    type_in(page, {"password": PASSWORD, "code": codes[1]})

    assert page.url.endswith("/account/")
    assert not any(faults.values()), faults
    assert site.run(LEFT.replace("NAME", name)) == "0\n"
