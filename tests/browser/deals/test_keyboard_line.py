"""An evening from a sheet of paper, typed line by line on the entry screen; every payout is what the rules say."""

import sqlite3
from itertools import groupby

import pytest
from playwright.sync_api import expect

from ledger.rules.deals.keyboard_line import Notation
from ledger.rules.deals.settling import deal_data, every_deal, read_deal, settle, with_players
from ledger.rules.evenings.evening_text import Course, Courses, write_deal
from ledger.rules.evenings.figures import control_sum
from ledger.rules.scoring.document import table_from
from ledger.rules.scoring.tariff import compile_tariff
from tests.browser.steps import open_evenings, priced_preset, sign_in, type_paper_total

CODE = "esmakker-wikipedia"
DOCUMENT = priced_preset(CODE)
TABLE = table_from(DOCUMENT)
MOST_KEYS = 7
FOUR, FIVE = ("Agnes", "Bertel", "Clara", "Ditlev"), ("Agnes", "Bertel", "Clara", "Ditlev", "Else")

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


def type_line(page, line):
    """Press the keys of a line and Enter; gives how many that were, once the next deal can be typed."""
    keys = [*line, "Enter"]
    number = int(page.locator("h1").inner_text().split()[1])
    for key in keys:
        page.keyboard.press(key)
    page.get_by_role("heading", name=f"Spil {number + 1}", exact=True).wait_for()
    return len(keys)


def test_the_usual_deals_take_seven_keys_each_and_a_slip_is_marked_where_it_is(site, open_page):
    page = open_page(role="secretary")
    page.goto(open_evenings(site, [(CODE, DOCUMENT, 4)])[CODE])
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
    assert page.locator(".line-panel .echo mark").inner_text() == "9"
    assert page.locator("#id_line-text").input_value() == "19v9"
    page.keyboard.type("13")
    assert page.locator(".line-panel .error").count() == 0
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Spil 8", exact=True).wait_for()
    assert len(points_of_deals(site, page)) == len(USUAL) + 1


def test_what_is_typed_while_a_line_is_being_saved_is_the_next_one(site, open_page):
    page, held = open_page(), []
    sign_in(page, site, "secretary")
    page.goto(open_evenings(site, [(CODE, DOCUMENT, 4)])[CODE] + "?line=1")
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


@pytest.mark.parametrize("count", [6, pytest.param(60, marks=pytest.mark.long)])
def test_deals_from_paper_pay_what_the_rules_say(site, open_page, count):
    page = open_page(role="secretary")
    deals = [read_deal(deal, TABLE, FIVE) for deal in deals_of_every_kind(count)]
    courses = Courses({1: Course(FIVE, FIVE[0])})
    lines = [line for deal in deals for line in write_deal(1, Notation(TABLE), deal, FIVE, courses, {})]
    page.goto(open_evenings(site, [(CODE, DOCUMENT, 5)])[CODE] + "?line=1")

    for number, line in enumerate(lines, start=1):
        page.keyboard.insert_text(line)
        page.keyboard.press("Enter")
        page.get_by_role("heading", name=f"Spil {number + 1}", exact=True).wait_for()

    count, tricks = control_sum(deal_data(deal) for deal in deals)
    type_paper_total(page, page.url.split("deals/")[0], deals=count, tricks=tricks)
    expect(page.locator("#count")).to_contain_text("Papiret siger det samme.")
    tariff = compile_tariff(TABLE)
    wanted = [tuple(settle(deal, tariff, FIVE).units[player] for player in FIVE) for deal in deals]
    assert points_of_deals(site, page) == wanted


def deals_of_every_kind(count):
    """Deals of every kind among five, the dealer sitting out; now and then points are moved."""
    every = [deal_data(deal) for deal in every_deal(TABLE, "abcd")]
    by_name = groupby(every, key=lambda deal: [deal.get(part) for part in ("kind", "attachment", "contract")])
    groups = [list(group) for _, group in by_name]
    of_each = [deals[5 * place % len(deals)] for place, deals in enumerate(groups)]
    few = [*of_each, *every[:: len(every) // 60]][: count - 2]
    for turn, deal in enumerate(few):
        dealer = FIVE[turn % 5]
        others = [player for player in FIVE if player != dealer]
        declared = others[turn % 4 :] + others[: turn % 4]
        yield {**with_players(deal, dict(zip("abcd", declared, strict=True)).__getitem__), "dealer": dealer}
        if turn % 30 == 10:
            amounts = {FIVE[turn % 5]: "-1,5", FIVE[(turn + 2) % 5]: "1,5"}
            yield {"kind": "adjustment", "amounts": amounts, "reason": "duestraf"}


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
