"""A club types its own table: by the keyboard alone, on a phone, and out of a spreadsheet."""

import pytest
from playwright.sync_api import expect

from tests.browser.axe import accessibility, faults
from tests.browser.conftest import HAND
from tests.browser.steps import SAMPLE_CLUB

PRICES = [["1", "2", "2"], ["2", "4", "4"], ["4", "8", "8"], ["8", "16", "16"]]


@pytest.fixture
def editor(site, open_page):
    """Opens the editor on a blank table of a given name: `editor("Vores", width=390)`."""

    def begin(name, **how):
        page = open_page(**how, role="secretary")
        page.goto(f"{SAMPLE_CLUB}/tables/new/")
        page.locator("[name=name]").fill(name)
        page.locator("main form button[type=submit]").click()
        cell(page, 0, 1).wait_for()
        page.wait_for_load_state()  # the script too: a block that is pasted before it listens fills nothing
        return page

    return begin


# Whether the first price is a text when the page is asked for anew.
HOLDS = """
    async text => {
      const page = await (await fetch(location)).text();
      const cell = new DOMParser().parseFromString(page, "text/html").querySelector("[name='values.0.1']");
      return cell?.value === text;
    }
"""


def cell(page, row, column):
    return page.locator(f"[name='values.{row}.{column}']")


def sheet(page, rows, columns=3):
    page.wait_for_load_state()
    cell(page, 0, 1).wait_for()  # also where the press before this has only begun to lead here
    prices = page.locator("[name^='values.']")
    typed = dict(prices.evaluate_all("cells => cells.map(cell => [cell.name, cell.value])"))
    return [[typed[f"values.{row}.{column}"] for column in range(1, columns + 1)] for row in range(rows)]


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
    page.locator("main form button[type=submit]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Klubbens takster")
    expect(page.locator(".title .over")).to_contain_text("Tastet takst")


def test_a_phone_types_a_price_and_the_draft_survives_leaving_the_page(editor):
    page = editor("Telefonens takst", **HAND)
    cell(page, 0, 1).tap()
    expect(cell(page, 0, 1)).to_be_focused()
    on_its_way = []  # the first save, which never arrives
    page.route("**/drafts/*/", lambda route: route.continue_() if on_its_way else on_its_way.append(route))
    with page.expect_request("**/drafts/*/"):
        page.keyboard.type("1/8")

    page.goto(f"{SAMPLE_CLUB}/tables/")
    page.get_by_role("link", name="Telefonens takst").tap()
    page.wait_for_load_state()
    page.wait_for_function(HOLDS, arg="1/8")  # it was sent as the page went, and may arrive after the next one
    page.reload()

    assert sheet(page, 1) == [["1/8", "", ""]]
    small = page.evaluate(
        "[...document.querySelectorAll('form.draft :is(button, input, select, summary)')]"
        ".filter((each) => each.checkVisibility() && !each.matches('.visually-hidden, [type=radio]'))"
        ".filter((each) => each.getBoundingClientRect().height < 44).map((each) => each.outerHTML.slice(0, 80))"
    )
    assert small == []
    page.evaluate("document.querySelectorAll('form.draft details').forEach((part) => part.open = true)")
    hidden = "boxes => boxes.filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.textContent)"
    assert page.locator(".draft .table-scroll").evaluate_all(hidden) == []


def test_a_block_copied_in_a_spreadsheet_fills_the_sheet(editor):
    page = editor("Indsat takst", permissions=["clipboard-read", "clipboard-write"])
    rows = [["Trin", "Alm.", "Gode", "Vip"], *([str(level), *row] for level, row in enumerate(PRICES, start=7))]
    page.evaluate("rows => navigator.clipboard.writeText(rows.map(row => row.join('\\t')).join('\\n'))", rows)
    cell(page, 0, 1).focus()

    page.keyboard.press("Control+V")

    page.wait_for_url("**#values")
    assert sheet(page, 4) == PRICES


# Seed 001's order as it is called: a contract a line, the lowest first.
SAID = (
    "7, 7 vip, 7 gode, 7 sans, 7 halve, 8, Sol, 8 vip, 8 gode, 8 sans, 8 halve, 9, 7 Kvarte, Ren sol, "
    "9 vip, 9 gode, 9 sans, 9 halve, 10, Bordlægger, 8 Kvarte, 10 vip, 10 gode, 10 sans, 10 halve, 11, "
    "9 Kvarte, 11 vip, 11 gode, 11 sans, 11 halve, 12, Ren bordlægger, 10 Kvarte, 12 vip, 12 gode, "
    "12 sans, 12 halve, 13, Dobbelt bordlægger, 11 Kvarte, 13 vip, 13 gode, 13 sans, 13 halve, 12 Kvarte, "
    "13 Kvarte"
)
ORDER = SAID.split(", ")


def rungs(page):
    page.wait_for_load_state()
    return page.locator("#ladder tbody input").evaluate_all("cells => cells.map(cell => cell.value)")


@pytest.mark.long
def test_a_secretary_types_the_order_of_the_bids_by_their_names(editor):
    page = editor("Rækkefølgen", width=390)
    for attachment in ("sans", "halve", "kvarte"):
        if not page.locator("[name=attachment]").is_visible():
            page.locator("summary:has(~ .fields [name=lowest])").click()
        page.locator("[name=attachment]").select_option(attachment)
        page.locator("button[value=column]").click()
        page.wait_for_url("**#columns")
    page.locator("button[value='add nolo']").click()
    page.locator("#nolo tbody tr").nth(4).locator("input").first.fill("Dobbelt bordlægger")
    page.locator("#ladder > details > summary").click()
    page.locator("[name=bids]").fill("\n".join([*ORDER[:-2], "12 kvart"]))
    page.locator("button[value=bids]").click()
    expect(page.locator(".error-summary")).to_contain_text("»12 kvart«")
    expect(page.locator("[name=bids]")).to_be_visible()

    page.locator("[name=bids]").fill("\n".join(ORDER[:-1]))
    page.locator("button[value=bids]").click()
    page.wait_for_url("**#ladder")
    assert [name.casefold() for name in rungs(page)] == [name.casefold() for name in ORDER[:-1]]
    page.locator("[name=bid]").select_option(label="13 kvarte")
    page.locator("button[value=bid]").click()
    expect(page.locator("#ladder tbody tr")).to_have_count(len(ORDER))
    page.locator("button[value='up ladder 1']").click()
    page.wait_for_url("**#c-ladder-0-0")
    assert rungs(page)[:2] == ["7 vip", "7"]
    assert page.evaluate("document.activeElement.id") == "c-ladder-0-0"
    page.locator("button[value='down ladder 0']").click()
    page.wait_for_url("**#c-ladder-1-0")
    assert [name.casefold() for name in rungs(page)] == [name.casefold() for name in ORDER]
    expect(page.locator("#ladder .error:visible")).to_have_count(0)
    assert faults(page) == []

    page.goto(page.url.partition("?")[0])
    expect(page.locator("#ladder tbody")).to_be_visible()  # the section stays open
