"""Many who sign in at the same moment at a running site, where a password takes 100 MB to check."""

import time
from concurrent.futures import ThreadPoolExecutor

from tests.soak.installation import Installation
from tests.soak.secretary import SAVED, Secretary

AT_ONCE = 12
TURN_NOT_COME = 503


def test_all_who_sign_in_at_the_same_moment_get_in(installation: Installation) -> None:
    phones = [Secretary(installation.port, installation.club) for _ in range(AT_ONCE)]
    for phone in phones:
        phone.get("/sign-in/")

    def sign_in(phone: Secretary) -> int:
        # On a machine that is busy with something else somebody may be asked to come again.
        while (answer := phone.post("/sign-in/", installation.club["login"])).status == TURN_NOT_COME:
            time.sleep(answer.again_after)
        return answer.status

    with ThreadPoolExecutor(AT_ONCE) as pool:
        statuses = list(pool.map(sign_in, phones))

    assert statuses == [SAVED] * AT_ONCE
