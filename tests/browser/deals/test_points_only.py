"""A deal of which only the points are known, by thumb on the smallest phone: entered, and corrected to a whole deal."""

import re

import pytest

from tests.browser.site.test_refused import IN_SIGHT
from tests.browser.steps import SAMPLE_CLUB, ids_at_table

NEW = f"{SAMPLE_CLUB}/evenings/14/deals/new/"


def test_it_is_entered_by_thumb_and_corrected_when_the_tricks_are_found(site, open_page):
    page = open_page(width=360, height=640, has_touch=True, role="secretary")
    page.goto(NEW)
    in_play = list(ids_at_table(page).values())
    number = re.search(r"\d+", page.locator("h1").inner_text())[0]

    page.locator(".more summary").tap()
    tap(page, "contract", "points_only")
    assert page.locator("[name=tricks]").first.is_hidden()
    tap(page, "declarer", in_play[0])
    tap(page, "partner", in_play[1])
    page.get_by_label("Melding, hvis den er kendt").fill("8")
    for player, points in zip(in_play, ("0,25", "0,25", "-0,25", "-0,25"), strict=True):
        page.locator(f"[name=points_{player}]").fill(points)
    page.locator(".said", has_text="melder 8. ").wait_for()
    page.locator("[name=save]").tap()
    page.get_by_role("heading", name=f"Spil {int(number) + 1}").wait_for()

    page.goto(f"{SAMPLE_CLUB}/evenings/14/deals/{number}/correct/")
    tap(page, "contract", "8")
    tap(page, "column", "plain")
    tap(page, "tricks", "9")
    page.locator("[name=change-reason]").fill("stikkene fundet")
    page.locator("[name=save]").tap()
    page.wait_for_url(lambda url: "correct" not in url)
    page.goto(f"{SAMPLE_CLUB}/evenings/14/deals/{number}/")
    history = page.locator("ol.rows").inner_text()
    change = "meldte 8. Gudrun og Inger betalte 0,25 hver → Lilly og Åse meldte 8 og fik 9."
    assert change in " ".join(history.split())


def tap(page, field, value):
    page.locator(f"label.key:has(input[name={field}][value='{value}'])").tap()


@pytest.mark.parametrize(
    ("width", "height"),
    [(360, 640), pytest.param(390, 664, marks=pytest.mark.long), pytest.param(1280, 800, marks=pytest.mark.long)],
)
def test_points_that_do_not_sum_to_zero_are_refused_in_sight(site, open_page, width, height):
    page = open_page(width=width, height=height, role="secretary")
    page.goto(NEW)
    in_play = list(ids_at_table(page).values())
    page.evaluate("document.querySelector('.more').open = true")
    page.locator("label.key:has(input[name=contract][value=points_only])").click()
    for player, points in zip(in_play, ("1", "1", "1", "-1"), strict=True):
        page.locator(f"[name=points_{player}]").fill(points)

    page.locator("[name=save]").click()

    page.locator("#entry .error, #entry .error-summary").first.wait_for()
    assert page.evaluate(IN_SIGHT) is None
    assert page.locator(f"[name=points_{in_play[0]}]").input_value() == "1"
