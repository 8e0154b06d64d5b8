"""The entry screen on a slow line: nothing moves when its script comes at last, and no tap before it is lost."""

from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from ledger.rules.scoring.document import SEEDS
from tests.browser.steps import enter, ids_at_table, preview

CODE = "esmakker-wikipedia"
TABLES = [*((code, 4) for code in SEEDS), (CODE, 5), (CODE, 6)]
A_FEW = [(CODE, 4), ("call-ace-euchre", 4), (CODE, 6)]  # the longest keys, the fewest, and a choice of who sits out
WINDOWS = [(360, 640), (390, 664), (412, 732), (1280, 800)]

# When the whole page but its script was there and painted: a slow processor paints it in parts, which may move.
PAINTED = """
    async () => {
      while (document.readyState === "loading") await new Promise(requestAnimationFrame);
      for (const _ of "ab") await new Promise(requestAnimationFrame);
      return performance.now();
    }
"""
# By how much of the window what is seen was moved since then.
MOVED = """
    since => new Promise(resolve => {
      let moved = 0;
      const observer = new PerformanceObserver(list => list.getEntries().forEach(({ startTime, value }) => {
        if (startTime >= since) moved += value;
      }));
      observer.observe({ type: "layout-shift", buffered: true });
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(moved), 50)));
    })
"""


@contextmanager
def a_script_on_its_way(page):
    """The page's script is asked for; it arrives only when this is over."""
    held = []
    page.route("**/entry*.js", lambda route: held.append(route))
    yield
    with page.expect_response("**/entry*.js"):
        held[0].continue_()
    page.unroute("**/entry*.js")
    expect(page.locator("form.deal")).not_to_have_attribute("data-new", "")


@pytest.fixture
def phone(site, open_page):
    return open_page(width=360, height=640, role="secretary")


@pytest.mark.parametrize(
    ("width", "height", "tables"),
    [(*WINDOWS[0], A_FEW), *(pytest.param(*size, TABLES, marks=pytest.mark.long) for size in WINDOWS)],
)
def test_nothing_moves_when_the_script_comes_after_the_first_paint(phone, evenings, width, height, tables):
    phone.set_viewport_size({"width": width, "height": height})
    moved = {}
    for code, players in tables:
        with a_script_on_its_way(phone):
            phone.goto(evenings.at(code, players), wait_until="commit")
            since = phone.evaluate(PAINTED)
        moved[code, players] = phone.evaluate(MOVED, since)

    assert moved == dict.fromkeys(moved, 0)


def test_what_is_tapped_before_the_script_has_come_is_not_lost(phone, evenings, troubles):
    page, address = phone, evenings.at(CODE, 4)
    page.goto(address)
    heading, ids = page.locator("h1"), ids_at_table(page)
    number = heading.inner_text()
    with a_script_on_its_way(page):
        page.goto(address, wait_until="commit")
        for name, value in (("declarer", ids["Agnes"]), ("contract", "8"), ("partner", ids["Bertel"])):
            page.locator(f"label.key:has([name={name}][value='{value}'])").click()
    assert list(preview(page).values()) == ["+0,25", "+0,25", "−0,25", "−0,25"]
    page.evaluate("window.stays = true")
    page.locator("[name=save]").click()
    expect(heading).not_to_have_text(number)
    assert page.evaluate("window.stays")

    number = heading.inner_text()
    page.route("**/entry*.js", lambda route: route.abort())  # it never comes
    page.goto(address)
    enter(page, {"contract": "passed_out"})
    page.locator("[name=save]").click()
    expect(heading).not_to_have_text(number)
    page.unroute("**/entry*.js")
    troubles.clear()  # the script that was not to be had
