"""The site, served by waitress until it is told to stop: python -m whistklub.serve [HOST:PORT]."""

import signal
import sys
import time
from threading import Event
from typing import Any

from django.conf import settings
from waitress import create_server, wasyncore

from whistklub.wsgi import application  # which exits with 3 and a sentence where the site may not serve

LETS_REQUESTS_END = 30  # seconds
OPTIONS = {
    "threads": 6,  # those that wait for a turn among them (ledger/services/site/reading_apart.py)
    "connection_limit": 500,  # two open files at most for each, below the 1,024 that a system gives a process
    "channel_timeout": 30,  # seconds without a byte either way
    "clear_untrusted_proxy_headers": False,  # the web server in front sets them (docs/serving.md)
    "ident": None,  # no header tells strangers which server this is
    "log_socket_errors": False,  # a phone that is gone is no error
}


def main(listen: str = "127.0.0.1:8000") -> None:
    """Serve until SIGTERM or Ctrl-C; then take nobody in any more, and let those go whose request is here."""
    channels: dict[int, Any] = {}
    # One more, because waitress refuses what is exactly as large as its limit.
    largest = settings.LARGEST_BODY + 1
    create_server(application, map=channels, listen=listen, max_request_body_size=largest, **OPTIONS)
    stop = Event()
    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, lambda *_: stop.set())
    while not stop.is_set():
        read_and_write(channels)
    for listener in [channel for channel in channels.values() if channel.accepting]:
        wasyncore.dispatcher.close(listener)
    until = time.monotonic() + LETS_REQUESTS_END
    while time.monotonic() < until and any(map(is_busy, channels.values())):
        read_and_write(channels)


def read_and_write(channels: dict[int, Any]) -> None:
    wasyncore.loop(timeout=1, use_poll=True, map=channels, count=1)


def is_busy(channel: Any) -> bool:
    """Whether an answer is awaited or under way."""
    return bool(getattr(channel, "requests", ()) or getattr(channel, "total_outbufs_len", 0))


if __name__ == "__main__":
    main(*sys.argv[1:])
