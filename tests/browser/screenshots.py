"""Take the README's screenshots anew: `python3 dev.py test tests/browser/screenshots.py`."""

from pathlib import Path

from tests.browser.steps import SAMPLE_CLUB, enter, ids_at_table, sign_in

SCREENSHOTS = Path(__file__).parent.parent.parent / "docs/screenshots"


def test_take_the_entry_screen(site, open_page):
    page = open_page(width=390, height=980)
    sign_in(page, site, "secretary")
    page.goto(f"{SAMPLE_CLUB}/evenings/14/deals/new/")
    _dealer, declarer, partner, *_others = ids_at_table(page)
    enter(page, {"declarer": declarer, "contract": "9", "column": "vip2", "partner": partner, "tricks": "10"})
    page.locator(".said:not(:empty)").wait_for()
    page.evaluate("document.querySelector('.messages').replaceChildren(); scrollTo(0, 0)")
    page.screenshot(path=SCREENSHOTS / "entry.png")


def test_take_the_sheet(open_page):
    page = open_page(width=1280, height=900)
    page.goto(f"{SAMPLE_CLUB}/evenings/13/")
    page.screenshot(path=SCREENSHOTS / "sheet.png")


def test_take_the_standings(open_page):
    page = open_page(width=390, height=844)
    page.goto(f"{SAMPLE_CLUB}/standings/")
    page.screenshot(path=SCREENSHOTS / "standings.png")


def test_take_the_front(open_page):
    page = open_page(width=390, height=844)
    page.goto(f"{SAMPLE_CLUB}/")
    page.screenshot(path=SCREENSHOTS / "front.png")


def test_take_an_evening_on_a_phone(open_page):
    page = open_page(width=390, height=844)
    page.goto(f"{SAMPLE_CLUB}/evenings/13/")
    page.screenshot(path=SCREENSHOTS / "evening.png")


def test_take_a_player(open_page):
    page = open_page(width=390, height=844)
    page.goto(f"{SAMPLE_CLUB}/players/lilly/")
    page.screenshot(path=SCREENSHOTS / "player.png")
