"""Take the README's screenshots anew: `python3 dev.py test tests/browser/screenshots.py`."""

from pathlib import Path

import pytest

from tests.browser.conftest import running_site
from tests.browser.steps import SAMPLE_CLUB, enter, ids_at_table, sign_in
from tests.support.prepared import run_commands

PHONE = {"width": 360, "height": 740}
SCREENSHOTS = Path(__file__).parent.parent.parent / "docs/screenshots"
PAGES = {
    "entry": "evenings/14/deals/new/",
    "end": "evenings/14/",
    "evening": "evenings/13/",
    "player": "players/lilly/",
}
OF_THE_BOARD = ("entry", "end")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_take_the_pictures_of_the_readme(site, open_page, name, scheme):
    page = open_page(**PHONE, scheme=scheme)
    if name in OF_THE_BOARD:
        sign_in(page, site, "secretary")
    page.goto(f"{SAMPLE_CLUB}/{PAGES[name]}")
    if name == "entry":
        enter_a_deal(page)
        page.evaluate("document.querySelector('.messages').replaceChildren(); scrollTo(0, 0)")
    page.screenshot(path=SCREENSHOTS / f"{name}-360-{scheme}.png")


def enter_a_deal(page):
    """Press the keys of a deal, up to the points that it would pay."""
    _dealer, declarer, partner, *_others = ids_at_table(page)
    enter(page, {"declarer": declarer, "contract": "9", "column": "vip2", "partner": partner, "tricks": "10"})
    page.locator(".said:not(:empty)").wait_for()


GUIDE = Path(__file__).parents[2] / "ledger/static/ledger/clubs/guide"
PICTURE = {"width": 360, "height": 480}


@pytest.mark.parametrize("language", ["da", "en"])
def test_take_the_pictures_of_the_guide(site, open_page, language):
    page = open_page(width=360, height=900, role="secretary")
    page.goto(f"/language/{language}/?next={SAMPLE_CLUB}/evenings/new/")
    _take_part(page, "seats", language, ".seats")
    page.goto(f"{SAMPLE_CLUB}/evenings/14/deals/new/")
    enter_a_deal(page)
    _take_part(page, "entry", language, "form.deal fieldset")
    page.goto(f"{SAMPLE_CLUB}/evenings/13/")
    _take_part(page, "sheet", language, "table.sheet")
    page.goto(f"{SAMPLE_CLUB}/evenings/14/deals/23/")
    _take_part(page, "deal", language, "main h1")


@pytest.mark.parametrize("language", ["da", "en"])
def test_take_the_pictures_of_a_move(site, open_page, chromium, tmp_path, language):
    old, new_home = open_page(width=360, height=900), tmp_path / "new"
    sign_in(old, site, "admin")
    old.goto(f"/language/{language}/?next={SAMPLE_CLUB}/hand-over/")
    old.evaluate("document.querySelector('main code').textContent = '/home/klub/whistklub/data'")
    _take_part(old, "moving/fetch", language, "xpath=//form[.//button[@formaction]]/preceding::h2[1]")
    old.goto(f"{SAMPLE_CLUB}/hand-over/moved/")
    old.fill("[name=address]", f"https://whist.example.dk{SAMPLE_CLUB}/")
    old.check("[name=is_whole]")
    _take_part(old, "moving/said", language, "form p, form .field")
    file = tmp_path / "kattens-es.jsonl.gz"
    site.manage("export_club", SAMPLE_CLUB.strip("/"), str(file))
    new_home.mkdir()
    run_commands(new_home, [["migrate", "-v0"], ["collectstatic", "--noinput", "-v0"]])
    with running_site(new_home) as new_site:
        page = chromium.new_page(base_url=new_site.url, viewport={"width": 360, "height": 900}, locale=language)
        page.goto(f"/language/{language}/?next=/start/from-file/")
        if page.locator("[name=code]").count():
            page.fill("[name=code]", new_site.manage("founding_code").strip())
        page.set_input_files("[name=file]", file)
        _take_part(page, "moving/bring", language, "main form")
        page.locator("main form [type=submit]").click()
        page.wait_for_url("**/password/**")
        for field in page.locator("[type=password]").all():
            field.fill("fire kløver og en es")
        _take_part(page, "moving/password", language, "main h1")
        page.locator("main form [type=submit]").click()
        page.wait_for_load_state()
        page.goto(f"{SAMPLE_CLUB}/evenings/14/")
        _take_part(page, "moving/arrived", language, "main")
        page.close()


def _take_part(page, name, language, selector):
    """A picture of the guide's size that begins a little above an element."""
    around = "document.querySelectorAll('.messages, .sections, .bottom').forEach((part) => part.remove())"
    page.evaluate(f"{around}; scrollTo(0, 0)")
    top = max(page.locator(selector).first.bounding_box()["y"] - 12, 0)
    page.screenshot(path=GUIDE / f"{name}-{language}.png", clip={"x": 0, "y": top, **PICTURE}, full_page=True)
