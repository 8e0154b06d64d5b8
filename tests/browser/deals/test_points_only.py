"""A deal of which only the points are known, entered by thumb on the smallest phone."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import HAND
from tests.browser.steps import SAMPLE_CLUB, ids_at_table


def test_it_is_entered_by_thumb(open_page):
    page = open_page(role="secretary", **HAND | {"height": 640})
    page.goto(f"{SAMPLE_CLUB}/evenings/14/deals/new/")
    in_play = list(ids_at_table(page).values())
    number = int(re.search(r"\d+", page.locator("h1").inner_text())[0])

    page.locator(".more summary").tap()
    tap(page, "contract", "points_only")
    expect(page.locator("[name=tricks]").first).to_be_hidden()
    tap(page, "declarer", in_play[0])
    tap(page, "partner", in_play[1])
    page.get_by_label("Melding, hvis den er kendt").fill("8")
    for player, points in zip(in_play, ("0,25", "0,25", "-0,25", "-0,25"), strict=True):
        page.locator(f"[name=points_{player}]").fill(points)
    page.locator(".said", has_text="melder 8. ").wait_for()
    page.locator("[name=save]").tap()

    page.get_by_role("heading", name=f"Spil {number + 1}").wait_for()


def tap(page, field, value):
    page.locator(f"label.key:has(input[name={field}][value='{value}'])").tap()
