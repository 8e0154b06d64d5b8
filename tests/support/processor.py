"""Time as the processor spends it: a busy machine makes nothing slower, and waiting costs nothing."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Fail if a block takes more than so many seconds of this process's processor time."""
    started = time.process_time()
    yield
    spent = time.process_time() - started
    assert spent < seconds, f"{spent:.2f} s of the processor where {seconds} s are enough"


def seconds_of(work: Callable[[], object]) -> float:
    """The processor time that this process takes for some work."""
    started = time.process_time()
    work()
    return time.process_time() - started
