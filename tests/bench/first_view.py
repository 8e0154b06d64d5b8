"""`python dev.py bench first_view`: what a first visitor on a slow connection and a slow phone waits for.

Each page is opened as by somebody who has nothing of the site yet: its bytes and its requests as they come over the
wire, when it is first painted at the speed of slow 4G and a processor four times slower, and by how much of the window
it moves after that. On the entry screen also how long a tap takes such a processor.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from statistics import median
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from playwright.sync_api import Browser, sync_playwright

from ledger.models import Club
from ledger.services.evenings.approval import approve_evening
from tests.bench.pages import temporary_database
from tests.bench.parts.figures import Figure, print_all
from tests.bench.parts.long_season import long_season
from tests.bench.parts.served import start_site
from tests.bench.parts.taps import MOST_MILLISECONDS, tap_cost
from tests.bench.parts.usual_machine import as_usual, times_slower
from tests.browser.conftest import QUIET_CHROMIUM
from tests.soak.installation import Installation
from tests.soak.secretary import Secretary
from tests.support.programs import CHROMIUM

DEALS = 300
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}  # ms, bytes/s
TIMES_SLOWER = 4  # than the usual machine
PHONE = {"width": 390, "height": 844}
MOST_KILOBYTES, MOST_REQUESTS, MOST_SECONDS, MOST_SHIFT = 30, 8, 0.8, 0
SHIFT = """
    () => new Promise(resolve => {
      let shift = 0;
      const observer = new PerformanceObserver(list => list.getEntries().forEach(({ value }) => { shift += value; }));
      observer.observe({ type: "layout-shift", buffered: true });
      setTimeout(() => resolve(shift), 500);
    })
"""
# Waited for, since a slow phone may paint only after it has been asked.
FIRST_PAINT = """
    () => new Promise(resolve => {
      const observer = new PerformanceObserver(list => {
        const [paint] = list.getEntriesByName("first-contentful-paint");
        if (paint) { resolve(paint.startTime); }
      });
      observer.observe({ type: "paint", buffered: true });
    })
"""


class Command(BaseCommand):
    help = "Measure what the first view of a page costs on slow 4G and a slow phone, at a site of its own."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--rounds", type=int, default=5, help="visits to each page (default: 5)")

    def handle(self, *_args: Any, rounds: int, **_options: Any) -> None:
        with temporary_database():
            club = long_season(name="Bench", deals=DEALS)
            approve_first(club)
            with closing_site(start_site(club)) as site:
                session = Secretary(site.port, site.club).sign_in().cookies["sessionid"]
                print_all(figures(f"http://127.0.0.1:{site.port}", club.slug, session, rounds), self.stdout)


ENTRY = "entry screen"
PAGES = {
    "standings": ("standings/", False),
    "front page": ("", False),
    "evening": ("evenings/2/", False),
    "approved evening": ("evenings/1/", False),
    "a player": ("players/agnes/", False),
    "the curve": ("seasons/2026/curve/", False),
    ENTRY: ("evenings/12/deals/new/", True),
}
"""By name: the address within the club, and whether it is the board's alone."""


@contextmanager
def closing_site(site: Installation) -> Iterator[Installation]:
    """A site that is served, for the length of a block."""
    try:
        yield site
    finally:
        site.end()


def figures(home: str, club: str, session: str, rounds: int) -> Iterator[Figure]:
    """What a first visit costs, page by page, and a tap on the entry screen."""
    with chromium() as browser:
        first_view(browser, f"{home}/privacy/", "")  # the browser's own start
        for name, (path, is_boards) in PAGES.items():
            views = [first_view(browser, f"{home}/{club}/{path}", session if is_boards else "") for _ in range(rounds)]
            sizes, counts, paints, shifts = zip(*views, strict=True)
            yield Figure(f"{name}, kB", median(sizes), MOST_KILOBYTES)
            yield Figure(f"{name}, requests", median(counts), MOST_REQUESTS)
            # A busy machine only adds to the clock.
            yield Figure(f"{name}, seconds until it is painted", min(paints), MOST_SECONDS)
            yield Figure(f"{name}, how far it moves then", max(shifts), MOST_SHIFT)
        yield tap_figure(browser, f"{home}/{club}/{PAGES[ENTRY][0]}", session)


def approve_first(club: Club) -> None:
    """Approve the club's first evening."""
    evening = club.evenings.get(number=1)
    author = club.memberships.get().user
    approve_evening(evening=evening, entry_count=evening.entries.count(), author=author, now=timezone.now())


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser with nothing in its cache."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM.find(), args=QUIET_CHROMIUM)
        yield browser
        browser.close()


def tap_figure(browser: Browser, address: str, session: str) -> Figure:
    """What a tap on the entry screen costs until the points stand there."""
    with closing(browser.new_context(viewport=PHONE)) as context:
        context.add_cookies([{"name": "sessionid", "value": session, "url": address}])
        page = context.new_page()
        page.goto(address)
        return Figure("the preview after a tap, ms of a slow processor", as_usual(tap_cost(page)), MOST_MILLISECONDS)


def first_view(browser: Browser, address: str, session: str) -> tuple[float, int, float, float]:
    """Open a page as somebody who has never been there, signed in by a session if it is not empty.

    Gives the kilobytes, the requests, the seconds until it is painted, and how far it moves then.
    """
    context = browser.new_context(viewport=PHONE)
    if session:
        context.add_cookies([{"name": "sessionid", "value": session, "url": address}])
    page = context.new_page()
    tools, sizes = context.new_cdp_session(page), []
    tools.on("Network.loadingFinished", lambda finished: sizes.append(finished["encodedDataLength"]))
    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", SLOW_4G)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": max(1, TIMES_SLOWER / times_slower())})
    page.goto(address, wait_until="networkidle")
    if page.url != address:
        raise CommandError(f"{address} led on to {page.url}.")
    seconds = page.evaluate(FIRST_PAINT) / 1000
    shift = page.evaluate(SHIFT)
    context.close()
    return sum(sizes) / 1000, len(sizes), seconds, shift
