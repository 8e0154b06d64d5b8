"""A secretary chooses what becomes of an old book: whom it names, which prices it was kept by, a day, and its rows."""

import json
from datetime import timedelta
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.axe import sideways, violations
from tests.rules.imports.old_books import (
    FIRST_DAY,
    HEADINGS,
    WHAT,
    OldBook,
    columns_of,
    played_deals,
    row_of_deal,
    tariffs,
)

NEW_CLUB = """
import datetime, json
from django.contrib.auth.models import User
from django.utils import timezone
from ledger.services.clubs.clubs import NewClub, start_club
founder = User.objects.get(username="sekretaer")
new = NewClub(name="Gamle {width}", language="da", preset="call-ace-whist-quarter",
              players=["Anna", "Bodil", "Carl", "Dorthe"], season="2026", starts_on=datetime.date(2026, 8, 1),
              readers="everybody")
print(json.dumps(start_club(new=new, founder=founder, now=timezone.now()).slug))
"""
DAY_SINCE_LOST, WRONG_ROW = 72, 80  # the first deal of an evening, and one after it


def old_book() -> OldBook:
    """A book of ten evenings, the first five at three times the prices, with a name misspelt, a day lost and a slip."""
    versions = tariffs(has_changed=True)
    deals = played_deals(versions, Random(1))
    book = OldBook(versions, deals, columns=columns_of(*WHAT))
    book.sheets["Regnskab"] = [HEADINGS, *(row_of_deal(deal, has_day=deal.number == 1) for deal in deals)]
    book.places = [("Regnskab", row) for row in range(2, len(deals) + 2)]
    typo = next(at for at, deal in enumerate(deals) if deal.declarer == "Carl")
    for at, what, value in [(typo, "declarer", "Karl"), (DAY_SINCE_LOST, "date", None), (WRONG_ROW, "Anna", 1000)]:
        book.plant(at, what, value)
    return book


@pytest.mark.long
@pytest.mark.parametrize("width", [360, 1280])
def test_an_old_book_is_chosen_from_and_booked(site, open_page, width):
    club = json.loads(site.run(NEW_CLUB.format(width=width)))
    page = open_page(width=width, height=800, role="secretary")
    page.goto(f"/{club}/imports/")
    file = {"name": "gammel.xlsx", "mimeType": "application/octet-stream", "buffer": old_book().as_workbook()}
    page.set_input_files("[name=file]", file)
    page.click("main form button")
    assert violations(page, "light") == []
    page.click("main form[novalidate] button")
    save = page.get_by_role("button", name="Gem, og se igen")

    page.select_option("[name=name0]", label="Carl")
    page.click("[name=book]")
    expect(page.locator(".error-summary")).to_contain_text("Taksterne var måske anderledes")
    page.click("[name=earlier]")
    expect(page.locator("[name=earlier]")).to_have_count(0)
    expect(page.locator("[name^=day]")).to_have_value((FIRST_DAY + timedelta(weeks=8)).isoformat())
    for select in page.locator("[name^=alike]").all():
        select.select_option(index=1)
    page.locator(".kind", has_text="1 række").locator("summary").first.click()
    page.select_option(f"[name=row-1-{WRONG_ROW + 2}]", "book")
    assert violations(page, "light", "dark") == []
    assert sideways(page) == 0
    save.click()

    expect(page.locator(".stand")).to_contain_text("er i orden")
    deals, points, doubts, left = map(int, page.locator(".facts dd").all_inner_texts())
    assert (deals + points, points, doubts, left) == (90, 1, 1, 0)
    page.click("[name=book]")
    undo = page.get_by_role("button", name="Tag det hele ud igen", exact=True)
    undo.wait_for()  # while the page follows how far it is
    expect(page.locator("main")).to_contain_text("dagen er et gæt")
    undo.click()
    expect(page.locator("main .notice", has_text="Taget ud igen")).to_be_visible()
