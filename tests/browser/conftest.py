"""A real server with the sample club, and a real Chromium to visit it with."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

import dev
from tests.prepared import Prepared
from tests.programs import CHROMIUM

ROOT = Path(dev.ROOT)
START_SECONDS = 30
QUIET_CHROMIUM = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@dataclass(frozen=True)
class Site:
    """A running installation: its address, its data folder, and its command line."""

    url: str
    data: Path

    @property
    def database(self) -> Path:
        return self.data / "whistklub.sqlite3"

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "WHISTKLUB_DATA": str(self.data), "DJANGO_SETTINGS_MODULE": "whistklub.settings"}

    def login(self, role: str) -> dict[str, str]:
        """The sample club's login with a role, as `manage.py sample_logins --json` gives it."""
        return next(login for login in self.logins if login["role"] == role)

    @cached_property
    def logins(self) -> list[dict[str, str]]:
        return json.loads(self.manage("sample_logins", "--json"))

    def manage(self, *arguments: str, stdin: str = "") -> str:
        """What a management command prints; a command that fails fails the test."""
        command = [sys.executable, str(ROOT / "manage.py"), *arguments]
        outcome = subprocess.run(
            command, cwd=ROOT, env=self.environment, input=stdin, capture_output=True, text=True, check=False
        )
        assert outcome.returncode == 0, outcome.stderr
        return outcome.stdout


@pytest.fixture(scope="package")
def site(prepared: Prepared, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site as `dev.py run` serves it, in a folder of its own."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port = door.getsockname()[1]
    site = Site(f"http://127.0.0.1:{port}", prepared.start(tmp_path_factory.mktemp("site")))
    with (site.data / "server.log").open("wb") as log:
        command = [sys.executable, *dev.server("127.0.0.1", port)]
        server = subprocess.Popen(command, cwd=ROOT, env=site.environment, stdout=log, stderr=log)
    try:
        wait_until_it_answers(server, site)
        yield site
    finally:
        server.terminate()
        server.wait()


def wait_until_it_answers(server: subprocess.Popen[bytes], site: Site) -> None:
    for _ in range(START_SECONDS * 10):
        try:
            urllib.request.urlopen(site.url).close()
        except urllib.error.HTTPError as answer:
            answer.close()
            return
        except urllib.error.URLError:
            if server.poll() is not None:
                break
            time.sleep(0.1)
        else:
            return
    raise RuntimeError(f"The site did not start:\n{(site.data / 'server.log').read_text()}")


# Playwright keeps an event loop running in this thread, under which Django refuses its database; so it must end with
# this folder's tests and not with the session.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM.find(), args=QUIET_CHROMIUM)
        yield browser
        browser.close()


@pytest.fixture
def troubles() -> Iterator[list[str]]:
    """What the browser complained of: console errors, uncaught exceptions, violations of the content policy.

    At the end there must be none. A test that provokes one (a page that is not there) says so: `troubles.clear()`.
    """
    found: list[str] = []
    yield found
    assert found == []


@pytest.fixture
def open_page(chromium: Browser, site: Site, troubles: list[str]) -> Iterator[Callable[..., Page]]:
    """Open a page in a browser context of its own: `open_page(width=390, scheme="dark", javascript=False)`."""
    contexts: list[BrowserContext] = []

    def open_page(
        *, width: int = 1280, height: int = 844, scheme: str = "light", javascript: bool = True, **more: Any
    ) -> Page:
        context = chromium.new_context(
            base_url=site.url,
            locale="da-DK",
            timezone_id="Europe/Copenhagen",
            viewport={"width": width, "height": height},
            color_scheme=scheme,  # type: ignore[arg-type]
            java_script_enabled=javascript,
            **more,
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: note_error(message, troubles))
        page.on("pageerror", lambda error: troubles.append(str(error)))
        return page

    yield open_page
    for context in contexts:
        context.close()


def note_error(message: ConsoleMessage, troubles: list[str]) -> None:
    if message.type == "error":
        troubles.append(f"{message.text} ({message.location.get('url')})")


@pytest.fixture
def page(open_page: Callable[..., Page]) -> Page:
    return open_page()
