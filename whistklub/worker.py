"""A process of gunicorn in which waitress takes requests in and answers out: no thread waits for a slow network.

gunicorn starts the processes, watches over them and stops them. In each, one loop reads from all connections and
writes to them, and hands a request to a thread when the whole of it is there.
"""

import os
import socket
import time
from contextlib import suppress
from typing import Any

from django.conf import settings
from gunicorn.workers.base import Worker
from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import create_server
from waitress.utilities import RequestEntityTooLarge

from ledger.services.site.turns import arrival

# How long gunicorn's word to stop may go unheard.
LOOKS_UP_EVERY = 1  # second
MOST_THROWN_AWAY = 2**27  # bytes: a folder of photographs, a short film
MANNERS = {
    # Two files at most for each, below the 1,024 that a system gives a process by default.
    "connection_limit": 500,
    "asyncore_use_poll": True,  # select() fails at a file number of 1,024 or more
    "channel_timeout": 30,  # seconds without a byte either way
    "cleanup_interval": 10,  # seconds
    "max_request_header_size": 2**16,  # bytes
    "inbuf_overflow": 2**16,  # bytes of a request in memory; the rest of it in a file without a name
    "clear_untrusted_proxy_headers": False,  # the web server in front sets them (README)
    "ident": None,  # no header tells strangers which server this is
    "log_socket_errors": False,  # a phone that is gone is no error
}


class SizedRequest(HTTPRequestParser):
    """A request as it comes in. One that does not say its length is too large: nobody knows how much is to come.

    Browsers say it, and so does a web server in front that reads a request whole.
    """

    completed: bool
    arrived = 0.0  # when the whole of it was there, by the monotonic clock

    def received(self, data: bytes) -> int:
        """Take in what belongs to the request; the number of bytes taken."""
        taken: int = super().received(data)
        self.arrived = time.monotonic()
        if self.chunked and not self.completed:
            self.content_length = self.adj.max_request_body_size
            self.error, self.completed = RequestEntityTooLarge("a body without a length"), True
        return taken


class Connection(HTTPChannel):
    """What one visitor's browser sends and gets."""

    parser_class = SizedRequest
    unread = 0  # bytes that are thrown away behind a request that was too large
    is_answered = False

    def service(self) -> None:
        """Answer the next request; a thread calls it when the request is there, or is too large to be read further."""
        request = self.requests[0]
        if leave_to_the_site(request):
            self.unread = MOST_THROWN_AWAY
        arrival.moment = request.arrived
        super().service()

    def handle_close(self) -> None:
        """Close, but after a request that was too large throw away the rest first.

        A system forgets the answer when a connection is closed with bytes unread, and many send all before they read.
        """
        if self.unread <= 0 or self.is_answered:
            super().handle_close()
            return
        self.is_answered, self.will_close = True, False
        with suppress(OSError):  # who is gone reads nothing
            self.socket.shutdown(socket.SHUT_WR)

    def received(self, data: bytes) -> bool:
        """Take in what was sent, or throw it away once all is answered."""
        if not self.is_answered:
            return bool(super().received(data))
        self.unread -= len(data)
        self.will_close = self.unread <= 0
        return False

    @property
    def is_busy(self) -> bool:
        """Whether an answer is awaited or under way."""
        return bool(self.requests or self.total_outbufs_len)


def leave_to_the_site(request: Any) -> bool:
    """Let the site say that a request is too large, by its length; whether it is."""
    if not isinstance(request.error, RequestEntityTooLarge):
        return False
    request.error = None
    request.headers["CONTENT_LENGTH"] = str(max(request.content_length, request.body_bytes_received))
    request.headers["CONNECTION"] = "close"
    return True


class WaitressWorker(Worker):
    """Serves until gunicorn says stop, then answers what has been asked."""

    def run(self) -> None:
        channels: dict[int, Any] = {}
        sockets = [listener.sock for listener in self.sockets]
        # One more, because waitress refuses what is exactly as large as its limit.
        largest = settings.LARGEST_BODY + 1
        server = create_server(
            self.wsgi, map=channels, sockets=sockets, threads=self.cfg.threads, max_request_body_size=largest, **MANNERS
        )
        for channel in channels.values():
            channel.channel_class = Connection
        # A gunicorn that was killed cannot stop its workers: they notice that they have another parent.
        while self.alive and self.ppid == os.getppid():
            self.turn_round(channels)
        self.finish(channels)
        server.task_dispatcher.shutdown()

    def turn_round(self, channels: dict[int, Any]) -> None:
        """Read and write whatever can be, and let gunicorn know that this process is alive."""
        self.notify()
        wasyncore.loop(timeout=LOOKS_UP_EVERY, use_poll=True, map=channels, count=1)

    def finish(self, channels: dict[int, Any]) -> None:
        """Take nobody in any more, and let those go whose request is here."""
        until = time.monotonic() + self.cfg.graceful_timeout
        for channel in [channel for channel in channels.values() if channel.accepting]:
            channel.del_channel()
        while time.monotonic() < until and any(getattr(channel, "is_busy", False) for channel in channels.values()):
            self.turn_round(channels)
