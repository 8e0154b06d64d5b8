"""A closed club's links on a phone: made, shared, scanned, and passed on by a reader."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.axe import sideways, violations
from tests.browser.conftest import HAND, Site
from tests.browser.steps import SAMPLE_CLUB, shared

READ_BY = f"""
from django.utils import timezone
from ledger.models import Club
from ledger.services.clubs.addresses import choose_readers
club = Club.objects.get(slug="{SAMPLE_CLUB[1:]}")
choose_readers(club=club, readers="%s", is_listed=%s, author=None, now=timezone.now())
"""


@pytest.fixture
def closed_site(own_site) -> Iterator[Site]:
    """A site whose sample club is read by its links alone."""
    own_site.run(READ_BY % ("link", False))
    yield own_site
    own_site.run(READ_BY % ("everybody", True))


def make_link(page, name):
    page.get_by_label("Nyt link til").fill(name)
    page.get_by_role("button", name="Nyt link").tap()
    expect(page.locator(".fold[open] summary")).to_contain_text(name)
    return page.locator(".fold[open] .message").inner_text()


def test_links_live_side_by_side_and_are_passed_on_from_phone_to_phone(closed_site, open_page):
    board = open_page(at=closed_site, role="admin", **HAND)
    board.goto(f"{SAMPLE_CLUB}/")
    board.get_by_role("link", name="Klub", exact=True).tap()
    board.get_by_role("link", name=re.compile("Klubbens links")).tap()
    for_players = make_link(board, "Spillerne")
    for_the_wall = make_link(board, "Opslagstavlen")
    board.get_by_role("button", name="Del").tap()
    assert shared(board) == for_the_wall
    assert (violations(board, "light"), sideways(board)) == ([], 0)

    player = open_page(at=closed_site, **HAND)
    player.goto(for_players)
    player.wait_for_url(f"**{SAMPLE_CLUB}/")
    player.goto(f"{SAMPLE_CLUB}/standings/")
    player.locator("summary", has_text="Del").tap()
    player.get_by_role("button", name="Send teksten").tap()
    message = player.locator(".message").inner_text()
    assert shared(player) == message.strip()
    assert "1. Hans Peder +36,25" in message
    expect(player.get_by_text("Alle med linket kan læse klubben.")).to_be_visible()

    another = open_page(at=closed_site, **HAND)
    another.goto(message.strip().split("\n")[-1])
    another.wait_for_url(f"**{SAMPLE_CLUB}/standings/")


def test_where_there_is_no_sharing_the_green_button_copies_all_that_is_seen(closed_site, open_page):
    page = open_page(at=closed_site, role="secretary", permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{SAMPLE_CLUB}/evenings/8/")
    page.locator("summary", has_text="Del").click()
    expect(page.get_by_role("button", name="Send teksten")).to_be_hidden()

    page.get_by_role("button", name="Kopiér teksten").click()

    expect(page.get_by_role("button", name="Kopieret")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.replace("\r", "") == page.locator(".message").inner_text().strip()
    assert copied.startswith("Whistklubben Kattens Es, 9. juli hos Åse\n\n1. Jørgen +12,25\n")
