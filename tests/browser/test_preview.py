"""The live preview shows the server's own numbers, for every outcome of every table."""

import json
import random

import pytest

from ledger.rules.deals import deal_data, read_deal
from ledger.rules.document import fill_prices
from ledger.rules.outcomes import every_deal
from ledger.rules.presets import GALLERY, SEEDS, preset, table_from
from ledger.rules.settling import settle
from ledger.rules.tariff import compile_tariff
from ledger.templatetags.ledger_format import format_units
from ledger.web.deal_form import initial_from
from tests.browser.steps import ids_at_table, sign_in

SAY = """
    deals => deals.map(said => {
      const form = document.querySelector("form.deal");
      for (const box of form.querySelectorAll("[type=checkbox]")) box.checked = false;
      for (const [name, value] of Object.entries(said)) {
        const field = form.querySelector(`[name=${name}][value="${value}"]`) ?? form.querySelector(`[name=${name}]`);
        if (!field) continue;
        if (field.type === "checkbox") field.checked = value;
        else if (field.type === "radio") field.checked = true;
        else field.value = value;
      }
      form.dispatchEvent(new Event("input"));
      return [...form.querySelectorAll(".preview .points")].map(cell => cell.textContent);
    })
"""

MOST_OF_THE_GALLERY = 200

# For each table an evening of a club of its own with its prices, opened as the pages open it; prints their addresses.
OPEN_EVENINGS = """
import datetime, json, sys
from django.contrib.auth.models import User
from django.utils import timezone
from ledger.models import TableVersion
from ledger.services.clubs import NewClub, start_club, start_evening
from ledger.services.tables import publish_version
founder = User.objects.get(username="sekretaer")
day = datetime.date(2026, 11, 5)
addresses = {}
for code, document, seats in json.loads(sys.stdin.read()):
    names = ["Agnes", "Bertel", "Clara", "Ditlev", "Else"][:seats]
    new = NewClub(name=code, language="da", preset=code, players=names, season="2026", starts_on=day, options={})
    club = start_club(new=new, founder=founder, now=timezone.now())
    version = publish_version(table=club.tables.get(), document=document, author=founder, now=timezone.now())
    players = list(club.players.order_by("id"))
    season, signed = club.seasons.get(), {"author": founder, "now": timezone.now()}
    evening = start_evening(season=season, day=day, players=players, version=version, **signed)
    addresses[code] = f"/{club.slug}/evenings/{evening.number}/deals/new/"
print(json.dumps(addresses))
"""

CODES = [*SEEDS, "pywhist", "whist2", "whist-scoreboard"]


def priced(code):
    """A preset as a club would use it: where the source has no prices, the club has typed 24 everywhere."""
    missing = table_from(code).missing_prices
    return fill_prices(preset(code), {price.path: "24" for price in missing})


def pay(table, tariff, players, deal):
    """What the server's own settlement looks like on a Danish page."""
    units = settle(read_deal(deal, table, players), tariff, players).units
    return [format_units(units[player], table.unit_denominator, "da") for player in players]


def deals_of(table, players):
    """Every outcome of a table, as deals by those who do not sit out; the first seat deals.

    Two on a nolo pay by two look-ups of their own, so a handful of results for the second will do, and of a table of
    the gallery some outcomes drawn once and for all.
    """
    in_play = players[-table.seats.max :]
    deals = [deal_data(deal) for deal in every_deal(table, in_play)]
    few = [deal for deal in deals if all(each["tricks"] <= 2 for each in deal.get("participants", [])[1:])]
    if table.code in GALLERY:
        few = random.Random(table.code).sample(few, min(len(few), MOST_OF_THE_GALLERY))
    return [{**deal, "dealer": players[0]} for deal in few]


@pytest.fixture(scope="module")
def addresses(site):
    """Where each table's evening takes its next deal, by the table's code."""
    documents = {code: priced(code) for code in CODES}
    tables = [(code, document, seats(table_from(document))) for code, document in documents.items()]
    return json.loads(site.manage("shell", "-v", "0", "-c", OPEN_EVENINGS, stdin=json.dumps(tables)))


def seats(table):
    return 5 if table.partner == "called" else 4


@pytest.mark.parametrize("code", CODES)
def test_the_preview_shows_what_the_server_would_pay(site, open_page, addresses, code):
    table = table_from(priced(code))
    page = open_page()
    sign_in(page, site.login("secretary"))
    page.goto(addresses[code])
    players = list(ids_at_table(page).values())
    deals = deals_of(table, players)

    shown = page.evaluate(SAY, [initial_from(deal, table) for deal in deals])

    tariff = compile_tariff(table)
    wanted = [pay(table, tariff, players, deal) for deal in deals]
    assert [(deal, seen) for deal, seen, want in zip(deals, shown, wanted, strict=True) if seen != want] == []
