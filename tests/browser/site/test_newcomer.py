"""A newcomer on a phone: from a site where nobody has a club of their own to the first saved deal."""

import re

from playwright.sync_api import Locator

from tests.browser.conftest import running_site

MOST_TAPS = 45
PHONE = {"width": 360, "height": 640}


class Finger:
    """Taps what it is told to, typing after it where something is to be written, and counts."""

    def __init__(self, page):
        self.page, self.taps = page, 0

    def tap(self, target: Locator, text: str = "") -> None:
        target.tap()
        self.taps += 1
        if text:
            self.page.keyboard.insert_text(text)


def test_from_an_empty_site_to_the_first_deal(chromium, prepared, tmp_path):
    with running_site(prepared.start(tmp_path / "site")) as site:
        context = chromium.new_context(base_url=site.url, viewport=PHONE, has_touch=True, is_mobile=True, locale="da")
        page = context.new_page()
        page.goto("/")
        finger = Finger(page)

        found_a_club(page, finger)
        start_an_evening(page, finger)
        enter_a_deal(page, finger)

        assert finger.taps <= MOST_TAPS
        assert page.locator("h1").inner_text() == "Spil 2"
        context.close()


def found_a_club(page, finger):
    finger.tap(page.get_by_role("link", name="Start din egen klub"))
    finger.tap(page.locator("[name=name]"), "Onsdagsklubben")
    finger.tap(page.locator("[name=players]"), "Asta\nBo\nCilla\nDan")
    finger.tap(page.locator("[name=writer_name]"), "Asta Lund")
    finger.tap(page.locator("[name=username]"), "asta")
    finger.tap(page.locator("[name=password]"), "fire kløver og en es")
    finger.tap(page.locator("main form button[type=submit]"))
    page.wait_for_url(re.compile(r"/onsdagsklubben/$"))


def start_an_evening(page, finger):
    finger.tap(page.get_by_role("link", name="Ny aften").first)
    for name in ("Asta", "Bo", "Cilla", "Dan"):
        finger.tap(page.locator(".seat-keys").get_by_role("button", name=name))
    finger.tap(page.get_by_role("button", name="Start aftenen"))
    page.wait_for_url("**/deals/new/")


def enter_a_deal(page, finger):
    for field, key in (("declarer", "Asta"), ("contract", "8"), ("partner", "Bo")):
        keys = page.locator(f"label.key:has([name={field}])")
        finger.tap(keys.filter(has_text=re.compile(rf"^\s*{key}\s*$")).first)
    finger.tap(page.locator("[name=save]"))
    page.get_by_role("heading", name="Spil 2").wait_for()
