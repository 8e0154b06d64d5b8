"""A closed club's links on a phone: made, shared, scanned, passed on by a reader, and one of them withdrawn."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.axe import sideways, violations
from tests.browser.conftest import Site, new_phone, running_site
from tests.browser.steps import SAMPLE_CLUB, sign_in

CLOSED = f"""
from django.utils import timezone
from ledger.models import Club
from ledger.services.clubs.addresses import choose_readers
club = Club.objects.get(slug="{SAMPLE_CLUB[1:]}")
choose_readers(club=club, readers="link", is_listed=False, author=None, now=timezone.now())
"""


@pytest.fixture(scope="module")
def own_site(prepared, tmp_path_factory) -> Iterator[Site]:
    """A site whose sample club is read by its links alone."""
    with running_site(prepared.start(tmp_path_factory.mktemp("links"))) as site:
        site.run(CLOSED)
        yield site


@pytest.fixture
def phone_of_its_own(chromium, own_site):
    """Another phone each time, on which nobody has been here."""
    pages = []

    def phone_of_its_own(**more):
        pages.append(new_phone(chromium, own_site, **more))
        return pages[-1]

    yield phone_of_its_own
    for page in pages:
        page.context.close()


def make_link(page, name):
    page.get_by_label("Nyt link til").fill(name)
    page.get_by_role("button", name="Nyt link").tap()
    expect(page.locator(".fold[open] summary")).to_contain_text(name)
    return page.locator(".fold[open] .message").inner_text()


def test_links_live_side_by_side_and_are_passed_on_from_phone_to_phone(own_site, phone_of_its_own):
    board = phone_of_its_own()
    sign_in(board, own_site, "admin")
    board.goto(f"{SAMPLE_CLUB}/")
    board.get_by_role("link", name="Klub", exact=True).tap()
    board.get_by_role("link", name=re.compile("Klubbens links")).tap()
    for_players = make_link(board, "Spillerne")
    for_the_wall = make_link(board, "Opslagstavlen")
    board.get_by_role("button", name="Del").tap()
    assert board.evaluate("shared") == for_the_wall
    assert (violations(board, "light", "dark"), sideways(board)) == ([], 0)

    player, passer_by = phone_of_its_own(), phone_of_its_own()
    for reader, link in ((player, for_players), (passer_by, for_the_wall)):
        reader.goto(link)
        reader.wait_for_url(f"**{SAMPLE_CLUB}/")
    player.goto(f"{SAMPLE_CLUB}/standings/")
    player.locator("summary", has_text="Del").tap()
    message = player.locator(".message").inner_text()
    player.get_by_role("button", name="Send teksten").tap()
    assert player.evaluate("shared") == message.strip()
    assert "1. Hans Peder +36,25" in message
    expect(player.get_by_text("Alle med linket kan læse klubben.")).to_be_visible()

    another = phone_of_its_own(shares=False, javascript=False)
    another.goto(message.strip().split("\n")[-1])
    another.wait_for_url(f"**{SAMPLE_CLUB}/standings/")

    board.get_by_role("link", name="Træk linket tilbage").first.tap()
    expect(board.get_by_role("heading", level=1)).to_have_text("Træk Opslagstavlen tilbage?")
    assert (violations(board, "light", "dark"), sideways(board)) == ([], 0)
    board.get_by_role("button", name="Træk linket tilbage").tap()
    expect(board.get_by_role("status")).to_contain_text("Linket er trukket tilbage")
    assert passer_by.goto(f"{SAMPLE_CLUB}/standings/").status == 404
    assert player.goto(f"{SAMPLE_CLUB}/standings/").status == 200
    assert another.goto(f"{SAMPLE_CLUB}/evenings/14/").status == 200


def test_where_there_is_no_sharing_the_green_button_copies_all_that_is_seen(own_site, phone_of_its_own):
    page = phone_of_its_own(shares=False, permissions=["clipboard-read", "clipboard-write"])
    sign_in(page, own_site, "secretary")
    page.goto(f"{SAMPLE_CLUB}/evenings/8/")
    page.locator("summary", has_text="Del").tap()
    expect(page.get_by_role("button", name="Send teksten")).to_be_hidden()

    page.get_by_role("button", name="Kopiér teksten").tap()

    expect(page.get_by_role("button", name="Kopieret")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.replace("\r", "") == page.locator(".message").inner_text().strip()
    assert copied.startswith("Whistklubben Kattens Es, 9. juli hos Åse\n\n1. Jørgen +12,25\n")
