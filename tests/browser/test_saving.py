"""Saving in a real browser: the page stays, whatever happens on the way, and nothing that was typed is lost."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.steps import enter, ids_at_table, open_evenings, preview, priced, sign_in

CODE = "esmakker-wikipedia"
DOCUMENT = priced(CODE)
EIGHT = {"declarer": "Agnes", "contract": "8", "partner": "Bertel", "tricks": "8"}


@pytest.fixture
def evening(site):
    """The entry screen of an evening of its own, four at the table."""
    return open_evenings(site, [(CODE, DOCUMENT, 4)])[CODE]


@pytest.fixture
def secretary(site, open_page, evening):
    page = open_page(width=390)
    sign_in(page, site.login("secretary"))
    page.goto(evening)
    page.evaluate("window.stays = true")
    return page


def save(page):
    page.get_by_role("button", name=re.compile("^Gem spil")).evaluate(
        "button => button.click()"
    )  # without scrolling to it


def at_deal(page, number):
    """The page has gone on to a deal without being loaded."""
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Spil {number}")
    assert page.evaluate("window.stays === true")


def test_the_page_stays_while_deals_are_saved_refused_and_undone(secretary, evening):
    page = secretary
    for number in (1, 2):
        enter(page, EIGHT)
        page.evaluate("window.scrollTo(0, 120)")
        save(page)
        at_deal(page, number + 1)
        assert page.evaluate("window.scrollY") == 120
        expect(page.get_by_role("status")).to_contain_text(f"Spil {number} er gemt.")
        expect(page).to_have_title(re.compile(f"^Spil {number + 1} "))
        assert page.evaluate("document.activeElement.name") == "declarer"
        assert set(preview(page).values()) == {"·"}
    expect(page.locator(".dealer-name")).to_have_text("Clara")

    page.keyboard.press("/")
    page.keyboard.type("183")
    page.keyboard.press("Enter")
    at_deal(page, 4)
    assert page.evaluate("document.activeElement.id") == "id_line-text"
    assert page.url.endswith(f"{evening}?line=1")

    enter(page, {"declarer": "Agnes", "contract": "8"})
    save(page)
    expect(page.locator(".error-summary")).to_contain_text("Vælg makkeren.")
    at_deal(page, 4)
    assert page.locator("[name=contract]:checked").get_attribute("value") == "8"
    press_partner(page, "Bertel")
    save(page)
    at_deal(page, 5)
    assert page.url.endswith(evening)

    page.get_by_role("button", name="Fortryd spil 4").click()
    expect(page.get_by_role("status")).to_contain_text("Spil 4 er annulleret.")


def press_partner(page, name):
    enter(page, {"partner": name})
    assert ids_at_table(page)[name]
