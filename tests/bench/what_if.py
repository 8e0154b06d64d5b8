"""`python dev.py bench what_if`: seconds of the page over a long season."""

import os
import time
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.test import Client
from django.test.utils import override_settings
from django.urls import reverse

from ledger.models import Club
from ledger.queries.clubs.clubs import current_of, seasons_of
from tests.bench.pages import PLAIN_FILES, temporary_database
from tests.bench.parts.long_season import long_season

MOST_SECONDS = 2
PRICES = {"every deal pays otherwise": "call-ace-whist", "no deal has a price": "whistklubben"}
TIMES = 5


class Command(BaseCommand):
    help = "Measure what if in a database of its own."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--deals", type=int, default=10_000, help="the season that is compared")

    def handle(self, *_args: Any, **options: Any) -> None:
        with temporary_database(), override_settings(STORAGES=PLAIN_FILES, DEBUG=False):
            club, slow = long_season(name="Bench long", deals=options["deals"]), []
            for name, table in PRICES.items():
                seconds = page_seconds(club, table)
                self.stdout.write(f"page, {options['deals']} deals, {name}: {seconds:.2f} s")
                if seconds > MOST_SECONDS:
                    slow.append(name)
        if slow:
            raise CommandError(f"What if takes more than {MOST_SECONDS} s: {'; '.join(slow)}.")


def page_seconds(club: Club, table: str) -> float:
    """Seconds of the page for a signed-in member, the median of a few."""
    season = current_of(seasons_of(club=club))
    assert season is not None
    client = Client(SERVER_NAME="localhost")
    client.force_login(club.memberships.get().user, backend=settings.AUTHENTICATION_BACKENDS[-1])
    spent = []
    for _ in range(TIMES):
        started = time.monotonic()
        response = client.get(reverse("what_if", args=[club.slug, season.slug]), {"prices": table})
        spent.append(time.monotonic() - started)
        if b"<dl" not in response.content:
            raise CommandError(f"The page has no answer: status {response.status_code}.")
    return median(spent)


def database_url() -> str:
    """The database in use now, for another process."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite":
        return f"sqlite:///{Path(name).as_posix()}"
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()
