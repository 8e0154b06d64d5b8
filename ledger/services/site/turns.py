"""What takes long or takes much memory takes turns in each process; who comes meanwhile waits for a while."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

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
