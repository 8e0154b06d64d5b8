"""`python dev.py bench what_if`: seconds and megabytes of the command over a long season, seconds of the page."""

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
from tests.bench.parts.program_costs import Costs, costs_of

MOST_SECONDS, MOST_MEGABYTES = 5, 300
MOST_SECONDS_OF_A_PAGE = 2
PRICES = {"every deal pays otherwise": "call-ace-whist", "no deal has a price": "whistklubben"}
TIMES = 5


class Command(BaseCommand):
    help = (
        "Measure what if in a database of its own. A season of 100000 deals is entered through the services first, "
        "which takes some minutes."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--deals", type=int, default=100_000, help="the season that the command compares")
        parser.add_argument("--page-deals", type=int, default=10_000, help="the season that the page compares")

    def handle(self, *_args: Any, **options: Any) -> None:
        with temporary_database(), override_settings(STORAGES=PLAIN_FILES, DEBUG=False):
            slow = [*self._commands(options["deals"]), *self._page(options["page_deals"])]
        if slow:
            raise CommandError(f"What if is too slow or too large: {'; '.join(slow)}.")

    def _commands(self, deals: int) -> list[str]:
        """Measure the command from start to end; returns what exceeds its limits."""
        club, slow = long_season(name="Bench long", deals=deals), []
        for name, table in PRICES.items():
            costs = command_costs(club, table)
            spent = f"{costs.seconds:.2f} s ({costs.cpu_seconds:.2f} s of the processor)"
            self.stdout.write(f"command, {deals} deals, {name}: {spent}, {costs.megabytes:.0f} MB")
            if costs.seconds > MOST_SECONDS or costs.megabytes > MOST_MEGABYTES:
                slow.append(f"{name}: more than {MOST_SECONDS} s or {MOST_MEGABYTES} MB")
        return slow

    def _page(self, deals: int) -> list[str]:
        club, slow = long_season(name="Bench page", deals=deals), []
        for name, table in PRICES.items():
            seconds = page_seconds(club, table)
            self.stdout.write(f"page, {deals} deals, {name}: {seconds:.2f} s")
            if seconds > MOST_SECONDS_OF_A_PAGE:
                slow.append(f"the page, {name}: more than {MOST_SECONDS_OF_A_PAGE} s")
        return slow


def command_costs(club: Club, table: str) -> Costs:
    """The costs of `manage.py what_if` in a process of its own."""
    season = current_of(seasons_of(club=club))
    assert season is not None
    return costs_of("manage.py", "what_if", club.slug, season.slug, "--table", table, database_url=database_url())


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
