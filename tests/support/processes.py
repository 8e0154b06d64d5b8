"""Programs of the site, each in a process of its own, and a site that only answers as it is told to."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPMessage
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import dev


def run_python(
    *arguments: str, env: Mapping[str, str], input: str | None = None, umask: int = -1
) -> subprocess.CompletedProcess[str]:
    """Run Python with these arguments in the project folder."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=dev.ROOT,
        env=env,
        input=input,
        umask=umask,
        capture_output=True,
        encoding="utf-8",
    )


def run_at(data: Path, *arguments: str, umask: int = -1, **settled: str) -> subprocess.CompletedProcess[str]:
    """Run Python with these arguments for the site whose folder this is, with its database in it unless settled."""
    site = {"WHISTKLUB_DATA": str(data), "DATABASE_URL": "", "DJANGO_SETTINGS_MODULE": "whistklub.settings"}
    return run_python(*arguments, env={**os.environ, **site, **settled}, umask=umask)


def manage(data: Path, *arguments: str, umask: int = -1) -> subprocess.CompletedProcess[str]:
    """Run a command of that site."""
    return run_at(data, "manage.py", *arguments, umask=umask)


@contextmanager
def answering(status: int, content: bytes) -> Iterator[tuple[str, list[tuple[str, HTTPMessage]]]]:
    """The address of a site that gives one request this answer, and the path and headers that it was asked with."""
    heard = []

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            heard.append((self.path, self.headers))
            self.send_response(status)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_words: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Site) as server:
        thread = Thread(target=server.handle_request, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/health", heard
        thread.join()
