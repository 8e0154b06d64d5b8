"""A newcomer on a phone: from a site where nobody has a club of their own to an evening that is passed on."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.conftest import HAND
from tests.browser.steps import ids_at_table, shared

MOST_TAPS = 20
# Of each deal the keys, by field and value; a player's by name. Saving is one tap more.
FIVE_DEALS = [
    [("declarer", "Asta"), ("contract", "8"), ("partner", "Bo")],
    [("declarer", "Bo"), ("contract", "9"), ("column", "vip2"), ("partner", "Cilla"), ("tricks", "10")],
    [("declarer", "Cilla"), ("contract", "10"), ("partner", "Cilla"), ("tricks", "8")],
    [("declarer", "Dan"), ("contract", "8"), ("column", "gode"), ("partner", "Asta"), ("tricks", "7")],
    [("declarer", "Asta"), ("contract", "sol"), ("joins", "Cilla"), ("result", "Cilla")],
]
TAPS_OF_FIVE = 26
LIST = "1. Asta\n- Bo\n* Cilla\nDan\tkasserer\nbo"


class Finger:
    """Touches the glass where something is seen, typing after it where something is to be written, and counts."""

    def __init__(self, page):
        self.page, self.taps, self.scrolls = page, 0, 0

    def tap(self, target: Locator, text: str = "") -> None:
        target.wait_for()
        if not is_in_sight(target):
            self.scrolls += 1
            target.scroll_into_view_if_needed()
        box = target.bounding_box()
        self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.taps += 1
        if text:
            expect(target).to_be_focused()
            self.page.keyboard.insert_text(text)


def is_in_sight(target: Locator) -> bool:
    """Whether the whole of it is on the screen as it is."""
    box = target.bounding_box()
    return box["y"] >= 0 and box["y"] + box["height"] <= HAND["height"]


def test_from_an_empty_site_to_an_evening_that_is_passed_on(own_site, open_page):
    page = open_page(at=own_site, **HAND)
    finger = Finger(page)
    page.goto("/")

    finger.tap(page.get_by_role("link", name="Start din egen klub"))
    name_the_club(finger)
    find_prices(finger)
    sign_in(finger)
    start_an_evening(page, finger)
    before, scrolls = finger.taps, finger.scrolls
    for number, keys in enumerate(FIVE_DEALS, start=1):
        enter_a_deal(finger, keys)
        page.get_by_role("heading", name=f"Spil {number + 1}").wait_for()
        assert number > 1 or finger.taps <= MOST_TAPS
    assert (finger.taps - before, finger.scrolls - scrolls) == (TAPS_OF_FIVE, 0)

    finger.tap(page.get_by_role("link", name="Slut aften"))
    finger.tap(page.get_by_role("button", name="Godkend og del"))
    page.get_by_role("heading", name="Aftenen er godkendt").wait_for()
    finger.tap(page.get_by_role("button", name="Del", exact=True))
    assert re.search(r"Onsdagsklubben.*1\. \w+ \+.*/onsdagsklubben/read/\S{32}/", shared(page), re.DOTALL)
    assert finger.scrolls == scrolls


def test_prices_are_found_while_a_finger_types(open_page):
    page = open_page(role="secretary", **HAND)
    finger = Finger(page)
    page.goto("/start/")
    name_the_club(finger)

    answer(finger, nine="20", vip="40")
    page.get_by_text("To passer på begge svar. Hvad ville I have skrevet?").wait_for()
    assert titles(page) == ["Samme pris for alle påhæng", "Vip stiger for hver tur"]

    answer(finger, nine="4", vip="8")
    page.get_by_text("Fire passer på begge svar. Ét tal mere skiller dem ad.").wait_for()
    assert (titles(page), is_in_sight(page.locator("button.big"))) == ([], True)
    answer(finger, bordlaegger="20")
    page.get_by_text("En passer på alle tre svar").wait_for()
    assert titles(page) == ["Hele point, påhæng fordobler"]
    finger.tap(page.locator("button.big"))

    page.get_by_text("4 spillere og Call-ace whist med kvarte.").wait_for()
    assert finger.scrolls == 0


def name_the_club(finger):
    page = finger.page
    finger.tap(page.locator("[name=name]"), "Onsdagsklubben")
    finger.tap(page.locator("[name=players]"), LIST)
    page.get_by_text("Tal, streger og alt efter navnet er taget væk. Bo stod der to gange.").wait_for()
    assert page.locator(".chips li").all_inner_texts() == ["Asta", "Bo", "Cilla", "Dan"]
    go_on(finger, "Videre til taksterne")


def find_prices(finger):
    answer(finger, nine="0,5", vip="1")
    finger.page.get_by_text("En passer på begge svar").wait_for()
    go_on(finger, "Videre til dit login")


def sign_in(finger):
    page = finger.page
    finger.tap(page.locator("[name=writer_name]"), "Asta Lund")
    finger.tap(page.locator("[name=password]"), "fire kløver og en es")
    expect(page.locator("[name=username]")).to_have_value(re.compile(r"^asta\d\d$"))
    go_on(finger, "Start Onsdagsklubben")
    page.wait_for_url(re.compile(r"/onsdagsklubben/$"))


def go_on(finger, name):
    """Press the one green button, which is on the first screen of its step."""
    button = finger.page.get_by_role("button", name=name)
    assert is_in_sight(button)
    assert finger.page.evaluate("scrollY") == 0
    finger.tap(button)


def answer(finger, **numbers):
    for name, number in numbers.items():
        field = finger.page.locator(f"[name={name}]")
        field.fill("")
        finger.tap(field, number)


def titles(page):
    return page.locator(".fit b").all_inner_texts()


def start_an_evening(page, finger):
    finger.tap(page.get_by_role("link", name="Ny aften").first)
    for name in ("Asta", "Bo", "Cilla", "Dan"):
        finger.tap(page.locator(".seat-keys").get_by_role("button", name=name))
    finger.tap(page.get_by_role("button", name="Start aftenen"))
    page.wait_for_url("**/deals/new/")


def enter_a_deal(finger, keys):
    page = finger.page
    ids = ids_at_table(page)
    for field, value in keys:
        chosen = {"joins": f"[name=joins_{ids.get(value)}]", "result": f"[name=result_{ids.get(value)}][value=beaten]"}
        named = f"[name={field}][value='{ids.get(value, value)}']"
        finger.tap(page.locator(f"label.key:has({chosen.get(field, named)})"))
    finger.tap(page.locator("[name=save]"))
