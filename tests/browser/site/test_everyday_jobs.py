"""What a club does every week lies within three clicks of its front page."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import HAND
from tests.browser.steps import SAMPLE_CLUB

MOST_CLICKS = 3


class Reader:
    """Somebody who begins on the front page, and counts the clicks."""

    def __init__(self, page):
        page.goto(f"{SAMPLE_CLUB}/")
        self.page, self.clicks = page, 0

    def click(self, target):
        target.click()
        self.clicks += 1

    def link(self, name):
        self.click(self.page.get_by_role("link", name=name, exact=isinstance(name, str)).first)


def see_who_won_last_time(reader):
    expect(reader.page.locator("table.places tbody tr").first).to_contain_text("Lilly")


def see_my_points(reader):
    reader.link("Spillere")
    reader.link("Gudrun")
    expect(reader.page.locator("h1")).to_have_text("Gudrun")


def enter_a_sol_with_one_going_along(reader):
    reader.link("Ny aften")
    reader.click(reader.page.get_by_role("button", name="Samme som sidst"))
    reader.page.wait_for_url("**/deals/new/")
    reader.click(reader.page.locator("label.key:has([name=contract][value=sol])"))
    expect(reader.page.locator("label.key:has([name^=joins_])").first).to_be_visible()


def mend_a_wrong_partner(reader):
    reader.link(re.compile("Se aften"))
    row = reader.page.locator("table.sheet details", has=reader.page.locator("a[href$='/deals/22/correct/']")).first
    reader.click(row.locator("summary"))
    reader.click(row.locator("a[href$='/deals/22/correct/']"))
    expect(reader.page.locator("label.key:has([name=partner])").first).to_be_visible()


def print_the_evening(reader):
    reader.link(re.compile("Se aften"))
    reader.click(reader.page.locator("summary", has_text="Mere om aftenen"))
    expect(reader.page.locator("button.print").first).to_be_visible()
    reader.clicks += 1


def invite_a_colleague(reader):
    reader.link("Klub")
    reader.link(re.compile("^Adgang"))
    expect(reader.page.get_by_role("button", name=re.compile("[Ii]nvit|link")).first).to_be_visible()
    reader.clicks += 1


def get_the_workbook(reader):
    reader.link("Sæsoner")
    reader.link("13. sæson")
    with reader.page.expect_download() as download:
        reader.link(re.compile("Excel"))
    assert download.value.suggested_filename.endswith(".xlsx")


@pytest.mark.parametrize(
    ("role", "do"),
    [
        ("", see_who_won_last_time),
        ("", see_my_points),
        ("secretary", mend_a_wrong_partner),
        ("secretary", print_the_evening),
        ("admin", invite_a_colleague),
        ("treasurer", get_the_workbook),
        ("secretary", enter_a_sol_with_one_going_along),  # last: it begins an evening
    ],
)
def test_an_everyday_job_takes_three_clicks_at_most(own_site, open_page, role, do):
    reader = Reader(open_page(at=own_site, role=role, **HAND))

    do(reader)

    assert reader.clicks <= MOST_CLICKS
