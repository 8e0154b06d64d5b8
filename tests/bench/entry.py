"""`python dev.py bench entry`: from sending a deal to the next deal's page, on the last evening of a long season."""

import time
import uuid
from collections.abc import Iterator
from io import BytesIO
from statistics import median
from typing import Any
from urllib.parse import urlencode

from django.core.handlers.wsgi import WSGIHandler
from django.core.management.base import CommandError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from ledger.models import Club, Evening
from ledger.queries.evenings.turns import at_table
from ledger.services.deals import record_deals
from tests.bench.measuring import EMPTY, Figure, ask_site, seconds

MOST_SAVED, MOST_TYPED, MOST_DRAWN = 80, 600, 240  # times the processor's time of an empty view
MOST_STATEMENTS, MOST_QUERIES = 25, 15
TYPED = 40  # deals of an evening that is typed in at once
TOKEN = "t" * 32  # against forged forms
TRANSACTION = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")


def figures(club: Club, _deals: int, rounds: int) -> Iterator[Figure]:
    """What saving a deal costs and the page that follows, in empty views where nothing else is said.

    So many deals are saved as by a browser, and each time the page and an empty view drawn; medians of one run.
    """
    evening, site, secretary = club.evenings.latest("number"), WSGIHandler(), Client()
    secretary.force_login(club.memberships.get().user)
    address = reverse("deal_new", args=[club.slug, evening.number])
    signed = {"HTTP_COOKIE": f"{secretary.cookies['sessionid'].OutputString()}; csrftoken={TOKEN}"}
    before = evening.entries.count()
    saved, drawn, empty = list[float](), list[float](), list[float]()
    for place in range(rounds):
        saved.append(seconds(site, address, **signed, **_deal_form(evening, place)))
        ask_site(site, address, **signed)  # with the notice that it is saved
        drawn.append(seconds(site, address, **signed))
        empty += [seconds(site, EMPTY) for _ in range(3)]
    with CaptureQueriesContext(connection) as saving:
        ask_site(site, address, **signed, **_deal_form(evening, rounds))
    ask_site(site, address, **signed)
    with CaptureQueriesContext(connection) as drawing:
        ask_site(site, address, **signed)
    if evening.entries.count() != before + rounds + 1:
        raise CommandError("Not every deal was saved.")
    statements = sum(not query["sql"].startswith(TRANSACTION) for query in saving)
    yield Figure("a deal saved", median(saved) / median(empty), MOST_SAVED)
    yield Figure("its statements, without the transaction's own", statements, MOST_STATEMENTS)
    yield Figure("the entry page drawn", median(drawn) / median(empty), MOST_DRAWN)
    yield Figure("its queries", len(drawing), MOST_QUERIES)
    yield Figure(f"{TYPED} deals typed at once", _cost_of_typing(evening) / median(empty), MOST_TYPED)


def _cost_of_typing(evening: Evening) -> float:
    """The seconds of the processor for deals of an evening that are typed in together."""
    deal = evening.entries.filter(kind="deal").latest("sequence").deal
    author = evening.club.memberships.get().user
    started = time.process_time()
    record_deals(evening=evening, deals=[deal] * TYPED, key=uuid.uuid4(), author=author, now=timezone.now())
    return time.process_time() - started


def _deal_form(evening: Evening, place: int) -> dict[str, Any]:
    """A plain contract as the entry form sends it, among those who do not sit out, about which nothing is asked."""
    table = at_table(evening=evening)
    assert table is not None
    declarer, partner = [str(player) for player in table.players if player != table.dealer][:2]
    fields = {"key": str(uuid.uuid4()), "declarer": declarer, "partner": partner, "dealer": str(table.dealer)}
    level = 7 + place % 5
    fields |= {"contract": str(level), "column": "plain", "tricks": str(level - 1 + place % 3), "save": "1"}
    body = urlencode(fields).encode()
    return {
        "REQUEST_METHOD": "POST",
        "CONTENT_TYPE": "application/x-www-form-urlencoded",
        "CONTENT_LENGTH": str(len(body)),
        "HTTP_X_CSRFTOKEN": TOKEN,
        "HTTP_IN_PLACE": "true",
        "wsgi.input": BytesIO(body),
    }
