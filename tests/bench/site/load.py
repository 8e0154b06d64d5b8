"""`python dev.py bench load`: how long readers wait for a running site while others keep it busy or waiting."""

import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import quantiles
from threading import Event
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from ledger.models import Club
from ledger.queries.clubs.clubs import current_of, seasons_of, versions
from tests.bench.pages import temporary_database
from tests.bench.parts.long_season import long_season
from tests.bench.what_if import database_url
from tests.soak.installation import Installation, environment
from tests.soak.secretary import PATIENCE, Secretary

MOST_TIMES_QUIET = 5
MOST_SECONDS = 1.0
AT_ONCE = 20  # who ask for something that takes long
ASK_AGAIN_AFTER = 2  # seconds, as their pages do by themselves
SLOW = 50  # connections of each kind
A_BYTE_EVERY = 0.5  # seconds
BETWEEN_VISITS = 0.05  # seconds, so that the visits last longer than those who ask wait before they ask again
SETTLES = 2  # seconds until all of them are under way, or gone
A_GIGABYTE = 10**9
PASSWORD = "hjerter es er makker"
WORKBOOKS = "workbooks"  # made by a process of their own
TRICKLING = b"POST /sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n", b"GET / HTTP/1.1\r\nX-Slow: "


class Command(BaseCommand):
    help = "Measure what readers wait for the standings beside long pages and slow connections, at a site of its own."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--deals", type=int, default=10_000, help="the length of the season (default: 10,000)")
        parser.add_argument("--visits", type=int, default=100, help="visits to the standings each time (default: 100)")

    def handle(self, *_args: Any, deals: int, visits: int, **_options: Any) -> None:
        with temporary_database(), ExitStack() as stack:
            club = long_season(name="Bench", deals=deals)
            site = start_site(club)
            stack.callback(site.end)
            over = [*self._long_pages(site, club, visits), *self._slow_connections(site, visits), *self._gigabyte(site)]
        if over:
            raise CommandError(f"Over the bars: {'; '.join(over)}.")

    def _long_pages(self, site: Installation, club: Club, visits: int) -> Iterator[str]:
        """Measure the standings alone and beside each kind of long page; returns where they are too slow."""
        board = Secretary(site.port, site.club).sign_in()
        for page, address in long_pages(club).items():
            for visitor, name in ((Secretary(site.port, {}), "reader"), (board, "board")):
                alone = self._wait(f"{name}, alone", visitor, site, visits)
                with asking(board, address) as statuses:
                    beside = self._wait(f"{name}, {AT_ONCE} ask for {page}", visitor, site, visits)
                times = beside / min(alone, self._wait(f"{name}, alone again", visitor, site, visits))
                self.stdout.write(f"{times:.1f} times; those who asked were answered {dict(statuses)}")
                if page == WORKBOOKS and times > MOST_TIMES_QUIET:
                    yield f"{name}, {page} {times:.1f} times > {MOST_TIMES_QUIET}"
                if beside > MOST_SECONDS:
                    yield f"{name}, {page} {beside:.2f} s > {MOST_SECONDS} s"

    def _slow_connections(self, site: Installation, visits: int) -> Iterator[str]:
        with slow_connections(site.port):
            slow = self._wait(f"reader, {SLOW} idle and {SLOW} trickling", Secretary(site.port, {}), site, visits)
        if slow > MOST_SECONDS:
            yield f"beside slow connections {slow:.2f} s > {MOST_SECONDS} s"

    def _gigabyte(self, site: Installation) -> Iterator[str]:
        sent, status = sent_until_refused(site.port)
        self.stdout.write(f"a gigabyte: {status} after {sent / 10**6:.1f} MB had left the sender")
        if status != "413":
            yield f"a gigabyte was answered {status}"

    def _wait(self, name: str, visitor: Secretary, site: Installation, visits: int) -> float:
        """Print and return the 95th percentile of seconds to the standings, at some visits a second."""
        time.sleep(SETTLES)
        answers = []
        for _ in range(visits):
            answers.append(visitor.get(site.club["standings"]))
            time.sleep(BETWEEN_VISITS)
        if any(answer.status != 200 for answer in answers):
            raise CommandError(f"{name}: not every visit was answered.")
        *_, slow = quantiles((answer.seconds for answer in answers), n=20)
        self.stdout.write(f"{name}: p95 {slow * 1000:.0f} ms")
        return slow


def start_site(club: Club) -> Installation:
    """A site serving the database in use, with an account that may sign in."""
    founder = club.memberships.get().user
    founder.set_password(PASSWORD)
    founder.save()
    login = {"username": founder.get_username(), "password": PASSWORD}
    site = Installation(
        Path(settings.DATA_DIR), database_url(), {"login": login, "standings": f"/{club.slug}/standings/"}
    )
    command = [sys.executable, "manage.py", "collectstatic", "--noinput", "-v0"]
    subprocess.run(command, cwd=settings.BASE_DIR, env=environment(site.data, site.url), check=True)
    site.start()
    return site


def long_pages(club: Club) -> dict[str, str]:
    """The addresses of pages that take long, by what they are."""
    season = current_of(seasons_of(club=club))
    assert season is not None
    home = f"/{club.slug}/seasons/{season.slug}"
    return {
        WORKBOOKS: f"{home}/workbook.xlsx",
        "what-ifs": f"{home}/what-if/?prices={versions(club=club)[0].pk}",
    }


@contextmanager
def asking(board: Secretary, address: str) -> Iterator[Counter[int]]:
    """Twenty who ask for a page at once, and again whenever told to; gives the number of answers by status."""
    statuses: Counter[int] = Counter()
    is_over = Event()

    def ask() -> None:
        while not is_over.is_set():
            statuses[status_of(board, address)] += 1
            is_over.wait(ASK_AGAIN_AFTER)

    with ThreadPoolExecutor(AT_ONCE) as visitors:
        for _ in range(AT_ONCE):
            visitors.submit(ask)
        try:
            yield statuses
        finally:
            is_over.set()


def status_of(board: Secretary, address: str) -> int:
    """The status of a page or file that is read to its end."""
    with closing(HTTPConnection("127.0.0.1", board.port, timeout=PATIENCE)) as connection:
        connection.request("GET", address, headers=board.headers())
        response = connection.getresponse()
        response.read()
        return response.status


@contextmanager
def slow_connections(port: int) -> Iterator[None]:
    """Connections that send nothing, and others that send a byte now and then, of a head or of a body."""
    is_over = Event()
    with ExitStack() as sockets, ThreadPoolExecutor(1) as trickle:
        doors = [sockets.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(2 * SLOW)]
        for place, door in enumerate(doors[:SLOW]):
            door.sendall(TRICKLING[place % 2])

        def send_bytes() -> None:
            while not is_over.wait(A_BYTE_EVERY):
                for door in doors[:SLOW]:
                    door.sendall(b"a")

        sending = trickle.submit(send_bytes)
        try:
            yield
        finally:
            is_over.set()
            sending.result()


def sent_until_refused(port: int) -> tuple[int, str]:
    """Send a gigabyte that nobody asked for; returns the number of bytes sent and the status received."""
    sent = 0
    with socket.create_connection(("127.0.0.1", port), timeout=5) as door:
        door.sendall(b"POST /sign-in/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3b9aca00\r\n")
        try:
            while sent < A_GIGABYTE:
                sent += door.send(b"x" * 2**16)
        except OSError:
            pass  # nobody takes any more
        return sent, door.recv(12).decode().partition(" ")[2]
