"""`python dev.py bench pages`: what a page costs compared with an empty view.

On PostgreSQL a page that is answered 304 waits once for the server, which an empty view does not; what one such
wait costs is measured in the same run, by an empty view with a bare question, and added to what the page may cost.
"""

import io
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.handlers.wsgi import WSGIHandler
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.test.utils import override_settings
from django.urls import include
from django.urls import path as route

from ledger.models import Club
from tests.bench.parts.figures import Figure, over_empty, print_all
from tests.bench.parts.long_season import long_season

MOST_DRAWN = {3_000: 240, 10_500: 600}  # times an empty view, by the deals of the season at most
MOST_304 = 10
TIMES_A_ROUND = 5
OTHER_SESSIONS = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()"""
PAGES = {
    "standings": "standings/",
    "seasons": "seasons/",
    "season": "seasons/2026/",
    "front": "",
    "players": "players/",
    "player": "players/agnes/",
    "player, all seasons": "players/agnes/?all=1",
    "attendance": "seasons/2026/attendance/",
    "review": "seasons/2026/review/",
    "figures": "figures/",
    "milestones": "figures/milestones/",
    "deals": "deals/",
    "deals of a player": "deals/?player=agnes",
    "tables": "tables/",
    "evening": "evenings/1/",
    "a late evening": "evenings/{last}/",
    "deal": "evenings/1/deals/3/",
    "log": "log/",
}
ENTRY, HOME = "entry", "home"  # the page that the secretary types at; the list of clubs, fifty of them at most
PLAIN_FILES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
SETTINGS = {"ROOT_URLCONF": __name__, "STORAGES": PLAIN_FILES, "DEBUG": False}


@dataclass(frozen=True)
class Page:
    """A page of the site; `cookie` is the secretary's session if it is theirs."""

    name: str
    address: str
    cookie: str = ""


Costs = dict[Page, dict[str, float]]
"""By page and then by way of answering, where there is that way: CPU time as times an empty view's."""


def empty(_request: HttpRequest) -> HttpResponse:
    """The least that a view can do, so what the middleware costs."""
    return HttpResponse("empty")


def waiting(_request: HttpRequest) -> HttpResponse:
    """The same, and one bare question through the connection that the pages use."""
    connection.ensure_connection()
    connection.connection.execute("SELECT 1").fetchone()
    return HttpResponse("empty")


EMPTY, WAITING = "/empty/", "/waiting/"
urlpatterns = [route("empty/", empty), route("waiting/", waiting), route("", include("whistklub.urls"))]


class Command(BaseCommand):
    help = "Measure the pages in a database of their own: drawn and answered 304, each beside an empty view."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--deals", type=int, default=3_000, help="the length of the season (default: 3,000)")
        parser.add_argument(
            "--rounds", type=int, default=15, help="rounds of five questions of each kind (default: 15)"
        )

    def handle(self, *_args: Any, deals: int, rounds: int, **_options: Any) -> None:
        with temporary_database(), override_settings(**SETTINGS):
            long_season(name="Another", deals=TIMES_A_ROUND)  # or the home page would lead to the only club
            pages = [*pages_of(long_season(name="Bench", deals=deals)), Page(HOME, "/")]
            costs = measure_pages(pages, rounds)
            wait = cost_of_waiting(rounds) if connection.vendor == "postgresql" else 0
        self.stdout.write("CPU time as times an empty view's")
        print_all(figures(costs, wait, deals), self.stdout)


def figures(costs: Costs, wait: float, deals: int) -> Iterator[Figure]:
    """Each page of a season of so many deals, in each way."""
    drawn = next((most for longest, most in MOST_DRAWN.items() if deals <= longest), max(MOST_DRAWN.values()))
    for page, row in costs.items():
        for way, times in row.items():
            yield Figure(f"{page.name}, {way}", times, drawn if way == "drawn" else MOST_304 + wait)


def pages_of(club: Club) -> list[Page]:
    """The measured pages of a club: its readers', and the secretary's for typing deals."""
    secretary = Client()
    secretary.force_login(club.memberships.get().user)
    cookie = secretary.cookies.output(header="", sep=";").split(";")[0].strip()
    last = club.evenings.latest("number").number
    readers = [Page(name, f"/{club.slug}/{page.format(last=last)}") for name, page in PAGES.items()]
    return [*readers, Page(ENTRY, f"/{club.slug}/evenings/1/deals/new/", cookie)]


@contextmanager
def temporary_database() -> Iterator[None]:
    """An empty database of our own beside the site's, with every guard in place, dropped afterwards."""
    name = connection.settings_dict["NAME"]
    with TemporaryDirectory(prefix="whistklub-bench-") as folder, override_settings(DATA_DIR=Path(folder)):
        if connection.vendor == "sqlite":
            connection.settings_dict["TEST"]["NAME"] = str(Path(folder) / "bench.sqlite3")
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        try:
            yield
        finally:
            end_other_sessions()
            connection.creation.destroy_test_db(name, verbosity=0)


def end_other_sessions() -> None:
    """End what a site that was stopped still lets the server do, or its database could not be dropped."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(OTHER_SESSIONS)


def measure_pages(pages: Sequence[Page], rounds: int) -> Costs:
    """Each page's processor time as a multiple of an empty view's, in each way; of interleaved rounds the least fifth.

    An empty view goes with each way, since it costs more after a page that was drawn than after another small answer. A
    page without an ETag is for one visitor: it is only drawn.
    """
    site = WSGIHandler()
    tags = {page: tag_of(site, page) for page in pages}
    spent: dict[Page, dict[str, list[tuple[float, float]]]] = {page: defaultdict(list) for page in pages}

    def ask(page: Page, way: str, **headers: str) -> None:
        spent[page][way].append((seconds(site, page.address, **headers), seconds(site, EMPTY)))

    for _ in range(rounds):
        for page in pages:
            for _ in range(TIMES_A_ROUND):
                ask(page, "drawn", HTTP_COOKIE=page.cookie)
            for _ in range(TIMES_A_ROUND if tags[page] else 0):
                ask(page, "304", HTTP_IF_NONE_MATCH=tags[page])
    return {page: {way: over_empty(times) for way, times in ways.items()} for page, ways in spent.items()}


def cost_of_waiting(rounds: int) -> float:
    """What one bare question adds to an empty view, as a multiple of it, measured as the pages are."""
    site = WSGIHandler()
    return over_empty([(seconds(site, WAITING), seconds(site, EMPTY)) for _ in range(rounds * 2 * TIMES_A_ROUND)]) - 1


def tag_of(site: WSGIHandler, page: Page) -> str:
    """The ETag of a page, "" if it has none."""
    answer = ask_site(site, page.address, HTTP_COOKIE=page.cookie)
    if answer["status"] != "200 OK":
        raise CommandError(f"{page.address}: {answer['status']}")
    return answer.get("ETag", "")


def seconds(site: WSGIHandler, address: str, **headers: str) -> float:
    """The processor time of one answer."""
    started = time.process_time()
    ask_site(site, address, **headers)
    return time.process_time() - started


def ask_site(site: WSGIHandler, address: str, **headers: str) -> dict[str, str]:
    """Ask the site as a server does for a browser, and return the headers of the answer."""
    given: dict[str, str] = {}
    path, _, query = address.partition("?")
    environ = {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": path,
        "QUERY_STRING": query,
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
