"""What a reader sees first, on a phone, without scrolling or unfolding anything."""

import re

from playwright.sync_api import expect

from tests.browser.steps import SAMPLE_CLUB


def ends_above_the_bar(page, locator):
    """Whether something is whole in the first screen, above the bar at its foot."""
    box, bar = locator.bounding_box(), page.locator(".sections").bounding_box()
    return box["y"] + box["height"] <= bar["y"]


def test_a_players_best_is_in_the_first_screen(phone):
    phone.goto(f"{SAMPLE_CLUB}/players/lilly/")

    for name in ("Bedste makker", "Bedste melding", "Bedste aften", "I alt siden april"):
        assert ends_above_the_bar(phone, phone.locator(".words > div", has_text=name))
    assert not phone.locator("#parts").is_visible()

    phone.locator("summary", has_text="Med og mod de andre").tap()
    phone.locator("summary", has_text="Tallene bag").tap()

    expect(phone.locator("#parts")).to_be_visible()
    expect(phone.get_by_role("link", name="Ejnar", exact=True)).to_be_visible()


def test_eight_places_are_in_the_first_screen_and_one_choice_of_period_pushes_them_down(phone):
    phone.goto(f"{SAMPLE_CLUB}/standings/")
    eighth = phone.locator(".standings tbody tr").nth(7)
    assert ends_above_the_bar(phone, eighth)
    assert phone.locator("main a:visible, main summary:visible").count() <= 20
    before = eighth.bounding_box()["y"]

    phone.locator("summary", has_text="Hele sæsonen").tap()

    choices = phone.locator(".choose li")
    choices.first.wait_for()
    assert eighth.bounding_box()["y"] >= before + choices.first.bounding_box()["height"] * choices.count()

    last = choices.get_by_role("link", name=re.compile(r"^Aften \d+"))
    name = last.inner_text()
    last.tap()
    phone.wait_for_url("**evening=*")

    expect(phone.locator("summary", has_text=name)).to_be_visible()
    phone.locator("summary", has_text="Aftener og spil").tap()
    expect(phone.get_by_role("table", name="Aftener og spil")).to_be_visible()


def test_the_prices_are_in_the_first_screen_and_the_rest_of_them_in_a_fold(phone):
    phone.goto(f"{SAMPLE_CLUB}/tables/1/")

    assert ends_above_the_bar(phone, phone.get_by_role("table", name="Meldinger"))
    assert not phone.get_by_role("heading", name="Hvor de kommer fra").is_visible()

    phone.locator("summary", has_text="Om taksterne").tap()

    expect(phone.get_by_role("heading", name="Hvor de kommer fra")).to_be_visible()
    assert phone.get_by_text("Vores læsning").count() == 0
