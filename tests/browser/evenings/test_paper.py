"""The paper sheet: one sheet of A4 whatever the table and however many sit there, and its total at the end."""

import re

import pytest

from tests.browser.axe import sideways
from tests.browser.steps import line_field, open_evening

PAGE_OF_A_PDF = re.compile(rb"/Type\s*/Page\b(?!s)")
LYING_A4 = re.compile(rb"/MediaBox\s*\[0 0 84[12](\.\d+)? 59[45](\.\d+)?\]")
PRINTABLE = {"width": 1062, "height": 733}  # A4 lying down without its margins, in pixels
# Grundtakst has the most attachments, Esmakkerwhist the most nolo contracts, Pywhist trumps and knocks.
WIDEST = ("grundtakst", "esmakker-wikipedia", "pywhist")
OTHERS = ("call-ace-euchre", "dansk-whist", "engelsk-whist", "whistklubben", "call-ace-whist-quarter")


def prints(page, address):
    """How a sheet comes out: the pages, whether they lie down, and by how many pixels it is too wide."""
    page.goto(address)
    pdf = page.pdf(prefer_css_page_size=True)
    page.emulate_media(media="print")
    wider = page.evaluate(
        "Math.max(0, document.querySelector('.paper').getBoundingClientRect().width - document.body.clientWidth)"
    )
    page.emulate_media()
    return len(PAGE_OF_A_PDF.findall(pdf)), bool(LYING_A4.search(pdf)), wider


@pytest.mark.parametrize(
    ("codes", "codes_of_five"),
    [(WIDEST, WIDEST[:1]), pytest.param(WIDEST + OTHERS, WIDEST + OTHERS, marks=pytest.mark.long)],
)
def test_a_sheet_is_one_page_of_a4_for_four_five_and_seven(evenings, open_page, codes, codes_of_five):
    page = open_page(**PRINTABLE)
    addresses = []
    for code in codes:
        evening = evenings.at(code, 4).replace("deals/new/", "")
        page.goto(evening)
        prices = page.locator("#more a[href*='/tables/']").first.get_attribute("href")
        addresses.append(f"{evening}paper/")
        sizes = [(5, 23), (7, 26)] if code in codes_of_five else [(7, 26)]
        addresses += [f"{prices}paper/?players={players}&rows={rows}" for players, rows in sizes]
    addresses.append(f"{prices}paper/?players=7")

    assert {address: prints(page, address) for address in addresses} == dict.fromkeys(addresses, (1, True, 0))


LONG_NAMES = """
import sys
from django.utils import timezone
from ledger.models import Club
from ledger.services.clubs.clubs import change_player
club = Club.objects.get(slug=sys.stdin.read())
signed = {"author": club.memberships.get().user, "now": timezone.now()}
for number, player in enumerate(club.players.order_by("id")):
    words = ["Christoffersen" * 5, "Anne-Margrethe Bartholin-Christoffersen Nielsen til Rosenholm"][number % 2 :]
    name = f"{number}{words[0]}"[:60]
    change_player(player=player, name=name, is_guest=False, is_active=True, **signed)
"""


def test_the_longest_names_keep_to_the_phone_and_to_one_sheet(site, open_page):
    entry = open_evening(site, WIDEST[1], 6)
    evening = entry.replace("deals/new/", "")
    site.run(LONG_NAMES, stdin=evening.split("/")[1])
    page = open_page(width=390, role="secretary")
    page.goto(entry)
    line_field(page).fill("p")
    page.locator("[name=line-text]").press("Enter")
    page.locator(".messages .success").wait_for()

    too_wide = {}
    for address in (entry, evening, f"{evening}deals/1/", f"{evening}seats/", f"{evening}paper/"):
        page.goto(address)
        too_wide[address] = sideways(page)

    assert too_wide == dict.fromkeys(too_wide, 0)
    assert prints(open_page(**PRINTABLE), f"{evening}paper/") == (1, True, 0)
