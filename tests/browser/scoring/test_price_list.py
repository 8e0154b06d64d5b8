"""The price list on paper, and the calculator that comes with it, as a browser draws them."""

import json
import re

import pytest
from playwright.sync_api import expect

from ledger.rules.scoring.document import SEEDS
from tests.browser.steps import SAMPLE_CLUB, press, preview, priced_preset

LONGEST = ["call-ace-whist-quarter", "esmakker-wikipedia"]
PAGE_OF_A_PDF = re.compile(rb"/Type\s*/Page\b(?!s)")

# A club for each table, with every price typed; prints the addresses of their price lists.
START_CLUBS = """
import datetime, json
from django.contrib.auth.models import User
from django.utils import timezone
from ledger.services.clubs.clubs import NewClub, start_club
from ledger.services.scoring import publish_version
founder, now, day = User.objects.get(username="sekretaer"), timezone.now(), datetime.date(2026, 8, 1)
for code, document in json.loads(%r).items():
    new = NewClub(name=f"På papir: {code}", language="da", preset=code, players=["Agnes", "Bertel", "Clara", "Ditlev"],
                  season="2026", starts_on=day, readers="everybody")
    club = start_club(new=new, founder=founder, now=now)
    version = publish_version(
        scoring_table=club.scoring_tables.get(), document=document, author=founder, now=now, in_force_from=day
    )
    print(code, f"/{club.slug}/tables/{version.pk}/")
"""


@pytest.mark.parametrize("codes", [LONGEST, pytest.param(SEEDS, marks=pytest.mark.long)])
def test_the_price_list_of_every_seed_is_one_sheet_of_a4(site, open_page, codes):
    documents = json.dumps({code: priced_preset(code) for code in codes})
    addresses = dict(line.split(" ") for line in site.run(START_CLUBS % documents).splitlines())
    page = open_page(width=390)
    pages = {}
    for code, address in addresses.items():
        page.goto(address)
        pages[code] = len(PAGE_OF_A_PDF.findall(page.pdf(format="A4", prefer_css_page_size=True)))

    assert pages == dict.fromkeys(codes, 1)


HIDDEN = """
    list => [...list.querySelectorAll("th, td")].filter(cell => cell.getBoundingClientRect().right > innerWidth).length
"""


@pytest.mark.parametrize("width", [360, 320])
def test_a_phone_shows_every_column_of_the_list(open_page, width):
    page = open_page(width=width)
    page.goto(f"{SAMPLE_CLUB}/tables/1/")

    levels = page.get_by_role("table", name="Meldinger", exact=True)
    columns = levels.get_by_role("row").first.get_by_role("columnheader").count()
    cut_off = levels.evaluate(HIDDEN)

    assert (columns, cut_off) == (5, 0)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert [table.evaluate(HIDDEN) for table in page.locator(".prices table").all()] == [0, 0]


def test_the_wall_gets_the_list_and_nothing_else(open_page):
    page = open_page()
    page.goto(f"{SAMPLE_CLUB}/tables/1/")
    page.evaluate("window.print = () => document.body.dataset.printed = 'yes'")

    page.locator("button.print").click()

    assert page.locator("body").get_attribute("data-printed") == "yes"
    page.emulate_media(media="print")
    headings = page.locator("main h2:visible, main h3:visible, main caption:visible").all_inner_texts()
    assert headings[-4:] == ["Nolo", "Tre spil", "Reglerne i ord", "Hvad slår hvad, lavest først"]
    assert not page.locator("nav.sections, .actions, .screen, .back").locator("visible=true").count()


def test_a_deal_is_tried(open_page):
    page = open_page(width=390)
    page.goto(f"{SAMPLE_CLUB}/tables/1/try/")
    for field, value in {"declarer": "A", "contract": "9", "column": "vip2", "partner": "B", "tricks": "10"}.items():
        press(page, field, value)
    assert preview(page) == {"A": "+4", "B": "+4", "C": "−4", "D": "−4"}

    page.locator(".save-bar button").click()

    told = "A og B melder 9 vip i 2. tur og får 10. C og D betaler 4 hver."
    why = "9 vip i 2. kræver 9 stik, fik 10: 2 + 1 × 2 = 4 fra hver modspiller"
    expect(page.locator(".answer p")).to_have_text([told, why])
