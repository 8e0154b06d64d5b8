"""An invitation made and accepted, a forgotten password and a name of one's own, by the keyboard alone."""

import pytest

from tests.browser.keyboard import press, type_in
from tests.browser.steps import SAMPLE_CLUB, sign_in

PASSWORD = "kløver-fem-og-hjerter"
# As ten minutes after everybody has typed their password.
A_WHILE_AGO = """
from importlib import import_module
from django.conf import settings
from django.contrib.sessions.models import Session
for key in Session.objects.values_list("session_key", flat=True):
    session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    session["password_typed_at"] = 0
    session.save()
"""


@pytest.mark.parametrize(("language", "width"), [("da", 390), pytest.param("en", 1280, marks=pytest.mark.long)])
def test_somebody_is_invited_joins_and_chooses_another_password_and_name(
    site, open_page, faults_if_long, language, width
):
    name, faults = f"valdemar-{language}", {}
    board, newcomer, forgot = (open_page(width=width) for _ in range(3))
    sign_in(board, site, "admin")
    site.run(A_WHILE_AGO)
    for page, address in ((board, f"{SAMPLE_CLUB}/members/"), (newcomer, "/sign-in/")):
        page.goto(f"/language/{language}/?next={address}")

    type_in(board, {"name": f"Valdemar {language}"})
    faults["password again"] = faults_if_long(board)
    type_in(board, {"own_password": "forkert"})
    board.locator(":is(.error-summary, [name=own_password]):focus").wait_for()
    type_in(board, {"own_password": site.login("admin")["password"]})
    link = board.locator("input[value*='/welcome/']").input_value()
    faults["invited"] = faults_if_long(board)

    newcomer.goto(link)
    type_in(newcomer, {"username": name, "password": "kort"})
    newcomer.locator(".error-summary:focus").wait_for()
    faults["invitation refused"] = faults_if_long(newcomer)
    type_in(newcomer, {"password": PASSWORD})
    assert newcomer.url.endswith(f"{SAMPLE_CLUB}/")
    newcomer.goto(f"{SAMPLE_CLUB}/own-name/")
    newcomer.keyboard.press("Tab")
    press(newcomer, "main form button[type=submit]")

    forgot.goto(f"/language/{language}/?next=/sign-in/")
    forgot.goto(site.manage("password_link", name).strip().replace("http://127.0.0.1:8000", ""))
    type_in(forgot, {"new_password1": f"{PASSWORD}-2", "new_password2": f"{PASSWORD}-2"})
    type_in(forgot, {"username": name, "password": f"{PASSWORD}-2"})
    assert "/sign-in/" not in forgot.url

    newcomer.goto("/account/")
    assert "/sign-in/" in newcomer.url  # signed out by the other password
    assert not any(faults.values()), faults
