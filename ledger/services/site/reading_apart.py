"""Reading files from visitors in a process of their own, in turn, which may use little, touch nothing.

The process is started for each file, without Django, environment, database or sockets of the site, and gives up all but
some time and memory before it sees a byte of the file (`ledger/services/site/reader_process.py`).
"""

import json
import logging
import os
import platform
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from subprocess import DEVNULL, PIPE, Popen
from threading import BoundedSemaphore, Timer
from typing import TypeVar, cast

from django.conf import settings

from ledger.rules.site.refusal import Refusal, gettext_noop, refusal_of
from ledger.services.site import reader_process

LONGEST_READING = 60  # seconds by the clock: a machine may be busy otherwise
LONGEST_ANSWER = 20_000_000  # bytes
NEEDED = ("SYSTEMROOT",)  # of the surroundings; no Python begins on Windows without
# What expands no entities reads workbooks, whatever else is installed: defusedxml does not guard lxml's parser.
READ_BY = {"OPENPYXL_LXML": "False"}

TAKES_TOO_MUCH = gettext_noop(
    "This file takes more time or memory to read than a file may here. Save it again with only what belongs in it."
)
NO_TIME_NOW = gettext_noop("The site has no time to read the file just now. Hand it in again in a moment.")
CANNOT_BE_READ = gettext_noop("This file cannot be read.")

T = TypeVar("T")

_log = logging.getLogger(__name__)


def read_apart(reader: Callable[[bytes], T], data: bytes) -> T:
    """What `reader(data)` returns in a process of its own: plain data, such as JSON has.

    The reader is a function of a module that needs no Django.
    Raises Refusal as the reader does, for a file that takes too much time or memory, and while something else takes
    long.
    """
    try:
        with LONG_PAGES.take():
            answer = _answer(reader, data)
    except NoTurn:  # said beside the file, and what else was typed is kept
        raise Refusal(NO_TIME_NOW) from None
    return cast("T", _read_of(answer))


def _answer(reader: Callable[[bytes], object], data: bytes) -> bytes:
    """The process's output; raises Refusal if the machine has no time for it."""
    with _begin(reader) as process:
        clock = Timer(LONGEST_READING, process.kill)
        clock.start()
        try:
            assert process.stdin and process.stdout
            with suppress(OSError), process.stdin as file:  # it may have ended without reading
                file.write(data)
            # What is longer is cut, is no JSON any more, and is refused.
            answer = process.stdout.read(LONGEST_ANSWER)
            is_late = not clock.is_alive()
        finally:
            clock.cancel()
            process.kill()
    if is_late:
        raise Refusal(NO_TIME_NOW)
    return answer


def _begin(reader: Callable[[bytes], object]) -> Popen[bytes]:
    # Deaf to the surroundings and to packages of the user's own: nobody puts a module before ours.
    name = f"{reader.__module__}:{reader.__qualname__}"
    command = [sys.executable, "-E", "-s", "-m", reader_process.__name__, name]
    try:
        return Popen(  # noqa: S603 - ours
            command,
            cwd=settings.BASE_DIR,
            env=READ_BY | {name: os.environ[name] for name in NEEDED if name in os.environ},
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            start_new_session=True,
        )
    except OSError:
        raise Refusal(NO_TIME_NOW) from None


def _read_of(answer: bytes) -> object:
    """What the process has read; raises Refusal for any other answer."""
    try:
        outcome = json.loads(answer)
    except (ValueError, RecursionError):
        outcome = None  # it was ended by a limit, or says more than anybody could mean
    match outcome:
        case {"read": read}:
            return read
        case {"refused": refused}:
            raise refusal_of(refused)
        case {"failed": reason}:
            _log.error("A file that was handed in could not be read: %s", reason)
            raise Refusal(CANNOT_BE_READ)
        case _:
            raise Refusal(TAKES_TOO_MUCH)


def missing_limits() -> Iterable[str]:
    """The sentence at the start if files are read without some of these limits."""
    if platform.system() != "Linux":
        yield "Files that are handed in are read without a limit of memory here: only Linux knows one."


# What takes long or takes much memory takes turns in each process; who comes meanwhile waits for a while.


LONGEST_WAIT = 20  # seconds


class NoTurn(Exception):
    """Others were before for too long; web/site/errors.py answers with a page that asks again."""


class Turns:
    """So many at once in this process; others wait, each in a thread of their own and in no transaction."""

    def __init__(self, *, at_once: int) -> None:
        self._free = BoundedSemaphore(at_once)

    @contextmanager
    def take(self) -> Iterator[None]:
        """Hold a turn while the context lasts.

        Raises NoTurn where none is free in time.
        """
        if not self._free.acquire(timeout=LONGEST_WAIT):
            raise NoTurn
        try:
            yield
        finally:
            self._free.release()


LONG_PAGES = Turns(at_once=1)  # seconds of the processor
SECRETS = Turns(at_once=2)  # 100 MB each, so that passwords are dear to guess
