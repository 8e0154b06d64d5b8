"""An installation run as the documentation says, started, killed and inspected from outside."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import randrange
from typing import Any
from uuid import UUID

import psycopg

import dev
from ledger.services.site.other_database import sqlite_url
from tests.support.processes import run_python

ROOT = Path(dev.ROOT)
START_SECONDS = 60
LOOK_AGAIN = 0.02


@dataclass
class Installation:
    """A data folder with its club, a port, and the server while it runs; `url` is the database's."""

    data: Path
    url: str
    club: dict[str, Any]
    port: int = field(default_factory=lambda: free_port())
    server: subprocess.Popen[bytes] | None = None

    @property
    def environment(self) -> dict[str, str]:
        return environment(self.data, self.url)

    @property
    def log(self) -> str:
        """All that the server has logged."""
        return (self.data / "server.log").read_text()

    def start(self, *before: str) -> float:
        """Start the server, behind the command `before` it, and return the seconds to its first answer."""
        command = [*before, sys.executable, *dev.server("127.0.0.1", self.port)]
        began = time.monotonic()
        with (self.data / "server.log").open("ab") as log:
            # A group of its own, so that a kill takes the workers along.
            self.server = subprocess.Popen(
                command, cwd=ROOT, env=self.environment, stdout=log, stderr=log, start_new_session=True
            )
        while time.monotonic() < began + START_SECONDS:
            if self.answers():
                return time.monotonic() - began
            if self.server.poll() is not None:
                break
            time.sleep(LOOK_AGAIN)
        self.end()
        raise RuntimeError(f"The site did not start:\n{self.log}")

    @property
    def written(self) -> int:
        """The bytes that the server has written to files so far, named or not."""
        assert self.server is not None
        counts = Path(f"/proc/{self.server.pid}/io").read_text()
        return sum(int(line.split()[1]) for line in counts.splitlines() if line.startswith("wchar"))

    def answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=5) as door:
                door.sendall(b"GET /health HTTP/1.0\r\nHost: localhost\r\n\r\n")
                return door.recv(12).startswith(b"HTTP/1.")
        except OSError:
            return False

    def kill(self) -> None:
        """Kill the server and everything it started with SIGKILL."""
        assert self.server is not None
        os.killpg(self.server.pid, signal.SIGKILL)
        self.server.wait()

    def end(self) -> None:
        if self.server and self.server.poll() is None:
            self.kill()

    def audit(self) -> dict[str, Any]:
        """The report of `manage.py audit --json`."""
        outcome = run_python("manage.py", "audit", "--json", env=self.environment)
        assert outcome.stdout, outcome.stderr
        report: dict[str, Any] = json.loads(outcome.stdout)
        return report

    def stored_keys(self) -> Counter[UUID]:
        """The keys in the book, with how often each is there."""
        return Counter(UUID(str(key)) for (key,) in self.ask("SELECT key FROM ledger_entry"))

    def ask(self, question: str) -> list[tuple[Any, ...]]:
        if self.url.startswith("sqlite"):
            with closing(sqlite3.connect(self.data / "whistklub.sqlite3")) as book:
                return book.execute(question).fetchall()
        with psycopg.connect(self.url) as book:
            return book.execute(question).fetchall()  # type: ignore[arg-type]


def environment(data: Path, url: str) -> dict[str, str]:
    """The environment of an installation's programs."""
    settled = {"WHISTKLUB_DATA": str(data), "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "whistklub.settings"}
    return {**os.environ, **settled}


def found_installation(data: Path, url: str = "") -> Installation:
    """Found an installation in an empty folder, on the given database or a file of its own."""
    url = url or sqlite_url(data / "whistklub.sqlite3")
    outcome = run_python("-m", "tests.soak.club", env=environment(data, url))
    assert outcome.returncode == 0, outcome.stderr
    return Installation(data, url, json.loads(outcome.stdout))


def free_port() -> int:
    """A free port below those that the system lends to programs, so that none is lent it before the server begins."""
    return next(port for port in iter(lambda: randrange(10_000, 30_000), None) if not dev.why_not("127.0.0.1", port))
