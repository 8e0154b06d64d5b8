"""What is drawn on an evening, on a phone: the order of the attachments, and nineteen players onto three tables."""

from tests.browser.axe import too_wide
from tests.browser.scoring.test_price_list import PAGE_OF_A_PDF
from tests.browser.steps import open_evening

FIRST_NAMES = "Frida Gerda Holger Inger Jens Karl Lisbeth Mads Nanna Oluf Palle Rigmor Sigrid Tove"
GUESTS = "\n".join(f"{name} Mikkelsen-Bak" for name in FIRST_NAMES.split())


def tables_drawn(page):
    """Who sits at each table on the page, in seat order."""
    return [card.locator("li span").all_inner_texts() for card in page.locator(".drawn-tables .card").all()]


def test_the_evening_is_drawn_on_the_phone_and_printed_on_one_sheet(site, open_page):
    entry = open_evening(site, "whistklubben", 5)
    page = open_page(width=390, role="secretary")

    page.goto(entry.replace("deals/new/", ""))
    with page.expect_navigation():
        page.locator("main form[action$='/ladder/draw/'] button").click()
    order = page.locator(".drawn-order li").all_inner_texts()
    assert page.locator(".rungs li").all_inner_texts()[-6:] == [*(f"8 {name}" for name in reversed(order)), "8"]
    assert too_wide(page) == []

    page.goto(entry.replace("1/deals/new/", "new/"))
    page.locator("main a[href$='/draw/']").click()
    page.locator("[name=guests]").fill(GUESTS)
    page.locator("[name=tables]").fill("3")
    keys = page.locator("label.key:has(input[name=players])").all()
    assert min(key.bounding_box()["height"] for key in keys) >= 44
    with page.expect_navigation():
        page.locator("main form button[type=submit]").click()
    drawn = tables_drawn(page)
    assert [len(table) for table in drawn] == [6, 6, 7]
    assert too_wide(page) == []

    reader = open_page(width=390)
    reader.goto(page.url)
    assert tables_drawn(reader) == drawn
    assert len(PAGE_OF_A_PDF.findall(reader.pdf(format="A4", prefer_css_page_size=True))) == 1
