"""A club types its own table: by the keyboard alone, on a phone, and out of a spreadsheet."""

import io

import openpyxl
import pytest
from playwright.sync_api import expect

from tests.browser.steps import SAMPLE_CLUB, sign_in
from tests.browser.test_every_page import accessibility, faults

PHONE = 390
PRICES = [["1", "2", "2"], ["2", "4", "4"], ["4", "8", "8"], ["8", "16", "16"]]


@pytest.fixture
def editor(site, open_page):
    """Opens the editor on a blank table of a given name: `editor("Vores", width=390)`."""

    def begin(name, **how):
        page = open_page(reduced_motion="reduce", **how)
        sign_in(page, site.login("secretary"))
        page.goto(f"{SAMPLE_CLUB}/tables/new/")
        page.locator("[name=name]").fill(name)
        page.locator("main form button[type=submit]").click()
        return page

    return begin


def cell(page, row, column):
    return page.locator(f"[name='values.{row}.{column}']")


def sheet(page, rows, columns=3):
    return [[cell(page, row, column).input_value() for column in range(1, columns + 1)] for row in range(rows)]


def test_the_whole_table_is_typed_and_published_with_the_keyboard_alone(editor):
    page = editor("Tastet takst")
    cell(page, 0, 1).focus()
    for row in PRICES[:2]:
        for price in row:
            page.keyboard.type(price)
            page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.name") == "values.2.1"
    page.keyboard.type("fire")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.name") == "values.3.1"
    expect(page.locator("#c-values-2-1-note")).to_contain_text("fire")
    expect(cell(page, 2, 1)).to_have_attribute("aria-invalid", "true")
    assert accessibility(page) == []
    page.keyboard.press("ArrowUp")
    page.keyboard.type("4")
    expect(page.locator("#c-values-2-1-note")).to_be_hidden()

    page.reload()

    assert sheet(page, 3)[:2] == PRICES[:2]
    page.locator("summary:has(~ .fields [name=first])").focus()
    page.keyboard.press("Enter")
    for field, text in (("first", "1"), ("step", "2"), ("factor\\.0", "1"), ("factor\\.1", "2"), ("factor\\.2", "2")):
        page.locator(f"[name={field}]").focus()
        page.keyboard.press("Control+A")
        page.keyboard.type(text)
    page.locator("button[value=fill]").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**#values")
    assert sheet(page, 4) == PRICES
    page.locator("button[value=publish]").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/publish/**")
    assert accessibility(page) == []
    page.locator("main form button[type=submit]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Tastet takst")


def test_a_phone_types_a_price_and_the_draft_survives_leaving_the_page(editor):
    page = editor("Telefonens takst", width=PHONE, has_touch=True, is_mobile=True)
    cell(page, 0, 1).tap()
    page.keyboard.type("1/8")

    page.goto(f"{SAMPLE_CLUB}/tables/")
    page.get_by_role("link", name="Telefonens takst").tap()

    assert sheet(page, 1) == [["1/8", "", ""]]
    assert faults(page) == []
    small = page.evaluate(
        "[...document.querySelectorAll('form.draft :is(button, input, select, summary)')]"
        ".filter((each) => each.checkVisibility() && !each.matches('.visually-hidden, [type=radio]'))"
        ".filter((each) => each.getBoundingClientRect().height < 44).map((each) => each.outerHTML.slice(0, 80))"
    )
    assert small == []


def test_a_block_copied_in_libreoffice_fills_the_sheet(editor, convert):
    book = openpyxl.Workbook()
    for row in (["Trin", "Alm.", "Gode", "Vip"], *([level, *row] for level, row in enumerate(PRICES, start=7))):
        book.active.append([int(text) if str(text).isdecimal() else text for text in row])
    content = io.BytesIO()
    book.save(content)
    copied = convert(content.getvalue(), "csv:Text - txt - csv (StarCalc):9,,76").decode()
    page = editor("Indsat takst", permissions=["clipboard-read", "clipboard-write"])
    page.evaluate("(text) => navigator.clipboard.writeText(text)", copied)
    cell(page, 0, 1).focus()

    page.keyboard.press("Control+V")

    page.wait_for_url("**#values")
    assert "\t" in copied
    assert sheet(page, 4) == PRICES


def test_without_javascript_the_buttons_do_the_same(editor):
    page = editor("Uden script", javascript=False, width=PHONE)
    cell(page, 0, 1).fill("3")
    page.locator("summary:has(~ .fields [name=lowest])").click()
    page.locator("[name=attachment]").select_option("halve")

    page.locator("button[value=column]").click()

    assert sheet(page, 1, columns=4) == [["3", "", "", ""]]
