"""A running site and connections that are slow, idle, or send without end: the others do not notice them."""

import http.client
import signal
import socket
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager

import pytest
from django.conf import settings

from tests.soak.conftest import Copied
from tests.soak.installation import Installation
from tests.soak.secretary import SAVED, Secretary

pytestmark = pytest.mark.long("postgres")  # who is held up, and what is written, is the server's doing on any engine

EACH = 20  # more than all threads
BUFFERED = 8 * 2**20  # bytes that the system takes of one who sends and nobody who reads
MEGABYTE = b"x" * 2**20
HEAD = b"POST /sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=x\r\n"
UNFINISHED = {
    "idle": b"",
    "half a head": b"GET / HTTP/1.1\r\nHost: local",
    # With a cookie, or the site would refuse the form before it reads it.
    "half a body": HEAD + b"Cookie: csrftoken=" + b"x" * 32 + b"\r\nContent-Length: 5000\r\n\r\n--x",
}
# The length as it is sent, and how many bytes of it are written: what says no length is read up to the limit.
ENDLESS = {
    "said": (b"Content-Length: 1000000000\r\n\r\n", 0),
    "unsaid": (b"Transfer-Encoding: chunked\r\n\r\n3b9aca00\r\n", 3 * 2**20),
}
BESIDE = 2**16  # bytes that are written whatever is sent: the log, a page that is kept


@contextmanager
def many_sockets(port: int, sent: bytes) -> Iterator[None]:
    """Connections that have sent so much and wait."""
    with ExitStack() as sockets:
        for _ in range(EACH):
            sockets.enter_context(socket.create_connection(("127.0.0.1", port))).sendall(sent)
        yield


@pytest.mark.parametrize("sent", UNFINISHED.values(), ids=UNFINISHED)
def test_whoever_has_not_said_all_holds_up_nobody(installation: Installation, sent: bytes) -> None:
    visitor = Secretary(installation.port, installation.club)
    with many_sockets(installation.port, sent):
        answers = [visitor.get(installation.club["standings"]) for _ in range(3)]

    assert [answer.status for answer in answers] == [200] * 3


@pytest.mark.parametrize(("length", "read"), ENDLESS.values(), ids=ENDLESS)
def test_of_a_gigabyte_no_more_than_may_be_sent_is_read(installation: Installation, length: bytes, read: int) -> None:
    before = installation.written
    with socket.create_connection(("127.0.0.1", installation.port), timeout=1) as door:
        door.sendall(HEAD + length)
        sent = send_until_refused(door)
        answer = http.client.HTTPResponse(door)
        answer.begin()
        words = answer.read().decode()

    assert (answer.status, words.splitlines()[0]) == (413, "Request Entity Too Large")
    assert sent <= read + BUFFERED
    assert installation.written - before <= read + BESIDE
    assert Secretary(installation.port, installation.club).get("/sign-in/").status == 200


def test_what_may_be_sent_is_read_to_its_last_byte(installation: Installation) -> None:
    visitor = Secretary(installation.port, installation.club)

    answer = visitor.ask("POST", "/sign-in/", b"x" * settings.LARGEST_BODY, "application/octet-stream")

    assert answer.status == 403  # by the site, which misses its token


def send_until_refused(door: socket.socket) -> int:
    """Send megabytes until none is taken any more; the bytes that the system took."""
    sent = 0
    try:
        while sent < 1_000_000_000:
            sent += door.send(MEGABYTE)
    except OSError:
        pass
    return sent


@pytest.mark.long
@pytest.mark.only_on("sqlite")
def test_who_is_being_answered_gets_the_answer_though_the_site_is_stopped(copy_pattern: Copied) -> None:
    installation = copy_pattern()
    installation.start()
    assert installation.server is not None
    secretary = Secretary(installation.port, installation.club).sign_in()
    with (
        closing(sqlite3.connect(installation.data / "whistklub.sqlite3", isolation_level=None)) as other,
        ThreadPoolExecutor() as phones,
    ):
        other.execute("BEGIN IMMEDIATE")
        saving = phones.submit(secretary.save, secretary.deal())
        time.sleep(0.3)
        installation.server.send_signal(signal.SIGTERM)
        time.sleep(0.3)
        other.execute("ROLLBACK")

        assert saving.result().status == SAVED
    assert installation.server.wait(timeout=20) == 0
    assert "Traceback" not in installation.log
