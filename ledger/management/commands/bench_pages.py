"""`manage.py bench_pages`: what a reader's page costs beside an empty view, and whether it grows with the season."""

import io
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from django.core.handlers.wsgi import WSGIHandler
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test.utils import override_settings
from django.urls import include, path

from ledger.management.long_season import long_season
from ledger.services.kept_pages import forget_all_pages

BARS = {"drawn": 40, "kept": 3, "304": 1.5}
MOST_GROWTH = 1.3
TIMES_A_ROUND = 5
PAGES = {
    "standings": "standings/",
    "seasons": "seasons/",
    "season": "seasons/2026/",
    "front": "",
    "players": "players/",
    "player": "players/agnes/",
    "tables": "tables/",
    "evening": "evenings/1/",
    "deal": "evenings/1/deals/3/",
}
PLAIN_FILES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
Costs = dict[tuple[str, str], dict[str, float]]
"""By (page, club) and then by way of answering: CPU time as times an empty view's."""


def empty(_request: HttpRequest) -> HttpResponse:
    """The least that any view can do; what the middleware costs."""
    return HttpResponse("empty")


urlpatterns = [path("empty/", empty), path("", include("whistklub.urls"))]


class Command(BaseCommand):
    help = "Measure the pages in a database of their own: drawn, kept and answered 304, each beside an empty view."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--deals", type=int, nargs=2, default=[300, 10_000], help="the two lengths of a season")
        parser.add_argument(
            "--rounds", type=int, default=15, help="rounds of five questions of each kind (default: 15)"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        with temporary_database(), override_settings(ROOT_URLCONF=__name__, STORAGES=PLAIN_FILES, DEBUG=False):
            clubs = [long_season(name=f"Bench {deals}", deals=deals).slug for deals in options["deals"]]
            addresses = {(name, club): f"/{club}/{page}" for club in clubs for name, page in PAGES.items()}
            costs = measured(addresses, options["rounds"])
        self._print(costs, dict(zip(clubs, options["deals"], strict=True)))
        self._judge([costs["standings", club] for club in clubs])

    def _print(self, costs: Costs, lengths: dict[str, int]) -> None:
        self.stdout.write("CPU time as times an empty view's: drawn, kept, answered 304")
        for (name, club), row in sorted(costs.items(), key=lambda cost: list(PAGES).index(cost[0][0])):
            figures = "  ".join(f"{row[way]:6.2f}" for way in BARS)
            self.stdout.write(f"{name:10} {lengths[club]:6} deals  {figures}")

    def _judge(self, standings: list[dict[str, float]]) -> None:
        short, long = standings
        growth = long["drawn"] / short["drawn"]
        self.stdout.write(f"standings, the longer season beside the shorter: {growth:.2f} times")
        slow = [f"{way} {row[way]:.2f} > {bar}" for row in standings for way, bar in BARS.items() if row[way] > bar]
        if growth > MOST_GROWTH:
            slow.append(f"growth {growth:.2f} > {MOST_GROWTH}")
        if slow:
            raise CommandError(f"The standings are too slow: {'; '.join(slow)}.")


@contextmanager
def temporary_database() -> Iterator[None]:
    """An empty database of our own beside the site's, with every guard in place; dropped afterwards."""
    name = connection.settings_dict["NAME"]
    with TemporaryDirectory(prefix="whistklub-bench-") as folder, override_settings(DATA_DIR=Path(folder)):
        if connection.vendor == "sqlite":
            connection.settings_dict["TEST"]["NAME"] = str(Path(folder) / "bench.sqlite3")
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        try:
            yield
        finally:
            connection.creation.destroy_test_db(name, verbosity=0)


def measured(addresses: dict[tuple[str, str], str], rounds: int) -> Costs:
    """How many times an empty view's CPU time each page takes, in each way; medians of interleaved rounds."""
    site = WSGIHandler()
    tags = {page: asked(site, address)["ETag"] for page, address in addresses.items()}
    spent: dict[Any, list[float]] = defaultdict(list)
    for _ in range(rounds):
        for page, address in addresses.items():
            for _ in range(TIMES_A_ROUND):
                forget_all_pages()
                spent[page, "drawn"].append(seconds(site, address))
            for _ in range(TIMES_A_ROUND):
                spent[page, "empty"].append(seconds(site, "/empty/"))
                spent[page, "kept"].append(seconds(site, address))
                spent[page, "304"].append(seconds(site, address, HTTP_IF_NONE_MATCH=tags[page]))
    return {page: {way: median(spent[page, way]) / median(spent[page, "empty"]) for way in BARS} for page in addresses}


def seconds(site: WSGIHandler, address: str, **headers: str) -> float:
    """The CPU time of one answer."""
    started = time.process_time()
    asked(site, address, **headers)
    return time.process_time() - started


def asked(site: WSGIHandler, address: str, **headers: str) -> dict[str, str]:
    """Ask the site as a server does for a browser; the headers of the answer."""
    given: dict[str, str] = {}
    environ = {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": address,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_ACCEPT_ENCODING": "gzip",
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(),
        "wsgi.errors": io.StringIO(),
        **headers,
    }
    response = site(environ, lambda status, answer: given.update({"status": status, **dict(answer)}))
    b"".join(response)
    response.close()
    return given
