"""A season's workbook goes out, is changed, and comes back: known by itself, told, booked, and taken out again."""

import re
from io import BytesIO

import pytest
from openpyxl import load_workbook
from playwright.sync_api import expect

from tests.browser.steps import SAMPLE_CLUB, sign_in

pytestmark = pytest.mark.long


def test_a_changed_workbook_is_told_booked_and_taken_out_again(site, open_page, tmp_path):
    page = open_page(width=360, height=740)
    sign_in(page, site, "secretary")
    page.goto(f"{SAMPLE_CLUB}/seasons/")
    season = page.locator("main a[href*='/seasons/']:not([href$='/new/'])").first.get_attribute("href")
    path = tmp_path / "saeson.xlsx"
    path.write_bytes(with_one_more_trick(page.request.get(f"{season}workbook.xlsx").body()))

    page.goto(f"{SAMPLE_CLUB}/imports/")
    page.locator("input[type=file]").set_input_files(path)
    page.locator("form[enctype] button[type=submit]").click()

    page.wait_for_url("**/differences/")
    expect(page.locator("del")).to_have_count(1)
    expect(page.locator("input[name=take]:checked")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("button[name=book]").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/imports/\d+/$"))
    page.locator("main form button").click()
    expect(page.locator("main .notice")).to_be_visible()


def with_one_more_trick(content):
    workbook = load_workbook(BytesIO(content), data_only=True)
    sheet = workbook["Spil"]
    at = next(cell.column for cell in sheet[1] if cell.value == "Stik")
    row = next(row for row in range(2, sheet.max_row) if sheet.cell(row, at).value in range(5, 11))
    sheet.cell(row, at).value += 1
    workbook.save(target := BytesIO())
    return target.getvalue()
