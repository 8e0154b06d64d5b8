"""An evening of six on a phone: one leaves, a guest takes over a seat, and the sheet holds it all."""

import re
import sqlite3

from tests.browser.steps import SAMPLE_CLUB, enter, ids_at_table, line_field, seat


def test_six_at_a_table_one_leaves_and_a_guest_takes_a_seat(site, open_page):
    page = open_page(width=390, height=844, role="secretary")
    people = start_with_six(page)
    evening = re.search(r"/evenings/(\d+)/", page.url)[1]
    a, b, c, d, e, _f = people

    enter(page, {"declarer": c, "contract": "8", "partner": d, "tricks": "8"})  # A deals; A and B sit out
    assert page.locator("form.deal .preview .points").all_inner_texts() == ["+0,25", "+0,25", "−0,25", "−0,25"]
    assert page.locator(".preview li").evaluate_all("all => all.every((one) => one.scrollWidth <= one.clientWidth)")
    save(page, then=2)
    type_line(page, "p", then=3)
    change_seats(page, evening, seat_1_6="")
    page.goto(f"{SAMPLE_CLUB}/evenings/{evening}/deals/new/")
    assert list(ids_at_table(page)) == [a, b, c, d, e]
    enter(page, {"declarer": a, "contract": "8", "partner": b, "tricks": "9"})  # C deals and sits out
    save(page, then=4)
    change_seats(page, evening, seat_1_2="guest", guest="Ida Holm")
    page.goto(f"{SAMPLE_CLUB}/evenings/{evening}/deals/new/?line=1")
    assert list(ids_at_table(page)) == [a, "Ida Holm", c, d, e]
    type_line(page, "2sol", then=5)

    page.goto(f"{SAMPLE_CLUB}/evenings/{evening}/")
    heads = page.locator("table.sheet thead th").evaluate_all("heads => heads.map(head => head.firstChild.data.trim())")
    assert heads[1:] == [a, "Ida Holm", c, d, e, people[1], people[5]]
    page.locator("summary", has_text="Mere om aftenen").click()
    seatings = page.locator("#more li", has_text=re.compile("Pladser:|Fra spil")).all_inner_texts()
    assert [row.split(": ")[1] for row in seatings] == [
        ", ".join(people),
        ", ".join((a, b, c, d, e)),
        ", ".join((a, "Ida Holm", c, d, e)),
    ]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    with sqlite3.connect(site.database) as database:
        sums = database.execute(
            "SELECT sum(points) FROM ledger_posting JOIN ledger_entry ON ledger_entry.key = entry_id"
            " JOIN ledger_evening ON ledger_evening.id = evening_id WHERE ledger_evening.number = ?"
            " GROUP BY entry_id",
            [evening],
        ).fetchall()
    assert sums == [(0,)] * 4


def start_with_six(page):
    """An evening with six in seats; gives their names in seat order."""
    page.goto(f"{SAMPLE_CLUB}/evenings/new/")
    people = seat(page, 6)
    page.locator("main form button[type=submit]").last.click()
    page.wait_for_url("**/deals/new/")
    return people


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
    page.goto(f"{SAMPLE_CLUB}/evenings/{evening}/seats/")
    for name, player in seats.items():
        page.locator(f"[name={name}]").select_option(player)
    page.locator("[name=guest]").fill(guest)
    page.locator("main form button[type=submit]").first.click()
    page.wait_for_url(f"**/evenings/{evening}/")
