"""The second pair of eyes on phones: one player confirms, another complains, the secretary corrects from that."""

import re

import pytest

from tests.browser.axe import faults
from tests.browser.steps import SAMPLE_CLUB, enter, ids_at_table, seat

PHONE = {"width": 390, "height": 844}


@pytest.fixture
def administrator(site, open_page):
    """The administrator's phone, in a club whose players confirm until the test is over."""
    page = open_page(**PHONE, role="admin")
    let_players_confirm(page, True)
    yield page
    let_players_confirm(page, False)


def let_players_confirm(page, on):
    page.goto(f"{SAMPLE_CLUB}/settings/")
    page.locator("[name=players_confirm]").set_checked(on)
    page.get_by_role("button", name="Gem", exact=True).click()
    page.locator(".messages .success").wait_for()


def an_evening_with_a_deal(page):
    """Four players sit down and play a plain 8; gives the evening's address and their names."""
    page.goto(f"{SAMPLE_CLUB}/evenings/new/")
    seat(page, 4)
    page.get_by_role("button", name="Start aftenen").click()
    page.wait_for_url("**/deals/new/")
    names = list(ids_at_table(page))
    enter(page, {"declarer": names[1], "contract": "8", "partner": names[2], "tricks": "8"})
    page.locator("button[name=save]").click()
    page.locator(".messages .success").wait_for()
    return re.search(r"(.*/evenings/\d+/)deals/", page.url)[1], names


def links_on(page):
    """Every player's address, by name, off the page of links."""
    cards = page.locator(".cards > li").all()
    return {card.locator("h2").inner_text(): card.locator(".copy input").input_value() for card in cards}


def test_a_complaint_is_corrected_and_settled(open_page, administrator, faults_if_long):
    evening, names = an_evening_with_a_deal(administrator)
    administrator.goto(f"{evening}links/")
    administrator.locator("main form button[type=submit]").first.click()
    administrator.locator(".cards").wait_for()
    links = links_on(administrator)
    assert set(links) == set(names)
    assert faults(administrator) == []

    confirms(open_page(**PHONE), links[names[0]], faults_if_long)
    complains(open_page(**PHONE), links[names[1]])
    the_secretary_corrects_from_the_complaint(administrator, evening, faults_if_long)

    told = open_page(**PHONE)
    told.goto(links[names[1]])
    assert told.locator("section[aria-labelledby=said] small").count() == 2  # when, and that the deal was corrected
    assert told.locator(".sheet tbody .mark").count() == 1
    told.goto(links[names[0]])
    assert faults_if_long(told) == []
    told.locator("button[name=agrees]").click()
    told.locator(".messages .success").wait_for()
    administrator.goto(evening)
    assert administrator.locator("section[aria-labelledby=answers] .badge.good").count() == 1
    assert administrator.locator(".says").count() == 0


def confirms(page, link, faults_if_long):
    """One press under the thumb, without scrolling."""
    page.goto(link)
    box = page.locator("button[name=agrees]").bounding_box()
    assert box["y"] + box["height"] <= 844
    assert box["height"] >= 44
    assert faults(page) == []
    page.locator("button[name=agrees]").click()
    page.locator("section[aria-labelledby=said]").wait_for()
    assert faults_if_long(page) == []


def complains(page, link):
    page.goto(link)
    page.locator(".confirm a.button").click()
    page.locator("button[name=complains]").click()
    page.locator(".error-summary").wait_for()
    assert faults(page) == []
    page.locator("[name=number]").select_option("1")
    page.locator("[name=reason]").fill("vi fik 9 stik")
    page.locator("button[name=complains]").click()
    page.locator("section[aria-labelledby=said] q", has_text="vi fik 9 stik").wait_for()


def the_secretary_corrects_from_the_complaint(page, evening, faults_if_long):
    page.goto(evening)
    assert page.locator("section[aria-labelledby=answers] .badge.bad").count() == 1
    assert page.locator(".says").inner_text() == "vi fik 9 stik"
    assert faults(page) == []
    page.get_by_role("link", name="Se spil 1", exact=True).click()
    page.locator("section[aria-labelledby=complaints] a[href*='/complaints/']").click()
    page.wait_for_url("**/complaints/*/")
    assert faults(page) == []
    page.locator("a.button[href$='/correct/']").click()
    page.wait_for_url("**/correct/")
    assert page.locator("[name=settles]").is_checked()
    assert page.locator("[name=change-reason]").input_value() != ""
    assert faults_if_long(page) == []
    enter(page, {"tricks": "9"})
    page.locator("button[name=save]").click()
    page.wait_for_url("**/deals/1/")
    assert page.locator("section[aria-labelledby=complaints] .badge.good").count() == 1
    assert faults(page) == []
