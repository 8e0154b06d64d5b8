"""The whole way of an old book as a secretary goes it: hand in, columns, names, rows, book, and take it out again."""

import pytest
from playwright.sync_api import expect

from tests.browser.steps import SAMPLE_CLUB

BOOK = """Dato;Nr;Melder;Melding;Lilly;Ole;Tove;Kaj Ny
12-03-2014;1;Lilly;noget;4;4;-4;-4
12-03-2014;2;Ole;noget;4;4;-4;-3
19-03-2014;1;Tove;;-2;-2;2;2
"""


@pytest.mark.parametrize("width", [390, pytest.param(1280, marks=pytest.mark.long)])
def test_an_old_book_is_brought_in_and_taken_out(site, open_page, width):
    page = open_page(width=width, height=800, role="secretary")
    page.goto(f"{SAMPLE_CLUB}/menu/")
    page.locator("a[href$='/imports/']").click()
    content = BOOK.replace("Kaj Ny", f"Kaj Ny {width}").encode()
    page.set_input_files("[name=file]", {"name": "gammel.csv", "mimeType": "text/csv", "buffer": content})
    page.click("main form button")
    assert page.input_value("[name='0-column5']") == "points"
    page.click("main form[novalidate] button")
    for select in page.locator("select[name^=name]").all():
        if not select.input_value():
            select.select_option("+")
    page.locator("summary").first.click()
    page.select_option("[name=row-1-3]", "book")
    page.click("[name=book]")
    # Until all is booked the page asks again by itself.
    expect(page.locator("main ul a[href$='/deals/1/'], main ul a[href$='/deals/2/']")).to_have_count(1)
    page.click("main form button")
    expect(page.locator("main .notice")).to_have_count(1)
    expect(page.locator("main form")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
