"""An evening from a sheet of paper, typed line by line on the entry screen."""

import sqlite3
from itertools import groupby

import pytest
from playwright.sync_api import expect

from tests.browser.steps import open_evening

MOST_KEYS = 7

# The usual deals, and what they give seats 1 to 4, worked out from the sheet on the wall: a plain 8 costs 1/4 and a
# plain 10 a point, a 9 vip in the first turn a point and as much for a trick over; two tricks short cost thrice.
USUAL = {
    "183": "+0,25 −0,25 +0,25 −0,25",
    "19v13+": "+2 −2 +2 −2",
    "1101--": "−9 +3 +3 +3",
    "1sol": "+3 −1 −1 −1",
    "1sol3-": "+4 0 −4 0",
    "p": "0 0 0 0",
}


@pytest.fixture
def secretary(site, open_page):
    """A laptop at the entry screen of an evening of its own."""
    page = open_page(role="secretary")
    page.goto(open_evening(site, "esmakker-wikipedia"))
    return page


def type_line(page, line):
    """Press the keys of a line and Enter; gives how many that were, once the next deal can be typed."""
    keys = [*line, "Enter"]
    number = int(page.locator("h1").inner_text().split()[1])
    for key in keys:
        page.keyboard.press(key)
    page.get_by_role("heading", name=f"Spil {number + 1}", exact=True).wait_for()
    return len(keys)


def test_the_usual_deals_take_seven_keys_each_and_a_slip_is_marked_where_it_is(site, secretary):
    page = secretary
    page.locator("label.key:visible").first.click()

    page.keyboard.press("/")

    for line, points in USUAL.items():
        page.keyboard.type(line)
        expect(page.locator("#line-read .points")).to_have_text(points.split())
        page.keyboard.press("Control+A")
        assert type_line(page, line) <= MOST_KEYS
    assert points_of_deals(site, page) == [tuple(map(units, points.split())) for points in USUAL.values()]

    page.keyboard.type("19v9")
    page.locator("#line-read mark", has_text="9").wait_for()
    page.keyboard.press("Enter")
    page.locator(".line-panel .error").wait_for()
    expect(page.locator(".line-panel .echo mark")).to_have_text("9")
    expect(page.locator("#id_line-text")).to_have_value("19v9")
    page.keyboard.type("13")
    expect(page.locator(".line-panel .error")).to_have_count(0)
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Spil 8", exact=True).wait_for()
    assert len(points_of_deals(site, page)) == len(USUAL) + 1


def test_what_is_typed_while_a_line_is_being_saved_is_the_next_one(site, secretary):
    page, held = secretary, []
    page.keyboard.press("/")
    page.route("**/deals/line/", lambda route: route.continue_() if held else held.append(route))

    with page.expect_request("**/deals/line/"):
        page.keyboard.type("183")
        page.keyboard.press("Enter")
    page.keyboard.type("284")
    page.keyboard.press("Enter")
    held[0].continue_()
    page.get_by_role("heading", name="Spil 2", exact=True).wait_for()

    expect(page.locator("#id_line-text")).to_have_value("284")
    type_line(page, "+")
    assert len(points_of_deals(site, page)) == 2


def points_of_deals(site, page):
    """What the book gives each seat for each deal of the page's evening, in units."""
    club, number = page.url.split("/")[3], page.url.split("/")[5]
    with sqlite3.connect(site.database) as database:
        rows = database.execute(
            "SELECT entry.number, posting.points FROM ledger_posting posting"
            " JOIN ledger_entry entry ON entry.key = posting.entry_id"
            " JOIN ledger_evening evening ON evening.id = entry.evening_id"
            " JOIN ledger_club club ON club.id = evening.club_id"
            " WHERE club.slug = ? AND evening.number = ? ORDER BY entry.number, posting.seat",
            [club, number],
        ).fetchall()
    return [tuple(points for _, points in deal) for _, deal in groupby(rows, key=lambda row: row[0])]


def units(text):
    """Eighths of a point, from Danish text."""
    return round(float(text.replace("−", "-").replace(",", ".")) * 8)
