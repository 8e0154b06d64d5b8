"""The workbook to type in: fetched, typed in at the table, handed in, mended, booked, and taken out again."""

import re
from io import BytesIO

import pytest
from openpyxl import load_workbook
from playwright.sync_api import expect

from tests.browser.steps import SAMPLE_CLUB

pytestmark = pytest.mark.long
HEADER_ROW, FIRST_DEAL = 4, 5


def type_evening(content, day, partner):
    """Six at the table, two of whom sit out; the second deal lacks its partner unless one is given."""
    workbook = load_workbook(BytesIO(content))
    names = [workbook["Lister"].cell(row, 1).value for row in range(1, 7)]
    sheet = workbook.worksheets[0]
    column = {sheet.cell(HEADER_ROW, at).value: at for at in range(1, 12)}
    chairs = [cell.column for cell in sheet[HEADER_ROW] if cell.style == "name"]
    assert len(chairs) == 6
    sheet["C1"].value = day
    for at, name in zip(chairs, names, strict=True):
        sheet.cell(HEADER_ROW, at).value = name
    # The first deals, and so sits out; in turn the second does too.
    deals = [(names[0], names[2], names[3], 9), (names[1], names[3], partner and names[4], 10)]
    for row, (dealer, declarer, with_whom, tricks) in enumerate(deals, FIRST_DEAL):
        typed = {"Giver": dealer, "Melder": declarer, "Melding": "9", "Makker": with_whom, "Stik": tricks}
        for what, value in typed.items():
            sheet.cell(row, column[what]).value = value
    workbook.save(target := BytesIO())
    return target.getvalue()


def hand_in(page, content):
    page.goto(f"{SAMPLE_CLUB}/imports/")
    page.set_input_files("[name=file]", {"name": "aften.xlsx", "mimeType": "application/zip", "buffer": content})
    page.click("main form[enctype] button")
    page.wait_for_url("**/rows/")


@pytest.mark.parametrize(("width", "scheme", "day"), [(360, "light", "12. marts 2025"), (1280, "dark", "13-03-2025")])
def test_an_evening_is_typed_handed_in_booked_and_taken_out(site, open_page, convert_all, width, scheme, day):
    page = open_page(width=width, height=740, scheme=scheme, role="secretary")
    page.goto(f"{SAMPLE_CLUB}/imports/")
    page.select_option("[name=chairs]", "6")
    with page.expect_download() as download:
        page.click("form[action$='entry.xlsx'] button")
    empty = download.value.path().read_bytes()

    with_a_slip, mended = convert_all(
        [type_evening(empty, day, partner=False), type_evening(empty, day, partner=True)], "xlsx"
    )
    hand_in(page, with_a_slip)

    expect(page.get_by_text("Her mangler noget, før det er et helt spil: Meldingen kræver en makker.")).to_be_visible()
    page.click("[name=book]")
    page.wait_for_url(re.compile(r"/imports/\d+/$"))
    hand_in(page, mended)
    expect(page.locator("#in_book")).to_contain_text("1 række")
    page.check("[name=another]")
    page.click("[name=book]")
    page.wait_for_url(re.compile(r"/imports/\d+/$"))
    made = page.url
    page.locator("main ul a[href*='/evenings/']").first.click()

    page.goto(made)
    page.locator("main form button").click()
    expect(page.locator("main .notice")).to_be_visible()
