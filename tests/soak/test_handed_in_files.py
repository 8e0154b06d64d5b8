"""A running site and files made to hurt it: each is answered, it does not end, other visitors do not wait."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.services.imports.hostile_books import EVERY
from tests.soak.installation import Installation
from tests.soak.secretary import Answer, Secretary

AT_ONCE = 3
TOO_MANY_AT_ONCE = "Siden har ikke tid til at læse filen lige nu."
LONGEST_WAIT = 0.5  # seconds
QUESTIONS = 40


def hand_in(secretary: Secretary, address: str, content: bytes) -> Answer:
    """Hand in a file, as often as the site says that it has no time."""
    while TOO_MANY_AT_ONCE in (answer := secretary.hand_in(address, "takst.xlsx", content)).page:
        time.sleep(0.1)
    return answer


@pytest.mark.long
def test_a_second_visitor_does_not_wait_while_hostile_files_are_read(installation: Installation) -> None:
    secretary = Secretary(installation.port, installation.club).sign_in()
    visitor = Secretary(installation.port, installation.club)
    address = installation.club["standings"].replace("standings/", "imports/")
    files = [make() for make, _ in EVERY.values()]

    def ask() -> float:
        time.sleep(0.05)
        answer = visitor.get(installation.club["standings"])
        assert answer.status == 200
        return answer.seconds

    control = [ask() for _ in range(QUESTIONS)]
    with ThreadPoolExecutor(AT_ONCE) as board:
        handing_in = [board.submit(hand_in, secretary, address, content) for content in files]
        waits = []
        while not all(answer.done() for answer in handing_in):
            waits.append(ask())

    assert {answer.result().status for answer in handing_in} <= {200, 302}  # those that are read lead on
    assert installation.server is not None and installation.server.poll() is None
    # Where the machine is busy with something else, the control says how slow it is.
    assert max(waits) <= max(LONGEST_WAIT, 2 * max(control))
