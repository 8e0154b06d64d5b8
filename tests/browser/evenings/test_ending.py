"""An evening is ended on a phone: from the entry page to its card, approved with one press, and passed on."""

import pytest
from playwright.sync_api import expect

from tests.browser.axe import sideways, violations
from tests.browser.steps import SAMPLE_CLUB, open_evening, shared, sign_in

FIND = """
import sys, uuid
from django.contrib.auth.models import User
from django.utils import timezone
from ledger.models import Evening, SheetLink
from ledger.queries.evenings.turns import at_table
from ledger.services.clubs.clubs import change_settings
from ledger.services.deals import record_deal
from ledger.services.evenings.confirming import answer_sheet, make_links
_, slug, _, number, *_ = sys.stdin.read().split("/")
evening = Evening.objects.get(club__slug=slug, number=number)
signed = {"author": User.objects.get(username="sekretaer"), "now": timezone.now()}
"""
TWO_DEALS = """
for tricks in (2, 0):
    table = at_table(evening=evening)
    taker = {"player": str(table.players[tricks]), "tricks": tricks}
    deal = {"kind": "nolo", "contract": "sol", "participants": [taker], "dealer": str(table.dealer)}
    record_deal(evening=evening, deal=deal, key=uuid.uuid4(), **signed)
"""
CONFIRMED_BY_ONE = """
change_settings(club=evening.club, players_confirm=True, **signed)
make_links(evening=evening, **signed)
link = SheetLink.objects.get(evening=evening, player__name="Agnes")
answer_sheet(link=link, kind="agrees", entry_count=2, now=timezone.now())
"""
MOST_LINKS = 40


@pytest.fixture
def entry(site, phone):
    """The entry page of an evening with two deals that one of four has confirmed, in a club of its own."""
    entry = open_evening(site, "esmakker-wikipedia")
    sign_in(phone, site, "secretary")
    site.run(FIND + TWO_DEALS + CONFIRMED_BY_ONE, stdin=entry)
    phone.goto(entry)
    return entry


def is_seen_at_once(page, element):
    """Whether it stands in the window as the page opens, above the bar at its foot."""
    box, bar = element.bounding_box(), page.locator(".sections").bounding_box()
    return page.evaluate("scrollY") == 0 and box["y"] >= 0 and box["y"] + box["height"] <= bar["y"]


def test_one_tap_from_entering_to_the_button_one_to_approve_and_one_to_pass_it_on(phone, entry):
    evening = entry.replace("deals/new/", "")
    phone.locator(f"main a[href='{evening}']").first.tap()

    button = phone.get_by_role("button", name="Godkend og del")
    expect(phone.get_by_text("2 spil, summen er 0.")).to_be_visible()
    expect(phone.locator(".lacking")).to_have_text("Bertel, Clara og Ditlev har ikke bekræftet arket.")
    assert is_seen_at_once(phone, button)
    assert (violations(phone), sideways(phone)) == ([], 0)
    sentence = phone.locator(".baize .say").inner_text()
    button.tap()

    expect(phone.get_by_role("heading", level=1)).to_have_text("Aftenen er godkendt")
    share = phone.get_by_role("button", name="Del", exact=True)
    assert is_seen_at_once(phone, share)
    assert (violations(phone), sideways(phone)) == ([], 0)
    share.tap()
    assert sentence in shared(phone)
    phone.get_by_role("link", name="Se aftenen").tap()
    expect(phone.get_by_role("button", name="Godkend og del")).to_have_count(0)


def test_a_reader_has_few_links_and_opens_a_deal_where_it_stands(phone):
    phone.goto(f"{SAMPLE_CLUB}/evenings/13/")
    row = phone.locator(".sheet tbody details").nth(2)

    assert phone.locator("main a").count() <= MOST_LINKS
    assert phone.locator(".sheet a, main a.button").count() == 0
    row.locator("summary").tap()
    expect(row.locator(".why")).to_be_visible()
    phone.get_by_text("Mere om aftenen").tap()
    expect(phone.get_by_text("Pladser:")).to_be_visible()
    assert (violations(phone), sideways(phone)) == ([], 0)
