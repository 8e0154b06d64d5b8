"""Many who sign in at the same moment at a running site, where a password takes 100 MB to check."""

import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from tests.soak.installation import Installation
from tests.soak.secretary import SAVED, Secretary

AT_ONCE = 12
TRIES = 10
TURN_HAS_NOT_COME = 503


def sign_in(installation: Installation, phone: Secretary) -> int:
    """The status in the end: on a busy machine somebody may be asked to come again, but never to wait at a door."""
    for _ in range(TRIES):
        answer = phone.post("/sign-in/", installation.club["login"])
        if answer.status != TURN_HAS_NOT_COME:
            break
        time.sleep(answer.again_after)
    return answer.status


def test_all_who_sign_in_at_the_same_moment_get_in(installation: Installation) -> None:
    phones = [Secretary(installation.port, installation.club) for _ in range(AT_ONCE)]
    for phone in phones:
        phone.get("/sign-in/")

    with ThreadPoolExecutor(AT_ONCE) as pool:
        assert list(pool.map(partial(sign_in, installation), phones)) == [SAVED] * AT_ONCE
