"""What is drawn on an evening, on a phone: the order of the attachments, and nine players onto two tables."""

from tests.browser.steps import open_evenings, priced, sign_in
from tests.browser.test_every_page import accessibility, sideways
from tests.browser.test_price_list import PAGE_OF_A_PDF

NARROWEST, PHONE = {"width": 320, "height": 844}, {"width": 390, "height": 844}


def drawn(page):
    """Who sits at each table on the page, in seat order."""
    return [card.locator("li span").all_inner_texts() for card in page.locator(".drawn-tables .card").all()]


def troubles_of(page):
    """What is wrong with the page for those who cannot see it well, or have the smallest phone."""
    page.set_viewport_size(NARROWEST)
    too_wide = sideways(page)
    page.set_viewport_size(PHONE)
    found = [*accessibility(page), *([too_wide] if too_wide else [])]
    page.emulate_media(color_scheme="light")
    return found


def test_the_evening_is_drawn_on_the_phone_and_printed_on_one_sheet(site, open_page):
    [entry] = open_evenings(site, [("whistklubben", priced("whistklubben"), 5)]).values()
    page = open_page(width=390, reduced_motion="reduce")
    sign_in(page, site.login("secretary"))
    faults = {}

    page.goto(entry.replace("deals/new/", ""))
    faults["not drawn"] = troubles_of(page)
    page.locator("main form[action$='/ladder/draw/'] button").click()
    faults["ladder"] = troubles_of(page)
    order = page.locator(".drawn-order li").all_inner_texts()
    assert page.locator(".rungs li").all_inner_texts()[-6:] == [*(f"8 {name}" for name in reversed(order)), "8"]
    page.goto(entry)
    page.locator("main a[href$='/ladder/']").click()
    assert page.locator(".drawn-order li").all_inner_texts() == order

    page.goto(entry.replace("1/deals/new/", "new/"))
    page.locator("main a[href$='/draw/']").click()
    page.locator("[name=guests]").fill("Frida, Gerda, Holger, Inger")
    faults["new"] = troubles_of(page)
    keys = page.locator("label.key:has(input[name=players])").all()
    assert min(key.bounding_box()["height"] for key in keys) >= 44
    page.locator("main form button[type=submit]").click()
    first, address = drawn(page), page.url
    assert [len(table) for table in first] == [4, 5]
    page.locator("label.key:has(input[value=repeats])").click()
    page.locator("main form button[type=submit]").click()
    again = drawn(page)
    assert page.url == address
    assert again != first
    assert sorted(sum(again, [])) == sorted(sum(first, []))  # noqa: RUF017
    faults["drawn"] = troubles_of(page)

    reader = open_page(width=390)
    reader.goto(address)
    assert drawn(reader) == again
    assert len(PAGE_OF_A_PDF.findall(reader.pdf(format="A4", prefer_css_page_size=True))) == 1
    assert faults == {page: [] for page in faults}
