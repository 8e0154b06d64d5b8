"""The second pair of eyes on phones: one player confirms, another complains, the secretary corrects from that."""

import json

from playwright.sync_api import expect

from tests.browser.axe import faults
from tests.browser.evenings.test_ending import FIND
from tests.browser.steps import enter, open_evening

PHONE = {"width": 390, "height": 844}
# A plain 8 by Bertel and Clara, in a club whose players confirm; prints each player's address by name.
TO_CONFIRM = f"""{FIND}
import json
change_settings(club=evening.club, players_confirm=True, **signed)
table = at_table(evening=evening)
_, declarer, partner, _ = map(str, table.players)
deal = {{"kind": "trick", "level": 8, "attachment": "plain", "declarer": declarer, "partner": partner, "tricks": 8}}
record_deal(evening=evening, deal={{**deal, "dealer": str(table.dealer)}}, key=uuid.uuid4(), **signed)
make_links(evening=evening, **signed)
links = SheetLink.objects.filter(evening=evening)
print(json.dumps({{link.player.name: f"/{{slug}}/sheet/{{link.token}}/" for link in links}}))
"""


def test_a_complaint_is_corrected_and_settled(site, open_page):
    entry = open_evening(site, "esmakker-wikipedia")
    evening = entry.replace("deals/new/", "")
    links = json.loads(site.run(TO_CONFIRM, stdin=entry))
    player, board = open_page(**PHONE), open_page(**PHONE, role="secretary")

    confirms(player, links["Agnes"])
    complains(player, links["Bertel"])
    the_secretary_corrects_from_the_complaint(board, evening)

    player.goto(links["Bertel"])
    assert player.locator("section[aria-labelledby=said] small").count() == 2  # when, and that the deal was corrected
    assert player.locator(".sheet tbody .mark").count() == 1
    player.goto(links["Agnes"])
    player.locator("button[name=agrees]").click()
    player.locator(".messages .success").wait_for()
    board.goto(evening)
    assert board.locator("section[aria-labelledby=answers] .badge.good").count() == 1
    assert board.locator(".says").count() == 0


def confirms(page, link):
    """One press under the thumb, without scrolling."""
    page.goto(link)
    box = page.locator("button[name=agrees]").bounding_box()
    assert box["y"] + box["height"] <= 844
    assert box["height"] >= 44
    assert faults(page) == []
    page.locator("button[name=agrees]").click()
    page.locator("section[aria-labelledby=said]").wait_for()


def complains(page, link):
    page.goto(link)
    page.locator(".confirm a.button").click()
    page.locator("button[name=complains]").click()
    page.locator(".error-summary").wait_for()
    assert faults(page) == []
    page.locator("[name=number]").select_option("1")
    page.locator("[name=reason]").fill("vi fik 9 stik")
    page.locator("button[name=complains]").click()
    page.locator("section[aria-labelledby=said] q", has_text="vi fik 9 stik").wait_for()


def the_secretary_corrects_from_the_complaint(page, evening):
    page.goto(evening)
    assert page.locator("section[aria-labelledby=answers] .badge.bad").count() == 1
    assert page.locator(".says").inner_text() == "vi fik 9 stik"
    page.get_by_role("link", name="Se spil 1", exact=True).click()
    page.locator("section[aria-labelledby=complaints] a[href*='/complaints/']").click()
    page.wait_for_url("**/complaints/*/")
    page.locator("a.button[href$='/correct/']").click()
    page.wait_for_url("**/correct/")
    assert page.locator("[name=settles]").is_checked()
    assert page.locator("[name=change-reason]").input_value() != ""
    enter(page, {"tricks": "9"})
    page.locator("button[name=save]").click()
    page.wait_for_url("**/deals/1/")
    expect(page.locator("section[aria-labelledby=complaints] .badge.good")).to_have_count(1)
