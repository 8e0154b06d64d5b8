"""How a benchmark measures: a database of its own, empty views beside what is measured, and programs from outside."""

import io
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.core.management.base import CommandError
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test.utils import override_settings
from django.urls import include
from django.urls import path as route

EMPTY = "/empty/"
EMPTY_VIEW = 0.22e-3  # seconds of the processor, on the usual machine
OTHER_SESSIONS = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()"""
UNITS_A_MEGABYTE = 1_000_000 if sys.platform == "darwin" else 1000  # of ru_maxrss: bytes there, kilobytes elsewhere
# The system counts in a program's peak of memory what started it had then. So a small program starts it, and not a
# benchmark that has just played a season.
STARTER = """
import json, os, sys
_pid, status, usage = os.wait4(os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ), 0)
print(json.dumps([os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss]))
"""


@dataclass(frozen=True)
class Figure:
    """What something is, and what it must be at most."""

    name: str
    value: float
    must: float

    @property
    def is_missed(self) -> bool:
        return self.value > self.must

    def __str__(self) -> str:
        return f"{self.name:62} {self.value:8.2f}  at most  {self.must:6.2f}{'  missed' if self.is_missed else ''}"


def empty(_request: HttpRequest) -> HttpResponse:
    """The least that a view can do, so what the middleware costs."""
    return HttpResponse("empty")


urlpatterns = [route("empty/", empty), route("", include("whistklub.urls"))]
PLAIN_FILES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}


@contextmanager
def site_of_its_own() -> Iterator[None]:
    """An empty database beside the site's, with every guard in place, dropped afterwards; and an empty view."""
    name = connection.settings_dict["NAME"]
    views = {"ROOT_URLCONF": __name__, "STORAGES": PLAIN_FILES, "DEBUG": False}
    with TemporaryDirectory(prefix="whistklub-bench-") as folder, override_settings(DATA_DIR=Path(folder), **views):
        if connection.vendor == "sqlite":
            connection.settings_dict["TEST"]["NAME"] = str(Path(folder) / "bench.sqlite3")
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        try:
            yield
        finally:
            if connection.vendor == "postgresql":  # what a stopped site still asks would keep the database
                connection.ensure_connection()
                connection.connection.execute(OTHER_SESSIONS)
            connection.creation.destroy_test_db(name, verbosity=0)


def ask_site(site: WSGIHandler, address: str, **headers: Any) -> dict[str, str]:
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


def seconds(site: WSGIHandler, address: str, **headers: Any) -> float:
    """The processor time of one answer."""
    started = time.process_time()
    ask_site(site, address, **headers)
    return time.process_time() - started


def least_fifth(times: Sequence[float]) -> float:
    """The least fifth of many processor times: other programs only add to them, through the caches that all share."""
    return sorted(times)[len(times) // 5]


def times_slower() -> float:
    """What an empty view costs here just now, as times what it costs on the usual machine.

    A machine that is slower, or that other programs slow down, takes as many times as long for everything else.
    """
    site = WSGIHandler()
    return least_fifth([seconds(site, EMPTY) for _ in range(100)]) / EMPTY_VIEW


def costs_of(*arguments: str) -> tuple[float, float]:
    """Run Python with these arguments on the benchmark's database; gives its processor seconds and peak megabytes.

    Raises CommandError if it fails, or on a system that does not tell.
    """
    if not hasattr(os, "wait4"):
        raise CommandError("This system does not tell how much memory a program used.")
    command = [sys.executable, "-c", STARTER, sys.executable, *arguments]
    environment = {**os.environ, "DATABASE_URL": database_url(), "WHISTKLUB_DATA": str(settings.DATA_DIR)}
    outcome = subprocess.run(
        command, cwd=settings.BASE_DIR, env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    exit_code, spent, peak = json.loads(outcome.stdout.splitlines()[-1])
    if exit_code:
        raise CommandError("The command failed.")
    return spent, peak / UNITS_A_MEGABYTE


def database_url() -> str:
    """The database in use now, for another process."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite":
        return f"sqlite:///{Path(name).as_posix()}"
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()
