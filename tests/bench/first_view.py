"""`python dev.py bench first_view`: what a first visitor on a slow connection and a slow phone waits for.

Each page is opened as by somebody who has nothing of the site yet: its bytes and its requests as they come over the
wire, when it is first painted at the speed of slow 4G and a processor four times slower, and by how much of the window
it moves after that. On the entry screen also how long a tap takes such a processor.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from django.conf import settings
from django.core.management.base import CommandError
from django.utils import timezone
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from ledger.models import Club
from ledger.services.evenings.approval import approve_evening
from tests.bench.measuring import Figure, database_url, times_slower
from tests.browser.conftest import QUIET_CHROMIUM
from tests.soak.installation import Installation
from tests.soak.secretary import Secretary
from tests.support.people import PASSWORD
from tests.support.processes import run_python
from tests.support.programs import CHROMIUM

SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}  # ms, bytes/s
TIMES_SLOWER = 4  # than the usual machine
PHONE = {"width": 390, "height": 844}
MOST_KILOBYTES, MOST_REQUESTS, MOST_SECONDS, MOST_SHIFT = 30, 8, 0.8, 0
MOST_MILLISECONDS = 30  # for a tap, of a processor four times slower
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


TAPS = """
    async () => {
      const form = document.querySelector("form.deal");
      const players = [...form.querySelectorAll("[name=declarer]")].map(key => key.value);
      let taps = 0;
      for (let round = 0; round < 12; round++) {
        const [declarer, partner] = [players[round % players.length], players[(round + 1) % players.length]];
        for (const key of [`declarer][value="${declarer}"`, `contract][value="${7 + round % 6}"`,
                           `partner][value="${partner}"`, `tricks][value="${6 + round % 7}"`]) {
          await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
          form.querySelector(`[name=${key}]`).click();
          form.querySelector(".preview").getBoundingClientRect();
          taps++;
        }
      }
      return taps;
    }
"""
ENTRY = "entry screen"
PAGES = {  # by name: the address within the club, and whether it is the board's alone
    "standings": ("standings/", False),
    "front page": ("", False),
    "evening": ("evenings/2/", False),
    "approved evening": ("evenings/1/", False),
    "a player": ("players/agnes/", False),
    "the curve": ("seasons/2026/curve/", False),
    ENTRY: ("evenings/12/deals/new/", True),
}


def figures(club: Club, _deals: int, rounds: int) -> Iterator[Figure]:
    """What a first visit costs, page by page, and a tap on the entry screen."""
    evening, founder = club.evenings.get(number=1), club.memberships.get().user
    approve_evening(evening=evening, entry_count=evening.entries.count(), author=founder, now=timezone.now())
    founder.set_password(PASSWORD)
    founder.save()
    login = {"username": founder.get_username(), "password": PASSWORD}
    site = Installation(Path(settings.DATA_DIR), database_url(), {"login": login})
    run_python("manage.py", "collectstatic", "--noinput", "-v0", env=site.environment).check_returncode()
    site.start()
    try:
        session = Secretary(site.port, site.club).sign_in().cookies["sessionid"]
        with chromium() as browser:
            yield from figures_of_pages(browser, f"http://127.0.0.1:{site.port}", club.slug, session, rounds)
    finally:
        site.end()


def figures_of_pages(browser: Browser, home: str, club: str, session: str, rounds: int) -> Iterator[Figure]:
    first_view(browser, f"{home}/privacy/", "")  # the browser's own start
    for name, (path, is_boards) in PAGES.items():
        views = [first_view(browser, f"{home}/{club}/{path}", session if is_boards else "") for _ in range(rounds)]
        sizes, counts, paints, shifts = zip(*views, strict=True)
        yield Figure(f"{name}, kB", median(sizes), MOST_KILOBYTES)
        yield Figure(f"{name}, requests", median(counts), MOST_REQUESTS)
        # A busy machine only adds to the clock.
        yield Figure(f"{name}, seconds until it is painted", min(paints), MOST_SECONDS)
        yield Figure(f"{name}, how far it moves then", max(shifts), MOST_SHIFT)
    page = fresh_phone(browser, session, home)
    page.goto(f"{home}/{club}/{PAGES[ENTRY][0]}")
    yield Figure("the preview after a tap, ms of a slow processor", tap_cost(page) / times_slower(), MOST_MILLISECONDS)


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser with nothing in its cache."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM.find(), args=QUIET_CHROMIUM)
        yield browser
        browser.close()


def fresh_phone(browser: Browser, session: str, home: str) -> Page:
    """A phone that has never been here, signed in by a session if it is not empty."""
    context = browser.new_context(viewport=PHONE)
    if session:
        context.add_cookies([{"name": "sessionid", "value": session, "url": home}])
    return context.new_page()


def first_view(browser: Browser, address: str, session: str) -> tuple[float, int, float, float]:
    """Open a page as somebody who has never been there.

    Gives the kilobytes, the requests, the seconds until it is painted, and how far it moves then.
    """
    page = fresh_phone(browser, session, address)
    tools, sizes = page.context.new_cdp_session(page), []
    tools.on("Network.loadingFinished", lambda finished: sizes.append(finished["encodedDataLength"]))
    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", SLOW_4G)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": max(1, TIMES_SLOWER / times_slower())})
    page.goto(address, wait_until="networkidle")
    if page.url != address:
        raise CommandError(f"{address} led on to {page.url}.")
    seconds = page.evaluate(FIRST_PAINT) / 1000
    shift = page.evaluate(SHIFT)
    page.context.close()
    return sum(sizes) / 1000, len(sizes), seconds, shift


def tap_cost(page: Page) -> float:
    """The milliseconds that a tap costs a processor four times slower than this, on an entry screen that is open."""
    tools, costs = page.context.new_cdp_session(page), list[float]()
    # The processor's own time: on a busy machine the clock says nothing.
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})
    for _ in range(6):
        before = seconds_of_tasks(tools)
        taps = page.evaluate(TAPS)
        costs.append(1000 * (seconds_of_tasks(tools) - before) / taps)
    return TIMES_SLOWER * median(costs[1:])


def seconds_of_tasks(tools: CDPSession) -> float:
    metrics = tools.send("Performance.getMetrics")["metrics"]
    return next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")
