"""Take the README's screenshots anew: `python3 dev.py test tests/browser/screenshots.py`."""

from pathlib import Path

import pytest

from tests.browser.steps import SAMPLE_CLUB, enter, ids_at_table, sign_in

PHONE, LAPTOP = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
SCREENSHOTS = Path(__file__).parent.parent.parent / "docs/screenshots"
PAGES = {
    "front": "",
    "evening": "evenings/13/",
    "standings": "standings/",
    "player": "players/lilly/",
    "entry": "evenings/14/deals/new/",
}


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["360", "1280"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_take_the_pictures_of_the_readme(site, open_page, name, scheme, size):
    page = open_page(**size, scheme=scheme)
    if name == "entry":
        sign_in(page, site, "secretary")
    page.goto(f"{SAMPLE_CLUB}/{PAGES[name]}")
    if name == "entry":
        enter_a_deal(page)
        page.evaluate("document.querySelector('.messages').replaceChildren(); scrollTo(0, 0)")
    page.screenshot(path=SCREENSHOTS / f"{name}-{size['width']}-{scheme}.png")


def enter_a_deal(page):
    """Press the keys of a deal, up to the points that it would pay."""
    _dealer, declarer, partner, *_others = ids_at_table(page)
    enter(page, {"declarer": declarer, "contract": "9", "column": "vip2", "partner": partner, "tricks": "10"})
    page.locator(".said:not(:empty)").wait_for()


GUIDE = Path(__file__).parents[2] / "ledger/static/ledger/clubs/guide"
PICTURE = {"width": 360, "height": 480}


@pytest.mark.parametrize("language", ["da", "en"])
def test_take_the_pictures_of_the_guide(site, open_page, language):
    page = open_page(width=360, height=900)
    sign_in(page, site, "secretary")
    page.goto(f"/language/{language}/?next={SAMPLE_CLUB}/evenings/new/")
    _take_part(page, "seats", language, ".seats")
    page.goto(f"{SAMPLE_CLUB}/evenings/14/deals/new/")
    enter_a_deal(page)
    _take_part(page, "entry", language, "form.deal")
    page.goto(f"{SAMPLE_CLUB}/evenings/13/")
    _take_part(page, "sheet", language, "table.sheet")
    page.goto(f"{SAMPLE_CLUB}/evenings/14/deals/23/")
    _take_part(page, "deal", language, "main h1")


def _take_part(page, name, language, selector):
    """A picture of the guide's size that begins a little above an element."""
    page.evaluate("document.querySelectorAll('.messages, .sections').forEach((part) => part.remove()); scrollTo(0, 0)")
    top = max(page.locator(selector).first.bounding_box()["y"] - 12, 0)
    page.screenshot(path=GUIDE / f"{name}-{language}.png", clip={"x": 0, "y": top, **PICTURE}, full_page=True)
