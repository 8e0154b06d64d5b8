"""`python dev.py bench entry`: from sending a deal to the next deal's page, on the last evening of a long season."""

import time
import uuid
from collections.abc import Iterator
from io import BytesIO
from statistics import median
from typing import Any
from urllib.parse import urlencode

from django.core.handlers.wsgi import WSGIHandler
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings
from django.urls import reverse
from django.utils import timezone

from ledger.models import Club, Evening
from ledger.queries.evenings.turns import at_table
from ledger.services.deals import record_deals
from tests.bench.pages import EMPTY, SETTINGS, ask_site, seconds, temporary_database
from tests.bench.parts.figures import Figure, print_all
from tests.bench.parts.long_season import long_season

MOST_SAVED, MOST_TYPED, MOST_DRAWN = 80, 600, 240  # times the processor's time of an empty view
MOST_STATEMENTS, MOST_QUERIES = 25, 15
TYPED = 40  # deals of an evening that is typed in at once
TRANSACTION = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")


class Command(BaseCommand):
    help = "Measure the saving of a deal in a database of its own: a season is played there first."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--deals", type=int, default=10_000, help="the length of the season (default: 10,000)")
        parser.add_argument("--rounds", type=int, default=40, help="deals that are saved (default: 40)")

    def handle(self, *_args: Any, deals: int, rounds: int, **_options: Any) -> None:
        with temporary_database(), override_settings(**SETTINGS):
            club = long_season(name="Bench", deals=deals)
            print_all(figures(club, rounds), self.stdout)


def figures(club: Club, rounds: int) -> Iterator[Figure]:
    """What saving a deal costs and the page that follows, in empty views where nothing else is said.

    So many deals are saved as by a browser, and each time the page and an empty view drawn; medians of one run.
    """
    evening, site, secretary = club.evenings.latest("number"), WSGIHandler(), Client()
    secretary.force_login(club.memberships.get().user)
    address = reverse("deal_new", args=[club.slug, evening.number])
    token = "t" * 32
    signed = {"HTTP_COOKIE": f"{secretary.cookies['sessionid'].OutputString()}; csrftoken={token}"}
    spent: dict[str, list[float]] = {"saved": [], "drawn": [], "empty": []}
    for place in range(rounds):
        body = urlencode(_deal(evening, place)).encode()
        sent = {"REQUEST_METHOD": "POST", "CONTENT_TYPE": "application/x-www-form-urlencoded", **signed}
        sent |= {"CONTENT_LENGTH": str(len(body)), "HTTP_X_CSRFTOKEN": token, "HTTP_IN_PLACE": "true"}
        with CaptureQueriesContext(connection) as saving:
            answer = ask_site(site, address, **sent, **{"wsgi.input": BytesIO(body)})
            statements = sum(not query["sql"].startswith(TRANSACTION) for query in saving)
        if answer["status"] != "302 Found":
            raise CommandError(f"A deal was not saved: {answer['status']}.")
        ask_site(site, address, **signed)  # with the notice that it is saved
        with CaptureQueriesContext(connection) as drawing:
            ask_site(site, address, **signed)
            queries = len(drawing)
        body = urlencode(_deal(evening, place)).encode()
        sent |= {"CONTENT_LENGTH": str(len(body)), "wsgi.input": BytesIO(body)}
        spent["saved"].append(seconds(site, address, **sent))
        spent["drawn"].append(seconds(site, address, **signed))
        spent["empty"] += [seconds(site, EMPTY) for _ in range(3)]
    saved, drawn, empty = map(median, spent.values())
    yield Figure("a deal saved", saved / empty, MOST_SAVED)
    yield Figure("its statements, without the transaction's own", statements, MOST_STATEMENTS)
    yield Figure("the entry page drawn", drawn / empty, MOST_DRAWN)
    yield Figure("its queries", queries, MOST_QUERIES)
    yield Figure(f"{TYPED} deals typed at once", _cost_of_typing(evening) / empty, MOST_TYPED)


def _cost_of_typing(evening: Evening) -> float:
    """The seconds of the processor for deals of an evening that are typed in together."""
    deal = evening.entries.filter(kind="deal").latest("sequence").deal
    author = evening.club.memberships.get().user
    started = time.process_time()
    record_deals(evening=evening, deals=[deal] * TYPED, key=uuid.uuid4(), author=author, now=timezone.now())
    return time.process_time() - started


def _deal(evening: Evening, place: int) -> dict[str, str]:
    """A plain contract as the entry form sends it, among those who do not sit out, about which nothing is asked."""
    table = at_table(evening=evening)
    assert table is not None
    declarer, partner = [str(player) for player in table.players if player != table.dealer][:2]
    fields = {"key": str(uuid.uuid4()), "declarer": declarer, "partner": partner, "dealer": str(table.dealer)}
    level = 7 + place % 5
    return fields | {"contract": str(level), "column": "plain", "tricks": str(level - 1 + place % 3), "save": "1"}
