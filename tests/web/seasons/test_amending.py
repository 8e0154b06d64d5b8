"""The pages that put right an evening's day, a season's name, the club's own; and former addresses that lead on."""

import uuid

import pytest
from django.test import Client

from ledger.models import Evening
from ledger.services.evenings.approval import approve_evening
from ledger.services.seasons import close_season
from tests.support.people import make_club, make_evening, record, season_of, signed, trick
from tests.web.reading import page

pytestmark = pytest.mark.django_db

CLUB = "/torsdagsklubben/"
CHANGE = f"{CLUB}evenings/1/change/"
SEASON = f"{CLUB}seasons/2026-27/"


@pytest.fixture
def club():
    make_evening(make_club("Mandagsklubben", founder="oda"))
    return make_club()


def form(**fields):
    return {"key": str(uuid.uuid4()), **fields}


def test_the_secretary_puts_an_evenings_day_and_place_right(secretary, evening):
    assert f'href="{CHANGE}"' in secretary.get(f"{CLUB}evenings/1/").content.decode()
    assert 'value="2026-09-03"' in secretary.get(CHANGE).content.decode()

    saved = secretary.post(CHANGE, form(day="2026-09-10", place="  Hos  Carl "), follow=True)

    assert saved.redirect_chain == [(f"{CLUB}evenings/1/", 302)]
    assert "10 September hos Carl" in page(saved)
    log = page(secretary.get(f"{CLUB}log/?group=evenings"))
    assert "Evening's date changed: Evening 1, 10 Sep 2026 3 Sep 2026 → 10 Sep 2026 Sekretær 2" in log
    assert "Evening's place changed: Evening 1, 10 Sep 2026 Sekretær 2" in log


def test_an_evening_opened_by_mistake_is_removed_with_one_press_that_counts_once(secretary, evening):
    remove = f"{CLUB}evenings/1/remove/"
    assert "Was it opened by mistake?" in page(secretary.get(CHANGE))
    sent = form()

    removed = secretary.post(remove, sent, follow=True)

    assert "Evening 1 is removed." in page(removed)
    assert secretary.post(remove, sent).status_code == 302
    for address in (f"{CLUB}evenings/1/", CHANGE, f"{CLUB}evenings/1/seats/", f"{CLUB}evenings/1/deals/new/"):
        assert secretary.get(address).status_code == 404
    for address in (CLUB, SEASON, f"{CLUB}seasons/", f"{CLUB}standings/", f"{CLUB}log/"):
        assert f'href="{CLUB}evenings/1/' not in secretary.get(address).content.decode()
    assert "Evening removed: Evening 1, 3 Sep 2026 3 Sep 2026 Sekretær 2" in page(secretary.get(f"{CLUB}log/"))
    assert Evening.objects.count() == 1  # the other club's


def test_an_evening_with_a_deal_is_not_offered_for_removal(secretary, evening):
    record(evening, trick(evening, "Bodil", "Carl", 8))

    assert "Was it opened by mistake?" not in page(secretary.get(CHANGE))
    late = secretary.post(f"{CLUB}evenings/1/remove/", form())
    assert "Evening 1 has deals in the book, so it stays: void its deals instead." in page(late)


def test_an_approved_evening_leads_back_to_its_sheet(secretary, evening):
    approve_evening(evening=evening, entry_count=0, **signed(evening.club))

    assert secretary.get(CHANGE)["Location"] == f"{CLUB}evenings/1/"
    assert 'evenings/1/change/"' not in secretary.get(f"{CLUB}evenings/1/").content.decode()
    assert "Evening 1 is approved" in page(secretary.post(CHANGE, form(day="2026-09-10", place="")))


def test_a_season_is_renamed_and_its_former_addresses_lead_on(secretary, club):
    evening = make_evening(club)
    saved = secretary.post(f"{SEASON}change/", form(name="Vinter", starts_on="2026-09-01"), follow=True)
    now = f"{CLUB}seasons/vinter/"

    assert saved.redirect_chain == [(now, 302)]
    assert "The season Vinter is saved." in page(saved)
    leads = {
        SEASON: now,
        f"{SEASON}workbook.xlsx": f"{now}workbook.xlsx",
        f"{SEASON}?page=2&sort=number": f"{now}?page=2&sort=number",
        f"{CLUB}standings/?season=2026-27": f"{CLUB}standings/?season=vinter",
        f"{CLUB}evenings/new/?season=2026-27": f"{CLUB}evenings/new/?season=vinter",
    }
    assert {address: secretary.get(address)["Location"] for address in leads} == leads
    assert Client().get(SEASON)["Location"] == now
    late = secretary.post(f"{SEASON}change/", form(name="Vinter 26", starts_on="2026-09-01"), follow=True)
    assert late.redirect_chain[0] == (f"{now}change/", 307)
    assert season_of(club).name == "Vinter 26"
    assert evening.season_id == season_of(club).pk
    assert secretary.get("/mandagsklubben/seasons/vinter/").status_code == 404


def test_a_closed_season_offers_no_change(secretary, club):
    close_season(season=season_of(club), entry_count=0, **signed(club))

    assert secretary.get(f"{SEASON}change/")["Location"] == SEASON
    assert "Change name or first day" not in page(secretary.get(SEASON))
    late = secretary.post(f"{SEASON}change/", form(name="Vinter", starts_on="2026-09-01"))
    assert "The season 2026/27 is closed: its name and its first day stand." in page(late)
