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


@contextmanager
def going_on(secretary: Secretary) -> Iterator[list[uuid.UUID]]:
    """Phones that save one deal after the other, and try again until they are told that it is saved; gives these."""
    saved: list[uuid.UUID] = []
    over = threading.Event()

    def one_phone() -> None:
        while not over.is_set():
            deal = secretary.deal()
            assert secretary.save_at_last(deal, until=time.monotonic() + GIVE_UP)
            saved.append(uuid.UUID(deal["key"]))

    with ThreadPoolExecutor(PHONES) as pool:
        phones = [pool.submit(one_phone) for _ in range(PHONES)]
        try:
            yield saved
        finally:
            over.set()
        for phone in phones:
            phone.result()


@pytest.mark.long
def test_no_saved_deal_is_lost_when_the_site_is_killed(
    copy_pattern: Copied, record_property: Callable[[str, object], None]
) -> None:
    installation, draw = copy_pattern(), Random(SEED)
    installation.start()
    with going_on(Secretary(installation.port, installation.club).sign_in()) as saved:
        waits = [kill_and_start(installation, saved, draw) for _ in range(KILLS)]

    installation.kill()
    idle = installation.start()

    assert installation.stored_keys() == dict.fromkeys(saved, 1)
    assert max(waits) <= max(FIRST_ANSWER, TIMES_IDLE * idle)
    assert installation.audit()["findings"] == []
    record_property("deals saved", len(saved))
    record_property("longest wait for the first answer, seconds", round(max(waits), 2))


def kill_and_start(installation: Installation, saved: list[uuid.UUID], draw: Random) -> float:
    """Kill the site while it works, and start it again; gives the seconds to the next first answer."""
    done = len(saved)
    while len(saved) == done:  # the load must be at work again
        time.sleep(0.01)
    time.sleep(draw.uniform(SOONEST, LATEST))
    installation.kill()
    return installation.start()
