"""kill -9 of the running site under load: whoever was told that a deal is saved finds it in the book."""

import threading
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from random import Random

import pytest

from tests.soak.conftest import Copied
from tests.soak.installation import Installation
from tests.soak.secretary import Secretary

PHONES = 4
SEED = 5
SOONEST, LATEST = 0.1, 0.8  # seconds from the first answer to the kill
KILLS = 20
FIRST_ANSWER = 5.0  # seconds after the start, or on a busy machine
TIMES_IDLE = 4  # what a start takes there when nobody asks for anything
GIVE_UP = 120  # seconds


class Load:
    """Phones that each save one deal after the other, and try again until they are told that it is saved."""

    def __init__(self, secretary: Secretary) -> None:
        self.secretary = secretary
        self.saved: list[uuid.UUID] = []
        self.over = threading.Event()

    def one_phone(self) -> None:
        while not self.over.is_set():
            deal = self.secretary.deal()
            assert self.secretary.save_at_last(deal, until=time.monotonic() + GIVE_UP)
            self.saved.append(uuid.UUID(deal["key"]))

    @contextmanager
    def going_on(self) -> Iterator[None]:
        with ThreadPoolExecutor(PHONES) as pool:
            phones = [pool.submit(self.one_phone) for _ in range(PHONES)]
            try:
                yield
            finally:
                self.over.set()
            for phone in phones:
                phone.result()


@pytest.mark.long
def test_no_saved_deal_is_lost_when_the_site_is_killed(
    copy_pattern: Copied, record_property: Callable[[str, object], None]
) -> None:
    installation, draw = copy_pattern(), Random(SEED)
    installation.start()
    load = Load(Secretary(installation.port, installation.club).sign_in())
    with load.going_on():
        waits = [kill_and_start(installation, load, draw) for _ in range(KILLS)]

    installation.kill()
    idle = installation.start()

    assert installation.stored_keys() == dict.fromkeys(load.saved, 1)
    assert max(waits) <= max(FIRST_ANSWER, TIMES_IDLE * idle)
    assert installation.audit()["findings"] == []
    record_property("deals saved", len(load.saved))
    record_property("longest wait for the first answer, seconds", round(max(waits), 2))


def kill_and_start(installation: Installation, load: Load, draw: Random) -> float:
    """Kill the site while it works, and start it again; gives the seconds to the next first answer."""
    done = len(load.saved)
    while len(load.saved) == done:  # the load must be at work again
        time.sleep(0.01)
    time.sleep(draw.uniform(SOONEST, LATEST))
    installation.kill()
    return installation.start()
