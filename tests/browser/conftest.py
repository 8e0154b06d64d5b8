"""A real server with the sample club, and a real Chromium to visit it with."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, expect, sync_playwright

from ledger.services.site.other_database import sqlite_url
from tests.browser.axe import faults, too_wide
from tests.browser.console import Console, console
from tests.browser.steps import Evenings, sign_in
from tests.soak.installation import Installation
from tests.support.prepared import Prepared
from tests.support.programs import CHROMIUM

# A phone in a hand, with sharing of its own, which Chromium on a desktop has not.
HAND = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True, "shares": True}
SHARING = "navigator.share = async (what) => { window.shared = what.text; }"
PATIENCE = 60_000  # milliseconds: a machine may be busy, and what comes late has come
QUIET_CHROMIUM = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

expect.set_options(timeout=PATIENCE)


@dataclass(frozen=True)
class Site:
    """A running installation: its address, its data folder, its command line, and who has signed in there."""

    url: str
    data: Path
    console: Console
    sessions: dict[str, Any] = field(default_factory=dict)  # their cookies, by role

    @property
    def database(self) -> Path:
        return self.data / "whistklub.sqlite3"

    def login(self, role: str) -> dict[str, str]:
        """The sample club's login with a role, as `manage.py sample_logins --json` gives it."""
        return next(login for login in self.logins if login["role"] == role)

    @cached_property
    def logins(self) -> list[dict[str, str]]:
        return json.loads(self.manage("sample_logins", "--json"))

    def manage(self, *arguments: str, stdin: str = "") -> str:
        """What a management command prints; a command that fails fails the test."""
        return self.console.manage(*arguments, stdin=stdin)

    def run(self, program: str, stdin: str = "") -> str:
        """What a program prints that knows the site's models."""
        return self.manage("shell", "-v", "0", "-c", program, stdin=stdin)


@pytest.fixture(scope="package")
def site(prepared: Prepared, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site as `dev.py run` serves it, in a folder of its own."""
    with running_site(prepared.start(tmp_path_factory.mktemp("site"))) as site:
        yield site


@pytest.fixture(scope="package")
def own_site(prepared: Prepared, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Another site, in whose sample club no deal is entered or changed."""
    with running_site(prepared.start(tmp_path_factory.mktemp("own_site"))) as site:
        yield site


@contextmanager
def running_site(data: Path) -> Iterator[Site]:
    """A site that serves the data folder until the end."""
    server = Installation(data, sqlite_url(data / "whistklub.sqlite3"), {})
    with console(server.environment) as commands:
        server.start()
        try:
            yield Site(f"http://127.0.0.1:{server.port}", data, commands)
        finally:
            server.end()


# Playwright keeps an event loop running in this thread, under which Django refuses to make its database; so that comes
# first, even where the first test needs none, and the loop must end with this folder's tests and not with the session.
@pytest.fixture(scope="package")
def chromium(django_db_setup: Path | None) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM.find(), args=QUIET_CHROMIUM)
        yield browser
        browser.close()


@pytest.fixture
def troubles() -> Iterator[list[str]]:
    """What the browser complained of: console errors, uncaught exceptions, violations of the content policy.

    At the end there must be none. A test that provokes one (a page that is not there) says so: `troubles.clear()`.
    """
    messages: list[str] = []
    yield messages
    assert messages == []


@pytest.fixture(scope="package")
def idle() -> dict[str, list[Page]]:
    """Windows that tests have left as new, by their kind, for others to take over: a new one costs a process."""
    return defaultdict(list)


@pytest.fixture
def open_page(
    chromium: Browser, site: Site, troubles: list[str], idle: dict[str, list[Page]]
) -> Iterator[Callable[..., Page]]:
    """Open a page in a browser context of its own: `open_page(width=390, scheme="dark", role="secretary")`.

    Somebody with a `role` in the sample club is signed in; `at` is another site than the one of most tests.
    With `keep=False` no other test gets the window: one whose clock was set cannot be made as new.
    """
    ends: list[Callable[[], None]] = []

    def open_page(
        *,
        width: int = 1280,
        height: int = 844,
        scheme: str = "light",
        keep: bool = True,
        role: str = "",
        at: Site = site,
        **more: Any,
    ) -> Page:
        alike = idle[f"{at.url} {more}"]
        page = alike.pop() if keep and alike else new_page(chromium, at, **more)
        page.set_viewport_size({"width": width, "height": height})
        # What moves is drawn again and again, and axe sees colours on their way.
        looks = {"media": "null", "color_scheme": scheme, "reduced_motion": "reduce", "forced_colors": "null"}
        page.emulate_media(**looks)  # type: ignore[arg-type]
        ends.append(listen(page, troubles))
        ends.append(partial(hand_on, page, alike) if keep else page.context.close)
        if role:
            sign_in(page, at, role)
        return page

    yield open_page
    for end in ends:
        end()


def new_page(chromium: Browser, site: Site, *, shares: bool = False, **more: Any) -> Page:
    context = chromium.new_context(base_url=site.url, locale="da-DK", timezone_id="Europe/Copenhagen", **more)
    context.set_default_timeout(PATIENCE)
    if shares:
        context.add_init_script(SHARING)
    return context.new_page()


@pytest.fixture
def phone(open_page: Callable[..., Page]) -> Page:
    """A phone on which nobody has been here."""
    return open_page(**HAND)


def listen(page: Page, troubles: list[str]) -> Callable[[], None]:
    """Note what the browser complains of on a page; gives what ends that."""

    def note_message(message: ConsoleMessage) -> None:
        if message.type == "error":
            troubles.append(f"{message.text} ({message.location.get('url')})")

    def note_exception(error: Error) -> None:
        troubles.append(str(error))

    def end() -> None:
        page.remove_listener("console", note_message)
        page.remove_listener("pageerror", note_exception)

    page.on("console", note_message)
    page.on("pageerror", note_exception)
    return end


def hand_on(page: Page, alike: list[Page]) -> None:
    """Let another test have a window, which is as new."""
    make_as_new(page)
    alike.append(page)


def make_as_new(page: Page) -> None:
    """Leave nothing in a window of what a test did there: no other page, cookie, stored word or route."""
    for other in page.context.pages:
        if other != page:
            other.close()
    page.unroute_all()
    page.context.set_offline(False)
    page.context.clear_cookies()
    page.goto("/robots.txt")  # a page of the site without a script; what is left may store something as it goes
    page.evaluate("localStorage.clear(); sessionStorage.clear()")
    page.context.clear_cookies()


@pytest.fixture(scope="package")
def evenings(site: Site) -> Evenings:
    """Where evenings by the tables of the gallery take their next deal."""
    return Evenings(site)


@pytest.fixture
def faults_if_long(pytestconfig: pytest.Config) -> Callable[[Page], list[Any]]:
    """`faults` with --long; by default only whether a page is too wide, where axe looks at the page in another test."""
    return faults if pytestconfig.getoption("long") else too_wide
