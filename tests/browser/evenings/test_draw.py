"""What is drawn on an evening, on a phone: the order of the attachments, and nineteen players onto three tables."""

from tests.browser.axe import faults
from tests.browser.scoring.test_price_list import PAGE_OF_A_PDF
from tests.browser.steps import open_evenings, priced_preset

FIRST_NAMES = "Frida Gerda Holger Inger Jens Karl Lisbeth Mads Nanna Oluf Palle Rigmor Sigrid Tove"
GUESTS = "\n".join(f"{name} Mikkelsen-Bak" for name in FIRST_NAMES.split())


def tables_drawn(page):
    """Who sits at each table on the page, in seat order."""
    return [card.locator("li span").all_inner_texts() for card in page.locator(".drawn-tables .card").all()]


def test_the_evening_is_drawn_on_the_phone_and_printed_on_one_sheet(site, open_page, faults_if_long):
    [entry] = open_evenings(site, [("whistklubben", priced_preset("whistklubben"), 5)]).values()
    page = open_page(width=390, role="secretary")
    offences = {}

    page.goto(entry.replace("deals/new/", ""))
    offences["not drawn"] = faults_if_long(page)
    with page.expect_navigation():
        page.locator("main form[action$='/ladder/draw/'] button").click()
    offences["ladder"] = faults(page)
    order = page.locator(".drawn-order li").all_inner_texts()
    assert page.locator(".rungs li").all_inner_texts()[-6:] == [*(f"8 {name}" for name in reversed(order)), "8"]
    page.goto(entry)
    page.get_by_role("link", name="Slut aften").click()
    page.get_by_role("link", name="Hvad slår hvad").click()
    page.wait_for_url("**/ladder/")
    assert page.locator(".drawn-order li").all_inner_texts() == order

    page.goto(entry.replace("1/deals/new/", "new/"))
    page.locator("main a[href$='/draw/']").click()
    page.locator("[name=guests]").fill(GUESTS)
    page.locator("[name=tables]").fill("3")
    offences["new"] = faults(page)
    keys = page.locator("label.key:has(input[name=players])").all()
    assert min(key.bounding_box()["height"] for key in keys) >= 44
    with page.expect_navigation():
        page.locator("main form button[type=submit]").click()
    first, address = tables_drawn(page), page.url
    assert [len(table) for table in first] == [6, 6, 7]
    page.locator("label.key:has(input[value=repeats])").click()
    with page.expect_navigation():
        page.locator("main form button[type=submit]").click()
    second = tables_drawn(page)
    assert page.url == address
    assert second != first
    assert sorted(sum(second, [])) == sorted(sum(first, []))  # noqa: RUF017
    offences["drawn"] = faults(page)

    reader = open_page(width=390)
    reader.goto(address)
    assert tables_drawn(reader) == second
    assert len(PAGE_OF_A_PDF.findall(reader.pdf(format="A4", prefer_css_page_size=True))) == 1
    assert offences == {page: [] for page in offences}
