"""An evening of six on a phone: one leaves, a guest takes over a seat, and the sheet holds it all."""

from tests.browser.axe import sideways
from tests.browser.steps import enter, ids_at_table, line_field, open_evening


def test_six_at_a_table_one_leaves_and_a_guest_takes_a_seat(site, open_page):
    entry = open_evening(site, "esmakker-wikipedia", 6)
    evening = entry.replace("deals/new/", "")
    page = open_page(width=390, role="secretary")
    page.goto(entry)

    # Agnes deals; she and Bertel sit out.
    enter(page, {"declarer": "Clara", "contract": "8", "partner": "Ditlev", "tricks": "8"})
    assert page.locator("form.deal .preview .points").all_inner_texts() == ["+0,25", "+0,25", "−0,25", "−0,25"]
    assert page.locator(".preview li").evaluate_all("all => all.every((one) => one.scrollWidth <= one.clientWidth)")
    save(page, then=2)
    type_line(page, "p", then=3)
    change_seats(page, evening, seat_1_6="")
    page.goto(entry)
    assert list(ids_at_table(page)) == ["Agnes", "Bertel", "Clara", "Ditlev", "Else"]
    enter(page, {"declarer": "Agnes", "contract": "8", "partner": "Bertel", "tricks": "9"})  # Clara deals and sits out
    save(page, then=4)
    change_seats(page, evening, seat_1_2="guest", guest="Ida Holm")
    page.goto(f"{entry}?line=1")
    assert list(ids_at_table(page)) == ["Agnes", "Ida Holm", "Clara", "Ditlev", "Else"]
    type_line(page, "2sol", then=5)

    page.goto(evening)
    heads = page.locator("table.sheet thead th").evaluate_all("heads => heads.map(head => head.firstChild.data.trim())")
    assert heads[1:] == ["Agnes", "Ida Holm", "Clara", "Ditlev", "Else", "Bertel", "Frida"]
    assert sideways(page) == 0


def type_line(page, line, then):
    """A line typed and saved, up to the next deal's number."""
    line_field(page).fill(line)
    page.keyboard.press("Enter")
    page.get_by_role("heading", name=f"Spil {then}", exact=True).wait_for()


def save(page, then):
    """The keys saved, up to the next deal's number."""
    page.locator("form.deal [name=save]").click()
    page.get_by_role("heading", name=f"Spil {then}", exact=True).wait_for()


def change_seats(page, evening, guest="", **seats):
    """Who sits there from now on: each named seat by the value of its choice."""
    page.goto(f"{evening}seats/")
    for name, player in seats.items():
        page.locator(f"[name={name}]").select_option(player)
    page.locator("[name=guest]").fill(guest)
    page.locator("main form button[type=submit]").first.click()
    page.wait_for_url(f"**{evening}")
