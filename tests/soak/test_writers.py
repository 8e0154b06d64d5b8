"""Many phones at a running site: every deal is stored once, nobody waits long, and nobody sees the site fail."""

import uuid
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from statistics import median

import pytest

from tests.soak.installation import Installation
from tests.soak.secretary import SAVED, Answer, Secretary

WRITERS = 16
SLOWEST = {"sqlite": 2.5, "postgres": 1.0}  # seconds within which 99 of 100 are answered, or on a busy machine
TIMES_ALONE = 4  # what so many deals take there one after the other, from a phone that is alone
TIMED = 100  # deals of each; fewer say little, and the other tests are at work meanwhile
SEED = 11
LOST = [pytest.param(8, marks=pytest.mark.long("postgres")), pytest.param(250, marks=pytest.mark.long)]


def writes(secretary: Secretary, deals: int) -> list[Answer]:
    """Save deals one after the other without a pause, and look at the standings at last."""
    return [*(secretary.save(secretary.deal()) for _ in range(deals)), secretary.get(secretary.club["standings"])]


@pytest.mark.parametrize("deals", [4, pytest.param(TIMED, marks=pytest.mark.long)])
def test_sixteen_writers_lose_nothing_and_wait_for_nobody(
    installation: Installation, secretary: Secretary, deals: int, record_property: Callable[[str, object], None]
) -> None:
    before = installation.stored_keys()
    with ThreadPoolExecutor(WRITERS) as phones:
        answers = [
            answer for answered in phones.map(partial(writes, secretary), [deals] * WRITERS) for answer in answered
        ]

    saving = sorted(answer.seconds for answer in answers if answer.status == SAVED)
    slowest = saving[int(len(saving) * 0.99)]
    record_property("p99 of saving, seconds", round(slowest, 3))
    assert Counter(answer.status for answer in answers) == {SAVED: WRITERS * deals, 200: WRITERS}
    stored = installation.stored_keys() - before
    assert len(stored) == stored.total() == WRITERS * deals
    assert installation.audit()["findings"] == []
    if deals == TIMED:
        alone = median(answer.seconds for answer in writes(secretary, WRITERS) if answer.status == SAVED)
        assert slowest <= max(SLOWEST[installation.url.partition(":")[0]], TIMES_ALONE * WRITERS * alone)


@pytest.mark.parametrize("rounds", [2, pytest.param(20, marks=pytest.mark.long)])
def test_one_form_sent_eight_times_at_once_is_one_deal(
    installation: Installation, secretary: Secretary, rounds: int
) -> None:
    before, deals = installation.stored_keys(), [secretary.deal() for _ in range(rounds)]
    with ThreadPoolExecutor(8) as phones:
        statuses = [{answer.status for answer in phones.map(secretary.save, [deal] * 8)} for deal in deals]

    assert statuses == [{SAVED}] * rounds
    assert installation.stored_keys() - before == {uuid.UUID(deal["key"]): 1 for deal in deals}
    assert secretary.save({**deals[0], "tricks": "9"}).status == 409


@pytest.mark.parametrize("deals", LOST)
def test_a_deal_whose_answers_are_lost_is_sent_again_and_stored_once(
    installation: Installation, secretary: Secretary, deals: int
) -> None:
    """Half the requests are torn, before they are all sent or before they are answered; then the phone tries again."""
    draw, before, sent = Random(SEED), installation.stored_keys(), [secretary.deal() for _ in range(deals)]
    tears = [draw.choices([0.5, 0.9, 1.0], k=draw.randint(0, 2)) for _ in sent]

    def keeps_trying(deal: dict[str, str], torn: list[float]) -> int:
        for part in torn:
            secretary.hang_up(deal, sent=part)
        return secretary.save(deal).status

    with ThreadPoolExecutor(6) as phones:
        statuses = set(phones.map(keeps_trying, sent, tears))

    assert statuses == {SAVED}
    assert installation.stored_keys() - before == {uuid.UUID(deal["key"]): 1 for deal in sent}
