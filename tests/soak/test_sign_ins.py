"""Many who sign in at the same moment at a running site, where a password takes 100 MB to check."""

from concurrent.futures import ThreadPoolExecutor

from tests.soak.installation import Installation
from tests.soak.secretary import SAVED, Secretary

AT_ONCE = 12


def test_all_who_sign_in_at_the_same_moment_get_in(installation: Installation) -> None:
    phones = [Secretary(installation.port, installation.club) for _ in range(AT_ONCE)]
    for phone in phones:
        phone.get("/sign-in/")

    with ThreadPoolExecutor(AT_ONCE) as pool:
        answers = list(pool.map(lambda phone: phone.post("/sign-in/", installation.club["login"]), phones))

    assert [answer.status for answer in answers] == [SAVED] * AT_ONCE
