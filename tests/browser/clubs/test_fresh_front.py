"""A club's front on a phone: a fresh one begins with its first evening, later one green button is at the top."""

import re

from playwright.sync_api import expect

from tests.browser.axe import sideways, violations
from tests.browser.steps import SAMPLE_CLUB, shared, sign_in

FRESH = """
import datetime
from django.contrib.auth.models import User
from django.utils import timezone
from ledger.services.clubs.clubs import NewClub, start_club
from ledger.services.clubs.addresses import make_reading_link
founder, now = User.objects.get(username="sekretaer"), timezone.now()
new = NewClub(name="Onsdagswhisten", language="da", preset="esmakker-wikipedia",
              players=["Anna", "Bent", "Carl", "Dora"],
              season="Sæson 2026", starts_on=timezone.localdate(), readers="link")
club = start_club(new=new, founder=founder, now=now)
make_reading_link(club=club, name="Spillerne", author=founder, now=now)
"""


def test_a_fresh_clubs_front_begins_with_its_first_evening_and_hands_out_the_link(site, phone):
    site.run(FRESH)
    sign_in(phone, site, "secretary")
    phone.goto("/onsdagswhisten/")

    expect(phone.locator("h1")).to_have_text("Onsdagswhisten er klar")
    first = phone.get_by_role("link", name="Ny aften")
    assert first.bounding_box()["y"] < 300
    link = phone.locator(".link-box").inner_text()
    assert re.search(r"/onsdagswhisten/read/\S{32}", link)
    assert phone.locator(".qr").bounding_box()["y"] < 740
    phone.get_by_role("button", name="Del").tap()
    assert shared(phone) == link
    assert phone.locator("main .button:not(.secondary), main button:not(.secondary)").count() == 1
    phone.locator("summary", has_text="Det kan vente").tap()
    expect(phone.get_by_role("link", name="Ret spillerlisten")).to_be_visible()
    assert (violations(phone, "light", "dark"), sideways(phone)) == ([], 0)

    first.tap()
    phone.wait_for_url("**/evenings/new/")


def test_later_one_green_button_is_at_the_top_of_the_boards_front_and_none_on_a_readers(site, phone):
    phone.goto(f"{SAMPLE_CLUB}/")
    green = phone.locator("main .button:not(.secondary), main button:not(.secondary):visible")
    expect(green).to_have_count(0)
    phone.locator("summary", has_text="Del linket til klubben").tap()
    phone.get_by_role("button", name="Send teksten").tap()
    assert shared(phone).endswith(f"{SAMPLE_CLUB}/")
    assert (violations(phone, "light", "dark"), sideways(phone)) == ([], 0)

    sign_in(phone, site, "secretary")
    phone.goto(f"{SAMPLE_CLUB}/")
    expect(green).to_have_count(1)
    assert green.bounding_box()["y"] < 300
    phone.locator("summary", has_text="Klubbens opgaver").tap()
    expect(phone.get_by_role("link", name="Klubbens links")).to_be_visible()
    assert (violations(phone, "light", "dark"), sideways(phone)) == ([], 0)


def test_the_sheet_for_a_new_secretary_invites_in_one_step(site, phone):
    sign_in(phone, site, "admin")
    phone.goto(f"{SAMPLE_CLUB}/hand-over/")

    button = phone.get_by_role("button", name="Invitér")
    assert button.bounding_box()["y"] < 640
    expect(phone.locator("code").first).to_be_hidden()
    for summary in phone.locator("main summary").all():
        summary.tap()
    assert (violations(phone, "light", "dark"), sideways(phone)) == ([], 0)
    phone.get_by_label("Den nye hedder").fill("Birthe")
    button.tap()

    expect(phone.locator("main")).to_contain_text("Et link til Birthe")
