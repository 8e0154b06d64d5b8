"""What takes long or takes much memory takes turns in each process, so that other pages have threads left.

A process has more threads than all of these together may hold: gunicorn.conf.py.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, local

# `moment`: when the request that a thread answers had come in whole, by the monotonic clock (whistklub/worker.py).
arrival = local()


class NoTurn(Exception):
    """Others are before; web/keeping/not_saved.py answers with a page that asks again."""


class Turns:
    """So many at once in this process, and so many more who may wait, each with a thread of their own."""

    def __init__(self, *, at_once: int, waiting: int = 0) -> None:
        self._at_once = BoundedSemaphore(at_once)
        self._let_in = BoundedSemaphore(at_once + waiting)
        self._here = local()

    @property
    def is_taken_here(self) -> bool:
        """Whether this thread holds a turn."""
        return getattr(self._here, "is_taken", False)

    @contextmanager
    def take(self) -> Iterator[None]:
        """Hold a turn while the context lasts.

        Raises NoTurn where too many wait already.
        """
        if not self._let_in.acquire(blocking=False):
            raise NoTurn
        try:
            with self._at_once:
                self._here.is_taken = True
                yield
        finally:
            self._here.is_taken = False
            self._let_in.release()


LONG_PAGES = Turns(at_once=1)  # seconds of the processor
SECRETS = Turns(at_once=2, waiting=1)  # 100 MB each, so that passwords are dear to guess
