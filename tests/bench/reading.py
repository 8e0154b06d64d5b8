"""`python dev.py bench reading`: what readers wait for in a season of 10,500 deals, each figure beside what it must be.

Costs are multiples of the processor time of an empty view with the full middleware, in the same run.
"""

from collections.abc import Iterator
from statistics import median
from typing import Any

from django.core.handlers.wsgi import WSGIHandler
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.test.utils import override_settings

from tests.bench.pages import EMPTY, SETTINGS, ask_site, pages_of, seconds, temporary_database
from tests.bench.parts.figures import Figure, print_all
from tests.bench.parts.long_season import long_season
from tests.bench.parts.stretched import stretch

DEALS, PLAYED = 10_500, 1_500  # of the season, and of it those that were played; the rest are copies of them
MOST = 600


class Command(BaseCommand):
    help = "Measure what readers wait for in a database of its own, and fail where a figure is not what it must be."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--rounds", type=int, default=15, help="rounds of a question a page (default: 15)")

    def handle(self, *_args: Any, rounds: int, **_options: Any) -> None:
        with temporary_database(), override_settings(**SETTINGS):
            print_all(figures(rounds), self.stdout)


def figures(rounds: int) -> Iterator[Figure]:
    """Every page that readers have, drawn, in empty views."""
    club = long_season(name="Long", deals=PLAYED)
    stretch(season=club.seasons.get(), times=DEALS // PLAYED)
    pages = {page.name: page.address for page in pages_of(club) if not page.cookie}
    for name, cost in zip(pages, drawing_costs(rounds, *pages.values()), strict=True):
        yield Figure(f"{name}, {DEALS:,} deals", cost, MOST)


def drawing_costs(rounds: int, *addresses: str) -> list[float]:
    """How many empty views each page costs when it is drawn; medians of interleaved rounds."""
    site = WSGIHandler()
    spent: dict[str, list[float]] = {address: [] for address in (*addresses, EMPTY)}
    for address in spent:
        if (status := ask_site(site, address)["status"]) != "200 OK":
            raise CommandError(f"{address}: {status}")
    for _ in range(rounds):
        for address, times in spent.items():
            times.append(seconds(site, address))
    empty = median(spent.pop(EMPTY))
    return [median(times) / empty for times in spent.values()]
